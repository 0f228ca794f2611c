// The parts of the client that Haru's API does not show: refreshes, repetitions and challenges, against a scripted fetch.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { createHaruClient, memoryTokens } from "../dist/index.js";

const TOKENS = { token: "old", tokenType: "Bearer", expiresIn: 1, refreshToken: "refresh", refreshExpiresIn: 2 };

/** Returns a client whose calls get the given responses in turn, and the list of received requests. */
function scripted(responses, options = {}) {
  const requests = [];
  const fetch = async (request) => {
    requests.push({
      call: `${request.method} ${new URL(request.url).pathname}`,
      query: new URL(request.url).search,
      token: request.headers.get("Authorization"),
      solution: request.headers.get("Challenge-Solution"),
      type: request.headers.get("Content-Type"),
      body: request.body ? await request.clone().text() : "",
    });
    const [status, body, headers] = responses(requests.at(-1), requests.length);
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { "Content-Type": "application/json", ...headers },
    });
  };
  return { haru: createHaruClient({ baseUrl: "http://haru.test", fetch, ...options }), requests };
}

function signedIn() {
  const tokens = memoryTokens();
  tokens.write(TOKENS);
  return tokens;
}

test("expired token is refreshed once for concurrent calls", async () => {
  const { haru, requests } = scripted(
    ({ call, token }) => {
      if (call.endsWith("refresh")) return [200, { ...TOKENS, token: "new" }];
      return token === "Bearer new" ? [200, { items: [] }] : [401, { code: "unauthorized" }];
    },
    { tokens: signedIn() },
  );
  const answers = await Promise.all([haru.GET("/v1/auth/sessions"), haru.GET("/v1/auth/devices")]);
  assert.deepEqual(answers.map((answer) => answer.response.status), [200, 200]);
  assert.equal(requests.filter(({ call }) => call.endsWith("refresh")).length, 1);
  assert.equal((await haru.tokens.read()).token, "new");
});

test("second 401 is returned, and an ended session deletes the tokens", async () => {
  const { haru, requests } = scripted(() => [401, { code: "invalid-refresh-token" }], { tokens: signedIn() });
  const { response } = await haru.GET("/v1/auth/sessions");
  assert.equal(response.status, 401);
  assert.equal(requests.length, 2);
  assert.equal(await haru.tokens.read(), undefined);
});

test("body is sent again after a refresh", async () => {
  const { haru, requests } = scripted(
    ({ call, token }) => {
      if (call.endsWith("refresh")) return [200, { ...TOKENS, token: "new" }];
      return token === "Bearer new" ? [204] : [401, { code: "unauthorized" }];
    },
    { tokens: signedIn() },
  );
  await haru.PUT("/v1/auth/password", { body: { current: "a", new: "b" } });
  assert.equal(requests.at(-1).body, '{"current":"a","new":"b"}');
});

test("read is repeated after Retry-After, write is not", async () => {
  const overloaded = [503, { code: "service-unavailable" }, { "Retry-After": "0.01" }];
  const { haru, requests } = scripted((_, count) => (count < 3 ? overloaded : [200, { items: [] }]));
  assert.equal((await haru.GET("/v1/locations")).response.status, 200);
  assert.equal(requests.length, 3);

  const writes = scripted(() => overloaded);
  assert.equal((await writes.haru.POST("/v1/schedules", { body: {} })).response.status, 503);
  assert.equal(writes.requests.length, 1);
});

test("write with an Idempotency-Key is repeated", async () => {
  const { haru, requests } = scripted((_, count) => (count < 2 ? [502, {}, { "Retry-After": "0.01" }] : [201, {}]));
  const { response } = await haru.POST("/v1/schedules", {
    params: { header: { "Idempotency-Key": "8e03978e" } },
    body: { title: "Dentist" },
  });
  assert.equal(response.status, 201);
  assert.equal(requests[1].body, '{"title":"Dentist"}');
});

test("response is returned at once when Retry-After is too long", async () => {
  const { haru, requests } = scripted(() => [503, {}, { "Retry-After": "60" }]);
  assert.equal((await haru.GET("/v1/locations")).response.status, 503);
  assert.equal(requests.length, 1);
});

test("lost connection is repeated until the attempts end", async () => {
  let calls = 0;
  const haru = createHaruClient({
    baseUrl: "http://haru.test",
    attempts: 2,
    fetch: async () => {
      calls++;
      throw new TypeError("fetch failed");
    },
  });
  await assert.rejects(haru.GET("/v1/locations"), TypeError);
  assert.equal(calls, 2);
});

test("challenge is solved and the sign-in sent again", async () => {
  const salt = "abc?expires=1";
  const challenge = createHash("sha256").update(salt + 300).digest("hex");
  const { haru, requests } = scripted(({ call, solution }) => {
    if (call.endsWith("challenge")) return [200, { algorithm: "SHA-256", challenge, maxnumber: 1000, salt, signature: "s" }];
    return solution ? [200, TOKENS] : [428, { code: "challenge-required" }];
  });
  const { data } = await haru.POST("/v1/auth/user/login", { body: { nickname: "a", password: "b" } });
  assert.equal(data.token, "old");
  assert.equal((await haru.tokens.read()).token, "old");
  assert.equal(JSON.parse(atob(requests.at(-1).solution)).number, 300);
  assert.equal(requests.at(-1).body, '{"nickname":"a","password":"b"}');
});

test("second factor opens the session, and its challenge is that of the account", async () => {
  const salt = "abc?expires=1";
  const challenge = createHash("sha256").update(salt + 3).digest("hex");
  const { haru, requests } = scripted(({ call, solution }) => {
    if (call.endsWith("challenge")) return [200, { algorithm: "SHA-256", challenge, maxnumber: 10, salt, signature: "s" }];
    if (call.endsWith("login")) return [401, { code: "second-factor-required", transaction: "hrt_a", factors: ["totp"] }];
    return solution ? [200, TOKENS] : [428, { code: "challenge-required" }];
  });
  const { error } = await haru.POST("/v1/auth/user/login", { body: { nickname: "a", password: "b" } });
  assert.equal(error.transaction, "hrt_a");
  assert.equal(await haru.tokens.read(), undefined);
  const { data } = await haru.POST("/v1/auth/user/login/second-factor", { body: { transaction: "hrt_a", code: "042137" } });
  assert.equal(data.token, "old");
  assert.equal((await haru.tokens.read()).token, "old");
  assert.equal(requests.find(({ call }) => call.endsWith("challenge")).query, "?nickname=a");
});

test("merge patches and iCalendar files have their media types", async () => {
  const { haru, requests } = scripted(() => [200, {}]);
  const header = { "If-Match": '"0"' };
  await haru.PATCH("/v1/schedules/{id}", { params: { path: { id: "a" }, header }, body: { note: null } });
  await haru.POST("/v1/schedules/import", { body: "BEGIN:VCALENDAR" });
  await haru.POST("/v1/schedules/{id}/restore", { params: { path: { id: "a" } } });
  assert.deepEqual(requests.map(({ type, body }) => [type, body]), [
    ["application/merge-patch+json", '{"note":null}'],
    ["text/calendar", "BEGIN:VCALENDAR"],
    [null, ""],
  ]);
});
