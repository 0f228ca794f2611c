// Sign-ups and new schedules under load: fifty virtual users sign up, then seed members create a hundred schedules a second.
// The thresholds check only the statuses, so that the result is the same on any machine.
import exec from 'k6/execution';
import { SEED_MEMBERS, nickname, plan } from './lib/data.js';
import { createUpToLimit, login, register, required } from './lib/haru.js';
import { arrivals, clients } from './lib/shapes.js';

const BASE_URL = required('BASE_URL');
const DURATION = __ENV.DURATION || '1m';

export const options = {
  scenarios: {
    signup: clients('signup', 50, DURATION),
    schedules: arrivals('schedules', 100, DURATION, DURATION),
  },
  setupTimeout: '5m', // two hundred sign-ins, each with a password hash
  thresholds: {
    unexpected_statuses: ['count==0'],
    refused: ['count==0'],
    'unexpected_statuses{scenario:signup}': ['count==0'], // 201, or 409 for a nickname that exists
    'unexpected_statuses{scenario:schedules}': ['count==0'], // 201, or 406 once a member is at the limit
    'http_req_duration{name:register}': ['max>=0'], // always true; shows this call separately
    'http_req_duration{name:create-schedule}': ['max>=0'],
  },
};

export function setup() {
  const tokens = [];
  for (let i = 0; i < SEED_MEMBERS; i++) {
    const response = login(BASE_URL, `seed_${i}`);
    if (response.status !== 200) {
      exec.test.abort(`seed_${i} cannot log in: ${response.status} ${response.body}`);
    }
    tokens.push(response.json('token'));
  }
  return { tokens };
}

export function signup() {
  register(BASE_URL, nickname('user'));
}

export function schedules({ tokens }) {
  const i = exec.scenario.iterationInTest;
  createUpToLimit(BASE_URL, tokens[i % tokens.length], plan(`Schedule ${i}`));
}
