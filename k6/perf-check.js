// The load of make perf-check: one call by a few virtual users without a pause, or the creation and deletion of a schedule.
import exec from 'k6/execution';
import http from 'k6/http';
import { numbered } from './lib/data.js';
import { createSchedule, deleteSchedule, required, unexpected } from './lib/haru.js';
import { clients, requests } from './lib/shapes.js';

const BASE_URL = required('BASE_URL');
const TOKENS = JSON.parse(open(required('TOKENS'))); // a file, because sign-ins would cost more than the measured calls
const PATH = __ENV.PATH_ASKED; // without a path: create and delete a schedule
const EXEC = PATH ? 'ask' : 'makeAndDelete';
const CLIENTS = 8;

export const options = {
  scenarios: {
    // The warm-up has a number of requests, because a busy machine would serve too few in a fixed time.
    perf: __ENV.REQUESTS ? requests(EXEC, CLIENTS, Number(__ENV.REQUESTS)) : clients(EXEC, CLIENTS, __ENV.DURATION || '2s'),
  },
  discardResponseBodies: Boolean(PATH),
  thresholds: { unexpected_statuses: ['count==0'], refused: ['count==0'] },
};

const token = () => TOKENS[exec.vu.idInTest % TOKENS.length];

export function ask() {
  const headers = { Authorization: `Bearer ${token()}`, 'Accept-Encoding': 'gzip' };
  unexpected.add(http.get(`${BASE_URL}${PATH}`, { headers }).status === 200 ? 0 : 1);
}

export function makeAndDelete() {
  const made = createSchedule(BASE_URL, token(), numbered('Load', exec.scenario.iterationInTest));
  if (made.status === 201) {
    deleteSchedule(BASE_URL, token(), made.json('scheduleId'));
  }
}
