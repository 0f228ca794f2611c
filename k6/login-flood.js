// Measures whether a flood of sign-ins slows signed-in members. Sends reads and introspections alone, then the same calls with
// sign-ins at several times the rate that the cores can hash. All passwords are right, so that the hash governor limits sign-ins.
import { Counter, Trend } from 'k6/metrics';
import exec from 'k6/execution';
import http from 'k6/http';
import { login, required } from './lib/haru.js';
import { arrivals } from './lib/shapes.js';

const BASE_URL = required('BASE_URL');
const AUTH_URL = required('AUTH_URL');
const CREDENTIAL = required('CREDENTIAL'); // member-service's secret, for introspection; set it in the environment, not in the command line
const FLOOD = Number(__ENV.FLOOD || 400);
const PHASE = __ENV.PHASE || '30s';
const WARM = '10s';
const SEED_MEMBERS = 200;

const unexpected = new Counter('unexpected_statuses');
const completed = new Counter('logins_completed');
const refused = new Counter('logins_refused');
const wait = new Trend('login_wait', true);

function phase(name, startTime, flood) {
  const tags = { phase: name };
  const at = (exec, rate) => ({ ...arrivals(exec, rate, PHASE, startTime), tags });
  const scenarios = {
    [`${name}_reads`]: at('reads', 20),
    [`${name}_introspections`]: at('introspections', 20),
  };
  if (flood) {
    scenarios[`${name}_logins`] = { ...at('logins', FLOOD), preAllocatedVUs: 400, maxVUs: 2000 };
  }
  return scenarios;
}

const seconds = (text) => Number(text.replace('s', ''));
const start = seconds(WARM);

export const options = {
  scenarios: {
    warm_reads: { ...arrivals('reads', 20, WARM), tags: { phase: 'warm' } },
    warm_introspections: { ...arrivals('introspections', 20, WARM), tags: { phase: 'warm' } },
    ...phase('quiet', `${start}s`, false),
    ...phase('flood', `${start + seconds(PHASE)}s`, true),
  },
  setupTimeout: '5m',
  summaryTrendStats: ['med', 'p(95)', 'max'],
  thresholds: {
    unexpected_statuses: ['count==0'],
    'http_req_duration{name:read,phase:quiet}': ['max>=0'], // always true; shows this call separately
    'http_req_duration{name:read,phase:flood}': ['max>=0'],
    'http_req_duration{name:introspect,phase:quiet}': ['max>=0'],
    'http_req_duration{name:introspect,phase:flood}': ['max>=0'],
  },
};

export function setup() {
  const tokens = [];
  for (let i = 0; i < 50; i++) {
    tokens.push(login(BASE_URL, `seed_${i}`).json('token'));
  }
  return { tokens };
}

export function reads({ tokens }) {
  const response = http.get(`${BASE_URL}/v1/schedules`, {
    headers: { Authorization: `Bearer ${tokens[exec.scenario.iterationInTest % tokens.length]}` },
    tags: { name: 'read' },
  });
  unexpected.add(response.status === 200 ? 0 : 1);
}

export function introspections({ tokens }) {
  const response = http.post(
    `${AUTH_URL}/internal/tokens/introspect`,
    JSON.stringify({ token: tokens[exec.scenario.iterationInTest % tokens.length] }),
    { headers: { 'Content-Type': 'application/json', 'X-Service-Credential': CREDENTIAL }, tags: { name: 'introspect' } },
  );
  unexpected.add(response.status === 200 ? 0 : 1);
}

export function logins() {
  const response = login(BASE_URL, `seed_${exec.scenario.iterationInTest % SEED_MEMBERS}`);
  if (response.status === 200) {
    completed.add(1);
    wait.add(response.timings.duration);
  } else {
    refused.add(1);
    unexpected.add(response.status === 503 && response.headers['Retry-After'] ? 0 : 1);
  }
}
