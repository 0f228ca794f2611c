// The user journey of make load (PROFILE=smoke, load, stress, spike, breakpoint or soak). The users are new members, members
// that sign in, signed-in members, and anonymous users. Works on any system: setup creates the members, and teardown erases
// them. Members that sign up during the test remain.
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
const MEMBERS = 100; // enough to keep each member far below its rate limit
const SCHEDULES = 5; // schedules of each member
const SIGNED_IN_FOR = 45 * 60_000; // ms; a token is valid for an hour
const CALLS = [
  'register', 'login', 'list', 'create-schedule', 'delete-schedule', 'report', 'reported-days', 'first-page', 'locations',
  'logout',
];

// Most users are signed in already: a token is valid for an hour, a session for a month. A visit takes the given seconds.
const KINDS = {
  newcomer: { share: 0.05, seconds: 9 }, // two password hashes
  signsIn: { share: 0.2, seconds: 7 }, // one password hash
  returns: { share: 0.45, seconds: 5 },
  looks: { share: 0.3, seconds: 3 },
};

export const options = {
  ext: { haru: { phases: PROFILE.phases } }, // tools/load reads these phases
  scenarios: Object.fromEntries(
    Object.entries(KINDS).map(([kind, { share, seconds }]) => [kind, phased(kind, PROFILE.phases, share, seconds)]),
  ),
  setupTimeout: '10m', // each of MEMBERS signs up and signs in, with two hashes
  teardownTimeout: '10m', // each member's erasure checks a password
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

// Creates and deletes a schedule, so that no member reaches the limit of schedules in a long test.
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

// The reading time between two calls. It is shorter than in reality, so that a test needs fewer concurrent virtual users.
function think() {
  sleep(0.5 + Math.random());
}
