// The load of make bench NAME=overload: virtual users without a pause. READS adds a constant rate of reads, OTHERS a constant rate of
// sign-ins from other addresses.
import exec from 'k6/execution';
import http from 'k6/http';
import { SharedArray } from 'k6/data';
import { Counter, Trend } from 'k6/metrics';

const { URL, KIND, USERS, DURATION, READS, OTHERS } = __ENV;
const TOKENS = new SharedArray('tokens', () => JSON.parse(open(__ENV.TOKENS)));
const HOUR = 3600_000;
const RUN = Math.random().toString(36).slice(2, 8);

const metrics = (name) => ({
  answered: new Counter(`${name}_answered`),
  refused: new Counter(`${name}_refused`),
  failed: new Counter(`${name}_failed`),
  time: new Trend(`${name}_time`, true), // without refusals, which are fast and would lower the latency
});
const load = metrics('load');
const reads = metrics('reads');
const others = metrics('others');

const scenarios = {};
if (USERS > 0) {
  scenarios.load = { executor: 'constant-vus', vus: Number(USERS), duration: `${DURATION}s`, exec: 'send', gracefulStop: '10s' };
}
const constantRate = (rate, exec) => ({
  executor: 'constant-arrival-rate', rate: Number(rate), timeUnit: '1s', duration: `${DURATION}s`,
  preAllocatedVUs: 50, maxVUs: 1000, exec, gracefulStop: '10s',
});
if (READS > 0) {
  scenarios.reads = constantRate(READS, 'read');
}
if (OTHERS > 0) {
  scenarios.others = constantRate(OTHERS, 'signInElsewhere');
}

export const options = {
  scenarios,
  discardResponseBodies: true,
  summaryTrendStats: ['avg', 'med', 'p(95)', 'p(99)', 'max'],
};

const JSON_BODY = { 'Content-Type': 'application/json' };
const bearer = (i) => ({ Authorization: `Bearer ${TOKENS[i % TOKENS.length]}` });

const signIn = (i, headers) => http.post(`${URL}/v1/auth/user/login`, JSON.stringify({
  nickname: `seed_${i % TOKENS.length}`, password: 'password12345678',
}), { headers: { ...JSON_BODY, ...headers }, timeout: '60s' });

const CALLS = {
  'sign-up': () => http.post(`${URL}/v1/auth/user/register`, JSON.stringify({
    nickname: `load_${RUN}_${exec.vu.idInTest}_${exec.vu.iterationInInstance}`, password: 'password12345678', region_name: 'Seoul',
  }), { headers: JSON_BODY, timeout: '60s' }),
  'sign-in': (i) => signIn(i, {}),
  'both': (i) => CALLS[i % 2 ? 'sign-up' : 'sign-in'](i),
  'list': (i) => http.get(`${URL}/v1/schedules?limit=20`, { headers: bearer(i), timeout: '60s' }),
  'first-page': () => http.get(`${URL}/v1/templates/first-page`, { timeout: '60s' }),
  'create': (i) => http.post(`${URL}/v1/schedules`, JSON.stringify({
    title: 'Load', locationId: 1,
    startAt: new Date(Date.UTC(2027, 0, 1) + (i % 5000) * HOUR).toISOString(),
    endAt: new Date(Date.UTC(2027, 0, 1) + (i % 5000) * HOUR + HOUR / 2).toISOString(),
  }), { headers: { ...JSON_BODY, ...bearer(i) }, timeout: '60s' }),
};

/** A response after the end of the step does not count. */
const isOver = () => Date.now() - exec.scenario.startTime > DURATION * 1000;

function count(into, response) {
  if (isOver()) {
    return;
  }
  if (response.status >= 200 && response.status < 300 || response.status === 409) {
    into.answered.add(1);
    into.time.add(response.timings.duration);
  } else if ([428, 429, 503].includes(response.status)) {
    into.refused.add(1);
  } else {
    into.failed.add(1);
  }
}

const number = () => exec.vu.idInTest * 7919 + exec.vu.iterationInInstance; // virtual users begin at different members

export function send() {
  count(load, CALLS[KIND](number()));
}

export function read() {
  count(reads, CALLS.list(exec.scenario.iterationInTest));
}

/** Signs in from one of 250 addresses; the gateway of the benchmark trusts this machine as a proxy. */
export function signInElsewhere() {
  const i = exec.scenario.iterationInTest;
  count(others, signIn(i, { 'X-Forwarded-For': `198.51.100.${i % 250 + 1}` }));
}
