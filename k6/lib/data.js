// Test data: members and schedules.

export const PASSWORD = 'password12345678'; // also the password of the demo data's members
export const REGION = 'Seoul';
export const SEED_MEMBERS = 200; // members of the demo data: seed_0 to seed_199

const HOUR = 3600_000;
const FOUR_WEEKS_IN_HOURS = 4 * 7 * 24;

// Returns a unique nickname, across runs too.
export function nickname(prefix) {
  return `${prefix}_${crypto.randomUUID().slice(0, 18).replaceAll('-', '')}`;
}

// Returns a random hour in the next four weeks.
export function plan(title) {
  return between(title, Date.now() + HOUR * (1 + Math.floor(Math.random() * FOUR_WEEKS_IN_HOURS)), HOUR);
}

// Returns a random hour of the past week, so that reports contain it.
export function past(title) {
  return between(title, Date.now() - HOUR * (2 + Math.floor(Math.random() * 160)), HOUR);
}

// Returns half an hour in 2027 that depends only on the number, so that each run has the same overlaps.
export function numbered(title, i) {
  return between(title, Date.UTC(2027, 0, 1) + (i % 5000) * HOUR, HOUR / 2);
}

// Returns yesterday in UTC; reports cover the last month, so the date is valid in any time zone.
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
