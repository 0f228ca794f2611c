// One public GET, by so many clients as fast as they are answered or so many a second: what make bench-templates measures.
import { Counter } from 'k6/metrics';
import http from 'k6/http';
import { required } from './lib/haru.js';
import { arrivals, clients } from './lib/shapes.js';

const URL = required('URL');
const HEADERS = JSON.parse(__ENV.HEADERS || '{}');
const STATUS = Number(__ENV.STATUS || 200);
const DURATION = __ENV.DURATION || '5s';
const unexpected = new Counter('unexpected_statuses');

export const options = {
  scenarios: {
    read: __ENV.RATE
      ? arrivals('read', Number(__ENV.RATE), DURATION)
      : clients('read', Number(__ENV.CLIENTS || 16), DURATION),
  },
  discardResponseBodies: true,
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  thresholds: { unexpected_statuses: ['count==0'] },
};

export function read() {
  const response = http.get(URL, { headers: HEADERS, tags: { name: 'read' } });
  unexpected.add(response.status === STATUS ? 0 : 1);
}
