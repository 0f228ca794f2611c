// Eleven mistakes that a client developer makes. Each line after a directive must not compile: without an error, the directive is one.
import { createHaruClient, type Problem } from "../src/index.js";

const haru = createHaruClient({ baseUrl: "http://127.0.0.1:8080" });

export async function mistakes(): Promise<void> {
  const form = { title: "Dentist", locationId: 1, startAt: "2026-11-23T09:30:00Z", endAt: "2026-11-23T10:15:00Z" };

  // @ts-expect-error 1: the path does not exist
  await haru.GET("/v1/schedule");
  // @ts-expect-error 2: the path has no such method
  await haru.DELETE("/v1/schedules");
  // @ts-expect-error 3: the title is missing
  await haru.POST("/v1/schedules", { body: { locationId: 1, startAt: form.startAt, endAt: form.endAt } });
  // @ts-expect-error 4: locationId is a number
  await haru.POST("/v1/schedules", { body: { ...form, locationId: "1" } });
  // @ts-expect-error 5: the title cannot be null
  await haru.POST("/v1/schedules", { body: { ...form, title: null } });
  // @ts-expect-error 6: PUT requires If-Match
  await haru.PUT("/v1/schedules/{id}", { params: { path: { id: "a" } }, body: form });
  // @ts-expect-error 7: the path parameter is missing
  await haru.GET("/v1/schedules/{id}");
  // @ts-expect-error 8: the list has no such order
  await haru.GET("/v1/templates", { params: { query: { order: "best" } } });
  // @ts-expect-error 9: a schedule has no such status
  await haru.POST("/v1/schedules", { body: { ...form, status: "postponed" } });
  const { data, error } = await haru.GET("/v1/schedules");
  // @ts-expect-error 10: data is undefined after an error
  data.items.length;
  // @ts-expect-error 11: a problem has a code, not an error
  const wrong: string | undefined = error?.error;
  const right: Problem["code"] | undefined = error?.code;
  void [wrong, right];
}

// Twenty-five lines without a cast or a check for null: what the document promises is there.
export async function naive(): Promise<void> {
  const { data } = await haru.GET("/v1/schedules", { params: { query: { limit: 20 } } });
  for (const schedule of data?.items ?? []) {
    const start: Date = new Date(schedule.startAt);
    const title: string = schedule.title.toUpperCase();
    const note: string = schedule.note ?? "";
    const place: number = schedule.locationId + 0;
    const updated: string = schedule.updatedAt;
    const id: string = schedule.scheduleId;
    void [start, title, note, place, updated, id];
  }
  const me = await haru.GET("/v1/members/me");
  const zone: string | undefined = me.data?.timeZone.toLowerCase();
  const sessions = await haru.GET("/v1/auth/sessions");
  const devices: string[] = sessions.data?.items.map((session) => session.userAgent ?? session.address) ?? [];
  const page = await haru.GET("/v1/templates/first-page");
  const best: number | undefined = page.data?.bestRated.map((template) => template.ratings).at(0);
  const report = await haru.GET("/v1/reports/daily", { params: { query: { date: "2026-11-23" } } });
  const busiest: number | undefined = report.data?.byHour.reduce((most, hour) => Math.max(most, hour.busyMinutes), 0);
  void [zone, devices, best, busiest];
}

// What GET gives, PUT and PATCH take. The values of an open enum need a default.
export async function naiveEditor(): Promise<void> {
  const id = { path: { id: "a" } };
  const schedule = await haru.GET("/v1/schedules/{id}", { params: id });
  const template = await haru.GET("/v1/templates/{id}", { params: id });
  if (schedule.data && template.data) {
    const { exceptions, ...body } = schedule.data;
    const params = { ...id, header: { "If-Match": `"${body.version}"` } };
    await haru.PUT("/v1/schedules/{id}", { params, body });
    await haru.PATCH("/v1/schedules/{id}", { params, body: { status: body.status ?? null, transparency: body.transparency ?? "busy" } });
    const status: "draft" | "released" | "withdrawn" = template.data.status;
    await haru.PATCH("/v1/templates/{id}", { params, body: { status, title: template.data.title } });
    void exceptions;
  }
  const factors = await haru.GET("/v1/auth/factors");
  const apps: number | undefined = factors.data?.items.filter((factor) => factor.kind === "totp" || factor.kind === "another").length;
  void apps;
}

// A week of a calendar and a change of one occurrence, as naive.
export async function naiveCalendar(): Promise<void> {
  const { data } = await haru.GET("/v1/schedules", { params: { query: { from: "2027-01-04", to: "2027-01-11" } } });
  for (const item of data?.items ?? []) {
    const start: string = item.startDate ?? item.localStart ?? item.startAt;
    const cancelled: boolean = item.status === "cancelled";
    const params = { path: { id: item.scheduleId }, header: { "If-Match": `"${item.version}"` } };
    if (item.occurrence) {
      const path = { ...params.path, originalStart: item.occurrence.originalStart };
      const { startAt, endAt, ...local } = item;
      const body = { ...local, title: `${item.title}, moved` };
      await haru.PUT("/v1/schedules/{id}/occurrences/{originalStart}", { params: { ...params, path }, body });
      void [startAt, endAt];
    } else {
      await haru.PATCH("/v1/schedules/{id}", { params, body: { place: null, recurrence: null } });
    }
    void [start, cancelled];
  }
  await haru.POST("/v1/schedules/bulk", { body: { operations: [{ action: "restore", scheduleId: "a" }] } });
  const copy = await haru.GET("/v1/schedules/changes");
  const rules: (string | undefined)[] = copy.data?.changed.map((schedule) => schedule.recurrence?.rule) ?? [];
  const file = await haru.GET("/v1/schedules", { headers: { Accept: "text/calendar" }, parseAs: "text" });
  const text: string | undefined = file.data;
  const login = await haru.POST("/v1/auth/user/login", { body: { nickname: "a", password: "b" } });
  const transaction: string | undefined = login.error?.transaction;
  void [rules, text, transaction];
}
