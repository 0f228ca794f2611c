// The load of make bench NAME=create-cpu and NAME=reports: one call of schedule-service by CLIENTS virtual users without a pause.
import { Counter } from 'k6/metrics';
import exec from 'k6/execution';
import http from 'k6/http';
import { required } from './lib/haru.js';
import { clients } from './lib/shapes.js';

const URL = required('URL');
const KIND = required('KIND');
const TOKENS = JSON.parse(open(required('TOKENS'))); // a file, because sign-ins would cost more than the measured calls
const HOUR = 3600_000;
const unexpected = new Counter('unexpected_statuses');

export const options = {
  scenarios: { call: clients('call', Number(__ENV.CLIENTS || 16), __ENV.DURATION || '10s') },
  discardResponseBodies: true,
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  thresholds: { unexpected_statuses: ['count==0'] },
};

export function call() {
  const i = exec.scenario.iterationInTest;
  const headers = { Authorization: `Bearer ${TOKENS[i % TOKENS.length]}`, 'Content-Type': 'application/json' };
  const adds = KIND === 'create';
  const response = adds ? http.post(URL, plan(i), { headers }) : http.get(URL, { headers });
  unexpected.add(response.status === (adds ? 201 : 200) ? 0 : 1);
}

function plan(i) {
  const start = Date.UTC(2027, 0, 1) + (i % 5000) * HOUR;
  return JSON.stringify({
    title: 'Load', locationId: 1, startAt: new Date(start).toISOString(), endAt: new Date(start + HOUR / 2).toISOString(),
  });
}
