// The load of make bench NAME=template-refresh and of make e2e-k8s: one public GET by virtual users without a pause, or at a
// constant rate.
import { Counter } from 'k6/metrics';
import http from 'k6/http';
import { required } from './lib/haru.js';
import { arrivals, clients, phased, seconds } from './lib/shapes.js';

const URL = required('URL');
const DURATION = __ENV.DURATION || '5s';
const RATE = Number(__ENV.RATE || 0);
const RISE = Number(__ENV.RISE || 0); // seconds until the load reaches RATE
const unexpected = new Counter('unexpected_statuses');

export const options = {
  scenarios: {
    read: shape(),
  },
  discardResponseBodies: true,
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  thresholds: { unexpected_statuses: ['count==0'] },
};

function shape() {
  if (!RATE) {
    return clients('read', 16, DURATION);
  }
  return RISE
    ? phased('read', [{ from: 1, rate: RATE, rise: RISE, hold: seconds(DURATION) - RISE }], 1, 0.5)
    : arrivals('read', RATE, DURATION);
}

export function read() {
  const response = http.get(URL, { tags: { name: 'read' } });
  unexpected.add(response.status === 200 ? 0 : 1);
}
