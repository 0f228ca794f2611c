import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { createHaruClient } from "../dist/index.js";

const baseUrl = process.env.HARU_URL;
assert.ok(baseUrl, "HARU_URL is not set");

const LIMIT = 60_000; // ms

/**
 * Sends a request again after 503 with Retry-After or 504, for at most a minute. A busy machine also refuses calls that
 * the client does not repeat.
 */
export async function fetchWithRetries(request) {
  const end = Date.now() + LIMIT;
  for (;;) {
    const response = await fetch(request.clone());
    const seconds = response.status === 504 ? 1 : response.status === 503 ? Number(response.headers.get("Retry-After")) : 0;
    if (!(seconds > 0) || Date.now() + seconds * 1000 > end) {
      return response;
    }
    await response.body?.cancel();
    await setTimeout(seconds * 1000);
  }
}

/** Returns a client for the tests. */
export function client() {
  return createHaruClient({ baseUrl, fetch: fetchWithRetries });
}

/** Repeats a call until its result fulfils the condition, for at most the given time in ms; returns the last result. */
export async function eventually(call, condition, limit = LIMIT) {
  const end = Date.now() + limit;
  for (;;) {
    const result = await call();
    if (condition(result) || Date.now() > end) {
      return result;
    }
    await setTimeout(200);
  }
}

/** Registers a member in Seoul. Returns a signed-in client, the credentials, and a function that erases the account. */
export async function registered() {
  const haru = client();
  const credentials = { nickname: `ts_${randomUUID().slice(0, 8)}`, password: "blue kettle on a shelf" };
  const form = { ...credentials, regionName: "Seoul" };
  const { response: registration } = await haru.POST("/v1/auth/user/register", { body: form });
  assert.ok([201, 409].includes(registration.status)); // 409: a repeated call, whose first response was 504
  assert.equal((await haru.POST("/v1/auth/user/login", { body: credentials })).response.status, 200);
  const erase = async () => {
    const { response } = await haru.DELETE("/v1/auth/user", { body: { password: credentials.password } });
    assert.equal(response.status, 202);
  };
  return { haru, credentials, erase };
}
