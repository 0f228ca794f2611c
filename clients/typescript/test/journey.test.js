// The journey of a member against a running Haru: HARU_URL is the gateway's URL.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { client, journey } from "./member.js";

journey("journey of a member", async () => {
  const haru = client();
  const nickname = `ts_${randomUUID().slice(0, 8)}`;
  const password = "blue kettle on a shelf";

  const registered = await haru.POST("/v1/auth/user/register", { body: { nickname, password, regionName: "Seoul" } });
  assert.equal(registered.response.status, 201);
  assert.equal(registered.data.nickname, nickname);
  const wrong = await haru.POST("/v1/auth/user/login", { body: { nickname, password: "wrong" } });
  assert.equal(wrong.error.code, "invalid-credentials");
  assert.match(wrong.error.traceId, /^[0-9a-f]{32}$/);
  const signedIn = await haru.POST("/v1/auth/user/login", { body: { nickname, password } });
  assert.equal(signedIn.response.status, 200);

  const refreshed = await haru.POST("/v1/auth/user/refresh", { body: { refreshToken: signedIn.data.refreshToken } });
  assert.notEqual(refreshed.data.token, signedIn.data.token);

  const locations = await haru.GET("/v1/locations");
  const form = {
    title: "Dentist",
    locationId: locations.data.items[0].locationId,
    startAt: "2026-11-23T09:30:00Z",
    endAt: "2026-11-23T10:15:00Z",
  };
  const header = { "Idempotency-Key": randomUUID() };
  const added = await haru.POST("/v1/schedules", { params: { header }, body: form });
  assert.equal(added.response.status, 201);
  const replayed = await haru.POST("/v1/schedules", { params: { header }, body: form });
  assert.equal(replayed.data.scheduleId, added.data.scheduleId);

  const path = { id: added.data.scheduleId };
  const page = await haru.GET("/v1/schedules", { params: { query: { limit: 10 } } });
  assert.deepEqual(page.data.items.map((schedule) => schedule.scheduleId), [path.id]);
  const replaced = await haru.PUT("/v1/schedules/{id}", {
    params: { path, header: { "If-Match": added.response.headers.get("ETag") } },
    body: { ...form, title: "Dentist, again" },
  });
  assert.equal(replaced.data.title, "Dentist, again");
  const conflicting = await haru.PUT("/v1/schedules/{id}", {
    params: { path, header: { "If-Match": added.response.headers.get("ETag") } },
    body: form,
  });
  assert.equal(conflicting.error.code, "precondition-failed");

  const reports = await haru.GET("/v1/reports/daily/status");
  assert.equal(reports.response.status, 200);
  const firstPage = await haru.GET("/v1/templates/first-page");
  assert.equal(firstPage.response.status, 200);
  const drafted = await haru.POST("/v1/templates", {
    body: {
      title: "Morning run",
      description: "Half an hour at an easy pace",
      category: firstPage.data.category?.code ?? "fitness",
      durationMinutes: 30,
      locationId: form.locationId,
    },
  });
  assert.equal(drafted.response.status, 201);

  assert.equal((await haru.DELETE("/v1/schedules/{id}", { params: { path } })).response.status, 204);
  const sessions = await haru.GET("/v1/auth/sessions");
  assert.ok(sessions.data.items.some((session) => session.current));
  assert.equal((await haru.DELETE("/v1/auth/sessions")).response.status, 204);
  assert.equal((await haru.DELETE("/v1/auth/user", { body: { password } })).response.status, 202);
  assert.equal(await haru.tokens.read(), undefined);
});
