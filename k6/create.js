// Members with many schedules create more at a constant rate (SCHEDULES=1000 HARU_SCHEDULE_LIMIT=1000000 make run).
import exec from 'k6/execution';
import { SEED_MEMBERS, numbered } from './lib/data.js';
import { createSchedule, login, required } from './lib/haru.js';
import { arrivals } from './lib/shapes.js';

const BASE_URL = required('BASE_URL');
const RATE = Number(__ENV.RATE || 400);

export const options = {
  scenarios: { create: arrivals('create', RATE, __ENV.DURATION || '30s') },
  setupTimeout: '2m',
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  thresholds: {
    unexpected_statuses: ['count==0'], // each unexpected status is a lost schedule
    refused: ['count==0'],
    'http_req_duration{name:create-schedule}': ['max>=0'], // always true; shows this call apart from the sign-ins
  },
};

export function setup() {
  return Array.from({ length: SEED_MEMBERS }, (_, i) => login(BASE_URL, `seed_${i}`).json('token'));
}

export function create(tokens) {
  const i = exec.scenario.iterationInTest;
  createSchedule(BASE_URL, tokens[i % tokens.length], numbered('Load', i));
}
