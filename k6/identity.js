// The load of make bench NAME=identity and NAME=cold: one signed-in GET by CLIENTS virtual users without a pause.
import { Counter } from 'k6/metrics';
import exec from 'k6/execution';
import http from 'k6/http';
import { required } from './lib/haru.js';
import { clients } from './lib/shapes.js';

const URL = required('URL');
const TOKENS = JSON.parse(open(required('TOKENS'))); // a file, because sign-ins would cost more than the measured calls
const unexpected = new Counter('unexpected_statuses');

export const options = {
  scenarios: { read: clients('read', Number(__ENV.CLIENTS || 16), __ENV.DURATION || '5s') },
  discardResponseBodies: true,
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  thresholds: { unexpected_statuses: ['count==0'] },
};

export function read() {
  const token = TOKENS[exec.vu.idInTest % TOKENS.length];
  const response = http.get(URL, { headers: { Authorization: `Bearer ${token}` }, tags: { name: 'read' } });
  unexpected.add(response.status === 200 ? 0 : 1);
}
