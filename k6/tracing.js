// The load of make bench NAME=tracing: signed-in reads and writes over all services; RATIO is the share with a recorded trace.
import { Counter } from 'k6/metrics';
import crypto from 'k6/crypto';
import exec from 'k6/execution';
import http from 'k6/http';
import { createSchedule, required } from './lib/haru.js';
import { arrivals } from './lib/shapes.js';

const BASE_URL = required('BASE_URL');
const TOKENS = JSON.parse(open(required('TOKENS')));
const RATIO = Number(__ENV.RATIO || 1);
const HOUR = 3600_000;
const READS = ['/v1/schedules', '/v1/schedules', '/v1/members/me', '/v1/locations'];

const unexpected = new Counter('unexpected_statuses');

export const options = {
  scenarios: { walk: arrivals('walk', Number(__ENV.RATE || 100), __ENV.DURATION || '10s') },
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  thresholds: { unexpected_statuses: ['count==0'] },
};

const hex = (bytes) => Array.from(new Uint8Array(crypto.randomBytes(bytes)), (b) => b.toString(16).padStart(2, '0')).join('');

// k6 decides whether a trace is recorded, and the services follow. So the same system is measured at every ratio.
function traceparent() {
  return `00-${hex(16)}-${hex(8)}-${Math.random() < RATIO ? '01' : '00'}`;
}

function check(response, status) {
  unexpected.add(response.status === status ? 0 : 1);
  return response;
}

export function walk() {
  const i = exec.scenario.iterationInTest;
  const token = TOKENS[i % TOKENS.length];
  const headers = () => ({ Authorization: `Bearer ${token}`, traceparent: traceparent() });
  for (const path of READS) {
    check(http.get(`${BASE_URL}${path}`, { headers: headers(), tags: { name: 'read' } }), 200);
  }
  const start = Date.UTC(2027, 0, 1) + (i % 5000) * HOUR;
  const made = check(createSchedule(BASE_URL, token, {
    title: 'Load', locationId: 1, startAt: new Date(start).toISOString(), endAt: new Date(start + HOUR / 2).toISOString(),
  }, headers()), 201);
  if (made.status === 201) {
    const one = `${BASE_URL}/v1/schedules/${made.json('scheduleId')}`;
    check(http.del(one, null, { headers: headers(), tags: { name: 'delete-schedule' } }), 204);
  }
}
