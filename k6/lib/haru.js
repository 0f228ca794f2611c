// The calls of Haru's API. Each call has a name tag for thresholds and tables.
import http from 'k6/http';
import { Counter } from 'k6/metrics';
import { PASSWORD, REGION } from './data.js';
import { traceparent } from './trace.js';

export { PASSWORD } from './data.js';

const JSON_BODY = { 'Content-Type': 'application/json' };
export const HASHING = ['register', 'login', 'erase'];
const MAX_REPORTS_PER_CLIENT = 2; // of each status; limits the log, because the first failures show the cause

// Counts refusals with a time for a retry (429, 503 with Retry-After); a limit of the system caused them.
export const refused = new Counter('refused');
// Counts all other unexpected responses.
export const unexpected = new Counter('unexpected_statuses');

const reported = {}; // by status

export function required(name) {
  const value = __ENV[name];
  if (!value) {
    throw new Error(`${name} is required: k6 run -e ${name}=…`);
  }
  return value;
}

export function register(baseUrl, nickname) {
  return send('POST', `${baseUrl}/v1/auth/user/register`, 'register', [201, 409], {
    body: { nickname, password: PASSWORD, region_name: REGION },
  });
}

export function login(baseUrl, nickname) {
  return send('POST', `${baseUrl}/v1/auth/user/login`, 'login', [200], { body: { nickname, password: PASSWORD } });
}

export function logout(baseUrl, token) {
  return send('POST', `${baseUrl}/v1/auth/user/logout`, 'logout', [204], { token });
}

export function erase(baseUrl, token) {
  return send('DELETE', `${baseUrl}/v1/auth/user`, 'erase', [202], { token, body: { password: PASSWORD } });
}

export function createSchedule(baseUrl, token, schedule, headers = {}) {
  return create(baseUrl, token, schedule, headers, [201]);
}

// For members that may reach the limit of schedules, which returns 406.
export function createUpToLimit(baseUrl, token, schedule, headers = {}) {
  return create(baseUrl, token, schedule, headers, [201, 406]);
}

export function deleteSchedule(baseUrl, token, id, headers = {}) {
  return send('DELETE', `${baseUrl}/v1/schedules/${id}`, 'delete-schedule', [204], { token, headers });
}

export function listSchedules(baseUrl, token) {
  return send('GET', `${baseUrl}/v1/schedules`, 'list', [200], { token });
}

// The report of one day, such as 2026-11-21.
export function dailyReport(baseUrl, token, day) {
  return send('GET', `${baseUrl}/v1/reports/daily?date=${day}`, 'report', [200], { token });
}

// The days for which a report has content.
export function reportedDays(baseUrl, token) {
  return send('GET', `${baseUrl}/v1/reports/daily/status`, 'reported-days', [200], { token });
}

export function firstPage(baseUrl) {
  return send('GET', `${baseUrl}/v1/templates/first-page`, 'first-page', [200], { headers: { 'Accept-Encoding': 'gzip' } });
}

export function locations(baseUrl) {
  return send('GET', `${baseUrl}/v1/locations`, 'locations', [200]);
}

function create(baseUrl, token, schedule, headers, expected) {
  return send('POST', `${baseUrl}/v1/schedules`, 'create-schedule', expected, { token, body: schedule, headers });
}

function send(method, url, name, expected, { token, body, headers } = {}) {
  const response = http.request(method, url, body === undefined ? null : JSON.stringify(body), {
    headers: {
      ...(body === undefined ? {} : JSON_BODY),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...traceparent(),
      ...headers,
    },
    responseCallback: http.expectedStatuses(...expected),
    tags: { name, kind: HASHING.includes(name) ? 'hashing' : 'plain' },
  });
  judge(response, name, expected);
  return response;
}

function judge(response, name, expected) {
  const isExpected = expected.includes(response.status);
  const isRefused = !isExpected && [429, 503].includes(response.status) && Boolean(response.headers['Retry-After']);
  const isUnexpected = !isExpected && !isRefused;
  refused.add(isRefused ? 1 : 0, { name });
  unexpected.add(isUnexpected ? 1 : 0, { name });
  if (isUnexpected && (reported[response.status] ?? 0) < MAX_REPORTS_PER_CLIENT) {
    reported[response.status] = (reported[response.status] ?? 0) + 1;
    const detail = `${response.body || response.error}`.slice(0, 300);
    const trace = response.headers['X-Trace-Id'];
    const found = trace ? ` (make logs TRACE=${trace})` : '';
    console.error(`${response.request.method} ${response.url}: ${response.status} ${detail}${found}`);
  }
}
