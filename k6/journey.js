// A day in Haru: who is new, who signs in, who still is signed in, and who only looks. What make load sends (PROFILE=smoke,
// load, stress, spike, breakpoint or soak). Works on any system: it makes its members first and erases them at the end;
// who signed up meanwhile stays.
import exec from 'k6/execution';
import { sleep } from 'k6';
import { nickname, past, plan, yesterday } from './lib/data.js';
import {
  createSchedule, dailyReport, deleteSchedule, erase, firstPage, listSchedules, locations, login, logout, register,
  reportedDays, required,
} from './lib/haru.js';
import { profile, thresholds } from './lib/profiles.js';
import { enter, phased } from './lib/shapes.js';
import { summary } from './lib/summary.js';

const BASE_URL = required('BASE_URL');
const PROFILE = profile(required('PROFILE'));
const MEMBERS = 100; // so that none of them comes near what one may ask in a second
const SCHEDULES = 5; // of each
const SIGNED_IN_FOR = 45 * 60_000; // ms; a token lives for an hour
const CALLS = [
  'register', 'login', 'list', 'create-schedule', 'delete-schedule', 'report', 'reported-days', 'first-page', 'locations',
  'logout',
];

// Most people are signed in already: a token lives for an hour, a session for a month. Seconds are how long a visit takes.
const KINDS = {
  newcomer: { share: 0.05, seconds: 9 }, // two hashes
  signsIn: { share: 0.2, seconds: 7 }, // one
  returns: { share: 0.45, seconds: 5 },
  looks: { share: 0.3, seconds: 3 },
};

export const options = {
  ext: { haru: { phases: PROFILE.phases } }, // for tools/load, which follows them
  scenarios: Object.fromEntries(
    Object.entries(KINDS).map(([kind, { share, seconds }]) => [kind, phased(kind, PROFILE.phases, share, seconds)]),
  ),
  setupTimeout: '10m', // MEMBERS sign up and sign in, two hashes each
  teardownTimeout: '5m',
  summaryTrendStats: ['avg', 'med', 'p(90)', 'p(95)', 'p(99)', 'max'],
  thresholds: thresholds(PROFILE, CALLS),
};

export function setup() {
  return Array.from({ length: MEMBERS }, () => {
    const member = { nickname: nickname('load') };
    const made = register(BASE_URL, member.nickname);
    const response = made.status === 201 ? signIn(member) : made;
    if (!member.token) {
      exec.test.abort(`No member could be made: ${response.status} ${response.body || response.error}`);
    }
    for (let i = 0; i < SCHEDULES; i++) {
      createSchedule(BASE_URL, member.token, i % 2 ? past('Load') : plan('Load'));
    }
    return member;
  });
}

export function newcomer() {
  enter(PROFILE.phases);
  const member = { nickname: nickname('new') };
  if (register(BASE_URL, member.nickname).status !== 201) {
    return;
  }
  think();
  signIn(member);
  if (!member.token) {
    return;
  }
  firstPage(BASE_URL);
  think();
  createSchedule(BASE_URL, member.token, plan('First'));
  think();
  createSchedule(BASE_URL, member.token, plan('Second'));
  listSchedules(BASE_URL, member.token);
  think();
  dailyReport(BASE_URL, member.token, yesterday());
  think();
  logout(BASE_URL, member.token);
}

export function signsIn(members) {
  enter(PROFILE.phases);
  const member = { nickname: anyOf(members).nickname };
  signIn(member);
  if (!member.token) {
    return;
  }
  listSchedules(BASE_URL, member.token);
  think();
  planAndDrop(member);
  dailyReport(BASE_URL, member.token, yesterday());
  think();
  firstPage(BASE_URL);
  think();
  logout(BASE_URL, member.token);
}

export function returns(members) {
  enter(PROFILE.phases);
  const member = anyOf(members);
  if (Date.now() - member.since > SIGNED_IN_FOR) {
    signIn(member);
  }
  listSchedules(BASE_URL, member.token);
  think();
  if (Math.random() < 0.4) {
    planAndDrop(member);
  }
  reportedDays(BASE_URL, member.token);
  dailyReport(BASE_URL, member.token, yesterday());
  think();
}

export function looks() {
  enter(PROFILE.phases);
  firstPage(BASE_URL);
  think();
  locations(BASE_URL);
  think();
  firstPage(BASE_URL);
}

export function teardown(members) {
  for (const member of members) {
    if (Date.now() - member.since > SIGNED_IN_FOR) {
      signIn(member);
    }
    erase(BASE_URL, member.token);
  }
}

export const handleSummary = summary;

// Nobody nears the limit of schedules, however long the test is.
function planAndDrop(member) {
  const made = createSchedule(BASE_URL, member.token, plan('Load'));
  think();
  if (made.status === 201) {
    deleteSchedule(BASE_URL, member.token, made.json('scheduleId'));
  }
}

function signIn(member) {
  const response = login(BASE_URL, member.nickname);
  if (response.status === 200) {
    Object.assign(member, { token: response.json('token'), since: Date.now() });
  }
  return response;
}

function anyOf(members) {
  return members[Math.floor(Math.random() * members.length)];
}

// People read before they go on; a second here stands for more, so that a test needs fewer clients at once.
function think() {
  sleep(0.5 + Math.random());
}
