// Visits at a modest rate, of which every call is told in a line, so that each failure finds its moment and each
// acknowledged write can be looked for in the database. What make chaos and make soak send while they watch the system.
//   <ms since 1970> <call> <status, 0 for none> <id of what was written, or -> <k6's error code, or ->
import http from 'k6/http';
import exec from 'k6/execution';
import { createSchedule, login, register, required } from './lib/haru.js';
import { arrivals } from './lib/shapes.js';

const BASE_URL = required('BASE_URL');
const DURATION = required('DURATION');
const SEED_MEMBERS = 200;
const HOUR = 3600_000;

const TIDY = Boolean(__ENV.TIDY); // leaves nothing behind

export const options = {
  scenarios: {
    visit: arrivals('visit', Number(__ENV.RATE || 4), DURATION),
    ...(TIDY ? {} : { signUp: arrivals('signUp', 1, DURATION) }),
  },
};

export function signUp() {
  const nickname = `new_${Date.now().toString(36)}_${exec.scenario.iterationInTest}`;
  tell('register', register(BASE_URL, nickname), 'memberId');
}

export function visit() {
  const i = exec.scenario.iterationInTest;
  const signedIn = tell('login', login(BASE_URL, `seed_${i % SEED_MEMBERS}`));
  tell('first-page', http.get(`${BASE_URL}/v1/templates/first-page`));
  if (signedIn.status !== 200) {
    return;
  }
  const token = signedIn.json('token');
  const headers = { Authorization: `Bearer ${token}` };
  tell('list', http.get(`${BASE_URL}/v1/schedules`, { headers }));
  const start = Date.now() + HOUR * (1 + (i % 500));
  const made = tell('create', createSchedule(BASE_URL, token, {
    title: 'Visit', locationId: 1, startAt: new Date(start).toISOString(), endAt: new Date(start + HOUR).toISOString(),
  }), 'scheduleId');
  tell('report', http.get(`${BASE_URL}/v1/reports/daily/status`, { headers }));
  if (TIDY && made.status === 201) {
    tell('delete', http.del(`${BASE_URL}/v1/schedules/${made.json('scheduleId')}`, null, { headers }));
  }
  tell('logout', http.post(`${BASE_URL}/v1/auth/user/logout`, null, { headers }));
}

function tell(call, response, id) {
  const written = id && response.status === 201 ? response.json(id) : '-';
  console.log(`${Date.now()} ${call} ${response.status} ${written} ${response.error_code || '-'}`);
  return response;
}
