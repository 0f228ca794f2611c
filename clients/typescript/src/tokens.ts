import type { Fetch } from "./index.js";
import type { components } from "./schema.js";

type Tokens = components["schemas"]["TokenResponse"];

/** Stores the tokens of one member. A store may share them between pages or processes. */
export interface TokenStore {
  read(): Tokens | undefined | Promise<Tokens | undefined>;
  write(tokens: Tokens | undefined): void | Promise<void>;
}

/** Stores the tokens in memory. */
export function memoryTokens(): TokenStore {
  let stored: Tokens | undefined;
  return {
    read: () => stored,
    write: (tokens) => {
      stored = tokens;
    },
  };
}

const SIGN_IN = "POST /v1/auth/user/login";
const REFRESH = "POST /v1/auth/user/refresh";
/** The calls that return tokens. */
const OPENS = new Set([
  SIGN_IN,
  REFRESH,
  `${SIGN_IN}/passkey`,
  `${SIGN_IN}/second-factor`,
  `${SIGN_IN}/second-factor/passkey`,
]);
const ENDS = new Set(["POST /v1/auth/user/logout", "DELETE /v1/auth/user"]);

/**
 * Adds the access token. After 401 it refreshes the token and sends the call again, once. Concurrent calls share one
 * refresh, because a refresh token is valid once.
 */
export function withTokens(send: Fetch, baseUrl: string, store: TokenStore): Fetch {
  let refreshing: Promise<Tokens | undefined> | undefined;

  const refresh = async (used: Tokens): Promise<Tokens | undefined> => {
    const current = await store.read();
    if (current && current.token !== used.token) {
      return current; // another call has refreshed the token meanwhile
    }
    const response = await send(
      new Request(new URL("/v1/auth/user/refresh", baseUrl), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ refreshToken: used.refreshToken }),
      }),
    );
    if (response.ok) {
      const tokens = (await response.json()) as Tokens;
      await store.write(tokens);
      return tokens;
    }
    if (response.status === 401) {
      await store.write(undefined); // the session has ended
    }
    return undefined;
  };

  return async (request) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    const tokens = OPENS.has(call) ? undefined : await store.read();
    const again = tokens && request.clone();
    if (tokens && !request.headers.has("Authorization")) {
      request.headers.set("Authorization", `Bearer ${tokens.token}`);
    }
    let response = await send(request);
    if (response.status === 401 && tokens && again && !again.headers.has("Authorization")) {
      refreshing ??= refresh(tokens).finally(() => {
        refreshing = undefined;
      });
      const renewed = await refreshing;
      if (renewed) {
        again.headers.set("Authorization", `Bearer ${renewed.token}`);
        response = await send(again);
      }
    }
    if (response.ok && OPENS.has(call)) {
      await store.write((await response.clone().json()) as Tokens);
    } else if (response.ok && ENDS.has(call)) {
      await store.write(undefined);
    }
    return response;
  };
}
