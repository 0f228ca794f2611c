import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { createHaruClient } from "../dist/index.js";

const baseUrl = process.env.HARU_URL;
assert.ok(baseUrl, "HARU_URL is not set");

const LIMIT = 300_000; // ms; a bound against a wait that never ends, because a busy machine is slow
const ATTEMPTS = 10; // of a journey

let writeTimedOut = false;

/**
 * A test that begins again if it fails after a write that ended with 504. Haru may have applied such a write, so its
 * repetition may be refused.
 */
export function journey(name, body) {
  test(name, async () => {
    for (let attempt = 1; ; attempt++) {
      writeTimedOut = false;
      try {
        return await body();
      } catch (failure) {
        if (!writeTimedOut || attempt === ATTEMPTS) {
          throw failure;
        }
      }
    }
  });
}

/**
 * Sends a request again after 503 with Retry-After or 504, for at most five minutes. A busy machine also refuses calls
 * that the client does not repeat.
 */
export async function fetchWithRetries(request) {
  const end = Date.now() + LIMIT;
  for (;;) {
    const response = await fetch(request.clone());
    writeTimedOut ||= response.status === 504 && request.method !== "GET";
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

/** Repeats a call until its result fulfils the condition, for at most five minutes; returns the last result. */
export async function eventually(call, condition) {
  const end = Date.now() + LIMIT;
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
