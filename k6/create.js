// Schedules made at a steady rate by members who have many already (SCHEDULES=1000 HARU_SCHEDULE_LIMIT=1000000 make run).
import { Counter } from 'k6/metrics';
import exec from 'k6/execution';
import { createSchedule, login, required } from './lib/haru.js';
import { arrivals } from './lib/shapes.js';

const BASE_URL = required('BASE_URL');
const MEMBERS = 200; // as the demo data has
const RATE = Number(__ENV.RATE || 400);
const HOUR = 3600_000;

const unexpected = new Counter('unexpected_statuses');

export const options = {
  scenarios: { create: arrivals('create', RATE, __ENV.DURATION || '30s') },
  setupTimeout: '2m',
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  thresholds: {
    unexpected_statuses: ['count==0'], // each is a lost schedule
    'http_req_duration{name:create-schedule}': ['max>=0'], // shown apart from the sign-ins
  },
};

export function setup() {
  return Array.from({ length: MEMBERS }, (_, i) => login(BASE_URL, `seed_${i}`).json('token'));
}

export function create(tokens) {
  const i = exec.scenario.iterationInTest;
  const start = Date.UTC(2027, 0, 1) + (i % 5000) * HOUR;
  const response = createSchedule(BASE_URL, tokens[i % tokens.length], {
    title: 'Load', locationId: 1, startAt: new Date(start).toISOString(), endAt: new Date(start + HOUR / 2).toISOString(),
  });
  unexpected.add(response.status === 201 ? 0 : 1);
}
