// The first hundred requests that a member-service gets, and a thousand after it has settled, one after the other:
// what make bench-warm-up measures.
import http from 'k6/http';
import exec from 'k6/execution';
import { Counter, Trend } from 'k6/metrics';
import { login, required } from './lib/haru.js';

const BASE_URL = required('BASE_URL'); // the gateway, to sign in
const MEMBER_URL = required('MEMBER_URL');
const FIRST = 100;
const SETTLING = Number(__ENV.SETTLING || 20000);
const STEADY = 1000;
const MEMBERS = 10;

const first = new Trend('first', true);
const steady = new Trend('steady', true);
const unexpected = new Counter('unexpected_statuses');

export const options = {
  scenarios: { reads: { executor: 'shared-iterations', vus: 1, iterations: FIRST + SETTLING + STEADY, maxDuration: '10m' } },
  thresholds: { unexpected_statuses: ['count==0'] },
};

export function setup() {
  const tokens = [];
  for (let i = 0; i < MEMBERS; i++) {
    tokens.push(login(BASE_URL, `seed_${i}`).json('token'));
  }
  return { tokens };
}

export default function ({ tokens }) {
  const i = exec.scenario.iterationInTest;
  const response = http.get(`${MEMBER_URL}/v1/members/me`, {
    headers: { Authorization: `Bearer ${tokens[i % tokens.length]}` },
  });
  unexpected.add(response.status === 200 ? 0 : 1);
  if (i < FIRST) {
    first.add(response.timings.duration);
  } else if (i >= FIRST + SETTLING) {
    steady.add(response.timings.duration);
  }
}
