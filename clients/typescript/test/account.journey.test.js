// The protection of an account against a running Haru: HARU_URL is the gateway's URL.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { client, eventually, journey, registered } from "./member.js";

const STEP = 30_000; // ms

/** Returns the code of an authenticator app (RFC 6238) for a secret in Base32. */
function code(secret, time) {
  const bits = [...secret].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(time / STEP)));
  const hash = createHmac("sha1", key).update(step).digest();
  const number = hash.readUInt32BE(hash[19] & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** Confirms an authenticator app. A code may expire during a slow call, which is repeated with a new code. */
async function confirm(haru, { secret }) {
  for (let attempt = 1; ; attempt++) {
    const begin = Date.now();
    const confirmed = await haru.POST("/v1/auth/factors/totp/confirmation", { body: { code: code(secret, begin) } });
    if (confirmed.response.ok || Date.now() - begin < STEP || attempt === 3) {
      return confirmed;
    }
  }
}

journey("program reads with the scope of its token only", async () => {
  const { haru, erase } = await registered();
  const created = await haru.POST("/v1/auth/tokens", { body: { name: "Backup", scopes: ["schedules:read"] } });
  assert.equal(created.response.status, 201);

  const program = client();
  const headers = { Authorization: `Bearer ${created.data.token}` };
  assert.equal((await program.GET("/v1/schedules", { headers })).response.status, 200);
  const refused = await program.GET("/v1/members/me", { headers });
  assert.equal(refused.error.code, "insufficient-scope");
  assert.match(refused.response.headers.get("WWW-Authenticate"), /profile:read/);

  const { tokenId } = created.data;
  assert.equal((await haru.DELETE("/v1/auth/tokens/{id}", { params: { path: { id: tokenId } } })).response.status, 204);
  const list = () => program.GET("/v1/schedules", { headers });
  const last = await eventually(list, ({ response }) => response.status !== 200); // the revocation reaches the services in the background
  assert.equal(last.response.status, 401);
  await erase();
});

journey("sign-in with a second factor, the security events and the export", async () => {
  const { haru, credentials, erase } = await registered();
  const { data: app } = await haru.POST("/v1/auth/factors/totp");
  const confirmed = await confirm(haru, app);
  assert.equal(confirmed.data.recoveryCodes.length, 10);

  const password = await haru.POST("/v1/auth/user/login", { body: credentials });
  assert.equal(password.error.code, "second-factor-required");
  const { transaction } = password.error;
  const signedIn = await haru.POST("/v1/auth/user/login/second-factor", {
    body: { transaction, recoveryCode: confirmed.data.recoveryCodes[0] },
  });
  assert.equal((await haru.tokens.read()).token, signedIn.data.token);

  const events = await haru.GET("/v1/auth/events", { params: { query: { limit: 10 } } });
  const kinds = events.data.items.map((event) => event.kind);
  assert.ok(kinds.includes("factor-added") && kinds.includes("recovery-code-used"), kinds.join(" "));

  const requested = await haru.POST("/v1/auth/export");
  assert.equal(requested.response.status, 202);
  const params = { path: { id: requested.data.exportId } };
  const read = () => haru.GET("/v1/auth/export/{id}", { params });
  const archive = await eventually(read, ({ response }) => response.status !== 202);
  assert.equal(archive.response.status, 200);
  assert.equal(archive.data.account.nickname, credentials.nickname);
  await erase();
});
