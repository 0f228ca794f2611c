import type { Fetch } from "./index.js";
import type { components } from "./schema.js";

type Challenge = components["schemas"]["ChallengeResponse"];

const SIGN_IN = "/v1/auth/user/login";
/** The calls that the login guard counts. */
const GUARDED = new Set([
  SIGN_IN,
  `${SIGN_IN}/second-factor`,
  `${SIGN_IN}/second-factor/passkey`,
  "/v1/auth/user/register",
  "/v1/auth/recovery",
]);
const CODES = new Set(["challenge-required", "address-blocked"]);
const BATCH = 256;

/** Solves a challenge and sends the call again, once, if the login guard asks for one. */
export function withChallenges(send: Fetch, baseUrl: string): Fetch {
  let nickname: unknown; // of the last sign-in, which its second factor completes

  return async (request) => {
    const path = new URL(request.url).pathname;
    if (!GUARDED.has(path)) {
      return send(request);
    }
    const again = request.clone();
    if (path === SIGN_IN) {
      nickname = ((await request.clone().json()) as { nickname?: unknown }).nickname;
    }
    const response = await send(request);
    if (!(await asksForSolution(response))) {
      return response;
    }
    const url = new URL("/v1/auth/challenge", baseUrl);
    if (path.startsWith(SIGN_IN) && typeof nickname === "string") {
      url.searchParams.set("nickname", nickname);
    }
    const answer = await send(new Request(url, { signal: request.signal }));
    if (!answer.ok) {
      return response;
    }
    again.headers.set("Challenge-Solution", await solve((await answer.json()) as Challenge));
    return send(again);
  };
}

async function asksForSolution(response: Response): Promise<boolean> {
  if (response.status !== 428 && response.status !== 429) {
    return false;
  }
  const problem = (await response.clone().json().catch(() => ({}))) as { code?: string };
  return CODES.has(problem.code ?? "");
}

/** Finds the number whose SHA-256 after the salt is the challenge (ALTCHA's proof of work). */
async function solve(challenge: Challenge): Promise<string> {
  const text = new TextEncoder();
  for (let from = 0; from <= challenge.maxnumber; from += BATCH) {
    const hashes = await Promise.all(
      Array.from({ length: BATCH }, (_, step) =>
        crypto.subtle.digest("SHA-256", text.encode(challenge.salt + (from + step))),
      ),
    );
    const found = hashes.findIndex((hash) => hex(hash) === challenge.challenge);
    if (found >= 0) {
      const { algorithm, challenge: hash, salt, signature } = challenge;
      return btoa(JSON.stringify({ algorithm, challenge: hash, number: from + found, salt, signature }));
    }
  }
  throw new Error("The challenge has no solution.");
}

function hex(hash: ArrayBuffer): string {
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
