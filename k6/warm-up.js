// The load of make bench NAME=warm-up, one request after the other. It sends the first hundred requests to a member-service, and
// ten more hundreds after its latency is steady. In each hundred, ten members send ten requests each, with tokens that are new to
// the service.
import http from 'k6/http';
import exec from 'k6/execution';
import { Counter, Trend } from 'k6/metrics';
import { login, required } from './lib/haru.js';

const BASE_URL = required('BASE_URL'); // the gateway, to sign in
const MEMBER_URL = required('MEMBER_URL');
const HUNDRED = 100;
const MEMBERS = 10;
const STEADY = 10; // hundreds of requests
const SETTLING = Number(__ENV.SETTLING || 20000);

const first = new Trend('first', true);
const firstKnown = new Trend('first_known', true);
const steady = new Trend('steady', true);
const steadyKnown = new Trend('steady_known', true);
const unexpected = new Counter('unexpected_statuses');

export const options = {
  scenarios: {
    reads: {
      executor: 'shared-iterations',
      vus: 1,
      iterations: HUNDRED + SETTLING + STEADY * HUNDRED,
      maxDuration: '10m',
    },
  },
  summaryTrendStats: ['med', 'p(95)', 'max'],
  thresholds: { unexpected_statuses: ['count==0'] },
};

export function setup() {
  const tokens = [];
  for (let i = 0; i < MEMBERS * (1 + STEADY); i++) {
    tokens.push(login(BASE_URL, `seed_${i}`).json('token'));
  }
  return { tokens };
}

export default function ({ tokens }) {
  const i = exec.scenario.iterationInTest;
  const settled = i - HUNDRED - SETTLING;
  const hundred = settled < 0 ? 0 : 1 + Math.floor(settled / HUNDRED);
  const response = http.get(`${MEMBER_URL}/v1/members/me`, {
    headers: { Authorization: `Bearer ${tokens[hundred * MEMBERS + (i % MEMBERS)]}` },
  });
  unexpected.add(response.status === 200 ? 0 : 1);
  const took = response.timings.duration;
  const known = i % HUNDRED >= MEMBERS;
  if (i < HUNDRED) {
    first.add(took);
    if (known) {
      firstKnown.add(took);
    }
  } else if (settled >= 0) {
    steady.add(took);
    if (known) {
      steadyKnown.add(took);
    }
  }
}
