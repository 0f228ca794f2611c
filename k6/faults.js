// The load of make chaos: visits at a low rate. The script logs a line for every call. With it make chaos assigns each failure to a
// time and searches the database for each acknowledged write. The format of a line:
//   <ms since 1970> <call> <status, 0 for none> <id of the created resource, or -> <k6's error code, or ->
import exec from 'k6/execution';
import {
  createSchedule, createUpToLimit, deleteSchedule, firstPage, listSchedules, login, logout, register, reportedDays, required,
} from './lib/haru.js';
import { arrivals } from './lib/shapes.js';

const BASE_URL = required('BASE_URL');
const DURATION = required('DURATION');
const SEED_MEMBERS = 200;
const HOUR = 3600_000;
const GIVE_UP = 120_000; // ms; after it the load generator assumes that the system and make chaos have ended

const TIDY = Boolean(__ENV.TIDY); // deletes all created data, so that no member reaches the limit of schedules

export const options = {
  scenarios: {
    visit: arrivals('visit', Number(__ENV.RATE || 4), DURATION),
    ...(TIDY ? {} : { signUp: arrivals('signUp', 1, DURATION) }),
  },
};

export function signUp() {
  const nickname = `new_${Date.now().toString(36)}_${exec.scenario.iterationInTest}`;
  record('register', register(BASE_URL, nickname), 'memberId');
}

export function visit() {
  const i = exec.scenario.iterationInTest;
  const signedIn = record('login', login(BASE_URL, `seed_${i % SEED_MEMBERS}`));
  record('first-page', firstPage(BASE_URL));
  if (signedIn.status !== 200) {
    return;
  }
  const token = signedIn.json('token');
  record('list', listSchedules(BASE_URL, token));
  const start = Date.now() + HOUR * (1 + (i % 500));
  const create = TIDY ? createSchedule : createUpToLimit;
  const made = record('create', create(BASE_URL, token, {
    title: 'Visit', locationId: 1, startAt: new Date(start).toISOString(), endAt: new Date(start + HOUR).toISOString(),
  }), 'scheduleId');
  record('report', reportedDays(BASE_URL, token));
  if (TIDY && made.status === 201) {
    record('delete', deleteSchedule(BASE_URL, token, made.json('scheduleId')));
  }
  record('logout', logout(BASE_URL, token));
}

let lastResponse = Date.now(); // time of the last response to this virtual user

function record(call, response, id) {
  if (response.status > 0) {
    lastResponse = Date.now();
  } else if (Date.now() - lastResponse > GIVE_UP) {
    exec.test.abort(`No response for ${GIVE_UP / 1000} s.`);
  }
  const written = id && response.status === 201 ? response.json(id) : '-';
  console.log(`${Date.now()} ${call} ${response.status} ${written} ${response.error_code || '-'}`);
  return response;
}
