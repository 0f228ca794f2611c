// The load of make bench NAME=second-factor: whole sign-ins of one kind at a constant rate, each from a different address. The gateway
// must trust this machine as a proxy.
import crypto from 'k6/crypto';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import { PASSWORD, required } from './lib/haru.js';
import { arrivals } from './lib/shapes.js';

const BASE_URL = required('BASE_URL');
const KIND = required('KIND');
const AT_ONCE = required('AT_ONCE') === 'true'; // whether the first request has the code
const RATE = Number(required('RATE'));
const DURATION = required('DURATION');
const STEP = Number(required('STEP')); // the time step in which the run begins
const MEMBERS = JSON.parse(open(required('MEMBERS'))); // with the secret of the app in hexadecimal, or null
const FIRST_STEP = -1; // a clock may be one step late

const unexpected = new Counter('unexpected_statuses');
const took = new Trend('sign_in_time', true);

export const options = {
  scenarios: { signIns: arrivals('signIn', RATE, DURATION) },
  summaryTrendStats: ['med', 'p(95)', 'max'],
  thresholds: { unexpected_statuses: ['count==0'] },
};

export function signIn() {
  const i = exec.scenario.iterationInTest;
  const member = MEMBERS[i % MEMBERS.length];
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address() };
  // Each code of a member is of a later step than the one before.
  const codeNow = member.secret && code(member.secret, STEP + FIRST_STEP + Math.floor(i / MEMBERS.length));
  const first = post('', { nickname: member.nickname, password: PASSWORD, code: AT_ONCE ? codeNow : undefined }, headers);
  let status = first.status;
  let duration = first.timings.duration;
  if (codeNow && status === 401) {
    const second = post('/second-factor', { transaction: first.json('transaction'), code: codeNow }, headers);
    status = second.status;
    duration += second.timings.duration;
  }
  unexpected.add(status === 200 ? 0 : 1);
  took.add(duration);
}

function post(path, body, headers) {
  return http.post(`${BASE_URL}/v1/auth/user/login${path}`, JSON.stringify(body), {
    headers,
    responseCallback: http.expectedStatuses(200, 401),
    tags: { name: KIND },
  });
}

function address() {
  const part = () => Math.floor(Math.random() * 256);
  return `10.${part()}.${part()}.${part()}`;
}

// RFC 6238 with SHA-1, six digits and steps of 30 s.
function code(secret, step) {
  const key = new Uint8Array(secret.match(/../g).map((byte) => parseInt(byte, 16)));
  const counter = new DataView(new ArrayBuffer(8));
  counter.setUint32(4, step);
  const digest = crypto.hmac('sha1', key.buffer, counter.buffer, 'hex');
  const offset = parseInt(digest[39], 16);
  const number = parseInt(digest.slice(2 * offset, 2 * offset + 8), 16) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
