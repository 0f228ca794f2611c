// The load of make bench NAME=login: sign-ins of one kind at a constant rate, each from a different address. The gateway must trust
// this machine as a proxy.
import exec from 'k6/execution';
import { Counter } from 'k6/metrics';
import http from 'k6/http';
import { PASSWORD, required } from './lib/haru.js';
import { arrivals } from './lib/shapes.js';

const BASE_URL = required('BASE_URL');
const KIND = required('KIND');
const RATE = Number(__ENV.RATE || 20);
const DURATION = __ENV.DURATION || '30s';
const MEMBERS = 150; // seed members that sign in; the script attacks the others, each for a minute
const VICTIM = `seed_${MEMBERS + Number(__ENV.RUN || 0) % 50}`;
const BLOCKED_ADDRESS = '192.0.2.66'; // the benchmark blocks it

const KINDS = {
  right: { status: 200, attempt: (i) => login(seed(), PASSWORD, address()) },
  wrong: { status: 401, attempt: (i) => login(seed(), 'not-the-password', address()) },
  unknown: { status: 401, attempt: (i) => login(`nobody_${i}_${Date.now() % 1e9}`, 'not-the-password', address()) },
  challenged: { status: 428, attempt: (i) => login(VICTIM, 'not-the-password', address()) },
  'challenged-unknown': { status: 428, attempt: (i) => login(`nobody_${VICTIM}`, 'not-the-password', address()) },
  blocked: { status: 429, attempt: () => login(VICTIM, 'not-the-password', BLOCKED_ADDRESS) },
};
const kind = KINDS[KIND];

const unexpected = new Counter('unexpected_statuses');

export const options = {
  scenarios: { attempts: arrivals('attempts', RATE, DURATION) },
  summaryTrendStats: ['med', 'p(95)', 'max'],
  thresholds: { unexpected_statuses: ['count==0'] }, // each kind has one expected status
};

// After ten failures an account requires a challenge.
export function setup() {
  if (KIND.startsWith('challenged')) {
    for (let i = 0; i < 10; i++) {
      kind.attempt(1e6 + i);
    }
  }
}

export function attempts() {
  const response = kind.attempt(__VU * 1e5 + __ITER);
  unexpected.add(response.status === kind.status ? 0 : 1);
}

function seed() {
  return `seed_${exec.scenario.iterationInTest % MEMBERS}`; // in turn, so that no account fails ten times in a minute
}

function address() {
  const part = () => Math.floor(Math.random() * 256);
  return `10.${part()}.${part()}.${part()}`;
}

function login(nickname, password, from) {
  return http.post(`${BASE_URL}/v1/auth/user/login`, JSON.stringify({ nickname, password }), {
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
    responseCallback: http.expectedStatuses(kind.status),
    tags: { name: KIND },
  });
}
