// The load of make e2e-k8s: a mixed user journey at a constant rate during disturbances. Every unexpected response is a failure.
// k6 logs each acknowledged write, and tools/e2e-k8s searches the database for it afterwards.
import exec from 'k6/execution';
import http from 'k6/http';
import { required } from './lib/haru.js';
import { arrivals } from './lib/shapes.js';

const BASE_URL = required('BASE_URL');
const DURATION = __ENV.DURATION || '20m'; // a signal ends the test
const MEMBERS = Number(__ENV.MEMBERS || 40);
const PASSWORD = 'journey-password-of-e2e'; // the cluster refuses the password of the demo data
const HOUR = 3600_000;
const TIMEOUT = '10s'; // longer than the gateway's longest response timeout

export const options = {
  scenarios: {
    journey: arrivals('journey', Number(__ENV.RATE || 4), DURATION),
    signup: { ...arrivals('signup', 1, DURATION), timeUnit: '2s' }, // each sign-up hashes a password twice
  },
  setupTimeout: '3m',
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
};

export function setup() {
  const tokens = [];
  for (let i = 0; i < MEMBERS; i++) {
    tokens.push(signUp());
  }
  return tokens;
}

export function journey(tokens) {
  const i = exec.scenario.iterationInTest;
  const token = tokens[i % tokens.length];
  const start = Date.UTC(2027, 0, 1) + (i % 5000) * HOUR;
  const made = call('POST', '/v1/schedules', 201, token, {
    title: 'Journey', locationId: 1, startAt: new Date(start).toISOString(), endAt: new Date(start + HOUR / 2).toISOString(),
  });
  if (made) {
    console.log(`schedule ${made.scheduleId}`);
    call('GET', `/v1/schedules/${made.scheduleId}`, 200, token, null, '/v1/schedules/{id}');
  }
  call('GET', '/v1/schedules?limit=5', 200, token, null, '/v1/schedules');
  call('GET', '/v1/members/me', 200, token);
  call('GET', '/v1/templates/first-page', 200, token);
  call('GET', '/v1/reports/daily/status', 200, token);
}

export function signup() {
  signUp();
}

function signUp() {
  const nickname = `e2e_${crypto.randomUUID().slice(0, 13)}`;
  const account = call('POST', '/v1/auth/user/register', 201, '', { nickname, password: PASSWORD, region_name: 'Seoul' });
  if (!account) {
    return '';
  }
  console.log(`member ${account.memberId}`);
  const session = call('POST', '/v1/auth/user/login', 200, '', { nickname, password: PASSWORD });
  return session ? session.token : '';
}

// Returns the JSON of an expected response, or undefined.
function call(method, path, status, token, body = null, name = path) {
  const headers = { 'Content-Type': 'application/json' };
  if (token) {
    headers.Authorization = `Bearer ${token}`;
  }
  const response = http.request(method, `${BASE_URL}${path}`, body && JSON.stringify(body), {
    headers,
    timeout: TIMEOUT,
    responseCallback: http.expectedStatuses(status),
    tags: { name: `${method} ${name}` },
  });
  if (response.status === status) {
    return response.json();
  }
  console.error(`${method} ${path}: ${response.status} ${response.body || response.error}`);
  return null;
}
