// The calendar of a member against a running Haru: HARU_URL is the gateway's URL.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { eventually, fetchWithRetries, journey, registered } from "./member.js";

const LESSON = {
  title: "Guitar lesson",
  place: "Music school",
  localStart: "2027-01-05T18:00:00",
  localEnd: "2027-01-05T19:00:00",
  timeZone: "Europe/Berlin",
  tags: ["music"],
  recurrence: { rule: "FREQ=WEEKLY;COUNT=10" },
};
const FILE = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Calendar//EN
BEGIN:VEVENT
UID:1@example.org
DTSTAMP:20270101T000000Z
DTSTART;TZID=Asia/Seoul:20270601T090000
DTEND;TZID=Asia/Seoul:20270601T100000
SUMMARY:Imported
END:VEVENT
BEGIN:VTODO
UID:2@example.org
DTSTAMP:20270101T000000Z
SUMMARY:Buy strings
END:VTODO
END:VCALENDAR
`;

let haru;

/** A journey of a new member. */
function calendar(name, body) {
  journey(name, async () => {
    const member = await registered();
    haru = member.haru;
    await body();
    await member.erase();
  });
}

/** Reads all pages of a window. */
async function occurrences(from, to) {
  const items = [];
  let cursor;
  do {
    const { data } = await haru.GET("/v1/schedules", { params: { query: { from, to, limit: 2, cursor } } });
    items.push(...data.items);
    cursor = data.nextCursor;
  } while (cursor);
  return items;
}

async function added(body) {
  const header = { "Idempotency-Key": randomUUID() };
  const { data, response } = await haru.POST("/v1/schedules", { params: { header }, body });
  assert.equal(response.status, 201);
  return data;
}

async function removed({ scheduleId }) {
  const { response } = await haru.DELETE("/v1/schedules/{id}", { params: { path: { id: scheduleId } } });
  assert.equal(response.status, 204);
}

const starts = (items) => items.map((item) => item.localStart.slice(5, 16));

calendar("series with a changed and a deleted occurrence, a split and a change of the whole", async () => {
  const { scheduleId: id } = await added(LESSON);
  const occurrence = "/v1/schedules/{id}/occurrences/{originalStart}";
  const [, second, third, fourth] = await occurrences("2027-01-01", "2027-02-01");

  const moved = await haru.PUT(occurrence, {
    params: { path: { id, originalStart: second.occurrence.originalStart }, header: { "If-Match": `"${second.version}"` } },
    body: { ...LESSON, recurrence: null, localStart: "2027-01-13T10:00:00", localEnd: "2027-01-13T11:00:00" },
  });
  assert.deepEqual(moved.data.occurrence, { originalStart: "2027-01-12T18:00:00", changed: true });
  const deleted = await haru.DELETE(occurrence, { params: { path: { id, originalStart: third.occurrence.originalStart } } });
  assert.equal(deleted.response.status, 204);
  const following = await haru.PUT(occurrence, {
    params: {
      path: { id, originalStart: fourth.occurrence.originalStart },
      query: { range: "this-and-following" },
      header: { "If-Match": deleted.response.headers.get("ETag") },
    },
    body: { ...LESSON, recurrence: null, localStart: "2027-01-26T17:00:00", localEnd: "2027-01-26T18:00:00" },
  });
  assert.equal(following.response.status, 201);
  assert.equal(following.data.recurrence.rule, "FREQ=WEEKLY;COUNT=7");
  assert.deepEqual(starts(await occurrences("2027-01-01", "2027-02-05")), [
    "01-05T18:00",
    "01-13T10:00",
    "01-26T17:00",
    "02-02T17:00",
  ]);

  const whole = await haru.PATCH("/v1/schedules/{id}", {
    params: { path: { id: following.data.scheduleId }, header: { "If-Match": following.response.headers.get("ETag") } },
    body: { title: "Piano lesson", tags: null },
  });
  assert.equal(whole.data.title, "Piano lesson");
  assert.equal(whole.data.tags, undefined);
  const found = await haru.GET("/v1/schedules/search", { params: { query: { text: "PIANO" } } });
  assert.deepEqual(found.data.items.map((item) => item.scheduleId), [following.data.scheduleId]);
  await Promise.all([removed({ scheduleId: id }), removed(following.data)]);
});

calendar("whole days and a floating time", async () => {
  const holiday = await added({ title: "Holiday", place: "Jeju", startDate: "2027-03-01", endDate: "2027-03-04" });
  assert.equal(holiday.startAt, "2027-02-28T15:00:00Z");
  const pills = await added({ title: "Pills", locationId: 1, localStart: "2027-03-02T08:00:00", localEnd: "2027-03-02T08:05:00" });
  assert.equal(pills.timeZone, undefined);
  assert.deepEqual(pills.overlaps, [holiday.scheduleId]);
  await Promise.all([removed(holiday), removed(pills)]);
});

calendar("copy follows the changes, a bulk request and a restored schedule", async () => {
  const copy = new Map();
  let since;
  const synchronise = async () => {
    let page;
    do {
      page = (await haru.GET("/v1/schedules/changes", { params: { query: { since } } })).data;
      page.changed.forEach((schedule) => copy.set(schedule.scheduleId, schedule.title));
      page.deleted.forEach((id) => copy.delete(id));
      since = page.syncToken;
    } while (page.more);
  };
  await synchronise();
  assert.equal(copy.size, 0);

  const add = (title, day) => ({ action: "add", schedule: { title, place: "Town hall", startDate: day, endDate: "2027-04-09" } });
  const bulk = await haru.POST("/v1/schedules/bulk", { body: { operations: [add("A", "2027-04-01"), add("B", "2027-04-09")] } });
  assert.deepEqual(bulk.data.results.map((result) => result.status), [201, 400]);
  assert.equal(bulk.data.results[1].problem.errors[0].field, "endDate");
  const { schedule } = bulk.data.results[0];
  await synchronise();
  assert.deepEqual([...copy.values()], ["A"]);

  await removed(schedule);
  await synchronise();
  assert.equal(copy.size, 0);
  const deleted = await haru.GET("/v1/schedules/deleted", { params: { query: { limit: 1 } } });
  assert.equal(deleted.data.items[0].schedule.scheduleId, schedule.scheduleId);
  await haru.POST("/v1/schedules/{id}/restore", { params: { path: { id: schedule.scheduleId } } });
  await synchronise();
  assert.deepEqual([...copy.values()], ["A"]);
  await removed(schedule);
});

calendar("imported file is reported, exported and published", async () => {
  const accepted = await haru.POST("/v1/schedules/import", { body: FILE });
  assert.equal(accepted.response.status, 202);
  const params = { path: { id: accepted.data.importId } };
  const read = () => haru.GET("/v1/schedules/imports/{id}", { params });
  const { data: report } = await eventually(read, ({ data }) => data?.status !== "pending");
  assert.equal(report.status, "completed");
  assert.deepEqual([report.counts.added, report.counts.refused], [1, 1]);
  assert.equal(report.items[0].component, "VTODO");

  const file = await haru.GET("/v1/schedules", { headers: { Accept: "text/calendar" }, parseAs: "text" });
  assert.match(file.data, /UID:1@example\.org/);
  const feed = await haru.POST("/v1/schedules/feed");
  const address = new URL(feed.data.path, process.env.HARU_URL);
  const readFeed = (headers = {}) => fetchWithRetries(new Request(address, { headers }));
  const subscribed = await readFeed();
  assert.match(await subscribed.text(), /SUMMARY:Imported/);
  const unchanged = await readFeed({ "If-None-Match": subscribed.headers.get("ETag") });
  assert.equal(unchanged.status, 304);
  await haru.DELETE("/v1/schedules/feed");
  assert.equal((await readFeed()).status, 404);
});
