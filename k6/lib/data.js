// Who comes, and what they plan.

export const PASSWORD = 'password12345678'; // that of the demo data's members, too
export const REGION = 'Seoul';
export const SEED_MEMBERS = 200; // of the demo data: seed_0 to seed_199

const HOUR = 3600_000;
const FOUR_WEEKS_IN_HOURS = 4 * 7 * 24;

// Nobody else's, in any run.
export function nickname(prefix) {
  return `${prefix}_${crypto.randomUUID().slice(0, 18).replaceAll('-', '')}`;
}

// An hour at random within the coming four weeks.
export function plan(title) {
  return between(title, Date.now() + HOUR * (1 + Math.floor(Math.random() * FOUR_WEEKS_IN_HOURS)), HOUR);
}

// An hour of the past week, for reports to tell of.
export function past(title) {
  return between(title, Date.now() - HOUR * (2 + Math.floor(Math.random() * 160)), HOUR);
}

// Half an hour in 2027, the same for the same number: so that each run meets the same overlaps.
export function numbered(title, i) {
  return between(title, Date.UTC(2027, 0, 1) + (i % 5000) * HOUR, HOUR / 2);
}

// Yesterday, in UTC: within the month that reports go back, in any time zone.
export function yesterday() {
  return new Date(Date.now() - 24 * HOUR).toISOString().slice(0, 10);
}

function between(title, start, length) {
  return {
    title,
    locationId: 1,
    startAt: new Date(start).toISOString(),
    endAt: new Date(start + length).toISOString(),
  };
}
