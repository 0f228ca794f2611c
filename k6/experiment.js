// The load of tools/experiment, make perf-check and benchmarks, as configured in a file of performance/experiments or benchmarks.
import crypto from 'k6/crypto';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Rate, Trend } from 'k6/metrics';

const { calls, scenario, target, path } = JSON.parse(open(__ENV.LOAD)); // a file, because it holds tokens
const TOKENS = JSON.parse(open(__ENV.TOKENS));
const HOUR = 3600_000;

const unexpected = new Counter('unexpected_statuses');
const refused = new Counter('refused_statuses');
const late = new Rate('over_target');
const served = new Trend('served', true); // without refusals, which are fast and would lower the latency

export const options = {
  scenarios: { load: { exec: 'load', gracefulStop: '10s', ...scenario } },
  discardResponseBodies: true,
  summaryTrendStats: ['avg', 'med', 'p(95)', 'p(99)', 'max'],
};

const hex = (bytes) => Array.from(new Uint8Array(crypto.randomBytes(bytes)), (b) => b.toString(16).padStart(2, '0')).join('');
const RUN = hex(3);

const VALUES = {
  i: (i) => i,
  random: (i) => `${RUN}_${exec.vu.idInTest}_${i}`,
  member: (i) => i % 200, // number of a seed member
  address: (i) => `10.9.${i % 4}.${(i % 50) + 1}`, // few addresses, so that the login guard sees each repeatedly
  start: (i) => new Date(Date.UTC(2027, 0, 1) + (i % 5000) * HOUR).toISOString(),
  end: (i) => new Date(Date.UTC(2027, 0, 1) + (i % 5000) * HOUR + HOUR / 2).toISOString(),
  today: () => new Date(Date.now() + 9 * HOUR).toISOString().slice(0, 10), // the date in Seoul, the time zone of the seed members
  path: (i) => filled(path, i),
};

const DELETE = { expected: [204], refused: [] }; // the second request of a call that deletes the created schedule

const filled = (text, i) => text.replace(/\$\{(\w+)}/g, (_, name) => VALUES[name](i));

export function load() {
  const i = exec.scenario.iterationInTest;
  const call = calls[i % calls.length];
  const headers = {};
  if (call.body) {
    headers['Content-Type'] = 'application/json';
  }
  if (call.signed_in) {
    headers.Authorization = `Bearer ${TOKENS[call.member ?? i % TOKENS.length]}`;
  }
  if (call.traced >= 0) {
    headers.traceparent = `00-${hex(16)}-${hex(8)}-${Math.random() < call.traced ? '01' : '00'}`;
  }
  for (const name of Object.keys(call.headers)) {
    headers[name] = filled(call.headers[name], i);
  }
  const response = http.request(call.method, __ENV.URL + filled(call.path, i), call.body ? filled(call.body, i) : null, {
    headers, tags: { name: 'load' }, timeout: '60s', responseType: call.deletes ? 'text' : 'none',
  });
  count(call, response);
  if (call.deletes && call.expected.includes(response.status)) {
    const one = `${__ENV.URL}${filled(call.path, i)}/${response.json('scheduleId')}`;
    count(DELETE, http.del(one, null, { headers, tags: { name: 'load' }, timeout: '60s' }));
  }
}

function count(call, response) {
  if (call.refused.includes(response.status)) {
    refused.add(1);
  } else if (call.expected.includes(response.status)) {
    served.add(response.timings.duration);
    if (target) {
      late.add(response.timings.duration > target);
    }
  } else {
    unexpected.add(1);
  }
}
