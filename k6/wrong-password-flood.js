// Measures whether members can sign in while one address sends wrong passwords for 200 accounts without a pause. Meanwhile, the owner
// of one of these accounts signs in on a known device. Another member signs in from the address of the flood, with a solved challenge.
import crypto from 'k6/crypto';
import encoding from 'k6/encoding';
import http from 'k6/http';
import { sleep } from 'k6';
import { Counter, Rate } from 'k6/metrics';
import { PASSWORD, required } from './lib/haru.js';

const BASE_URL = required('BASE_URL');
const DURATION = __ENV.DURATION || '3m';
const LOGIN = `${BASE_URL}/v1/auth/user/login`;
const ACCOUNTS = 200;
const OWNER = 'seed_0';
const MEMBER = 'seed_150';

const answers = new Counter('flood_answers');
const blocked = new Rate('flood_blocked');
const saturated = new Counter('flood_503');
const ownerIn = new Rate('owner_signed_in');
const memberIn = new Rate('member_signed_in');

export const options = {
  scenarios: {
    flood: {
      executor: 'constant-arrival-rate',
      exec: 'flood',
      rate: 10000,
      timeUnit: '1s',
      duration: DURATION,
      preAllocatedVUs: 50,
      maxVUs: 200,
    },
    owner: { executor: 'constant-vus', exec: 'owner', vus: 1, duration: DURATION },
    member: { executor: 'constant-vus', exec: 'member', vus: 1, duration: DURATION },
  },
  summaryTrendStats: ['med', 'p(95)', 'max'],
  thresholds: {
    flood_blocked: ['rate>0.95'], // in the first second auth-service refuses, until the gateway has read the block
    flood_503: ['count==0'],
    owner_signed_in: ['rate==1'],
    member_signed_in: ['rate==1'],
    'http_req_duration{scenario:owner}': ['max>=0'], // always true; shows this call separately
    'http_req_duration{scenario:member}': ['max>=0'],
  },
};

export function setup() {
  const response = signIn(OWNER, PASSWORD);
  return { device: response.cookies.haru_device[0].value };
}

export function flood() {
  const response = signIn(`seed_${Math.floor(Math.random() * ACCOUNTS)}`, 'wrong_password');
  answers.add(1);
  blocked.add(response.status === 429);
  saturated.add(response.status === 503 ? 1 : 0);
  sleep(0.01);
}

export function owner({ device }) {
  ownerIn.add(signIn(OWNER, PASSWORD, { Cookie: `haru_device=${device}` }).status === 200);
  sleep(5);
}

export function member() {
  let response = signIn(MEMBER, PASSWORD);
  if (response.status === 428 || response.status === 429) {
    response = signIn(MEMBER, PASSWORD, { 'Challenge-Solution': solution() });
  }
  memberIn.add(response.status === 200);
  http.cookieJar().clear(BASE_URL); // a member behind the flood's address, without a known device
  sleep(10);
}

function signIn(nickname, password, headers = {}) {
  return http.post(LOGIN, JSON.stringify({ nickname, password }), {
    headers: { 'Content-Type': 'application/json', ...headers },
    tags: { name: 'login' },
  });
}

function solution() {
  const issued = http.get(`${BASE_URL}/v1/auth/challenge?nickname=${MEMBER}`, { tags: { name: 'challenge' } }).json();
  for (let number = 0; number <= issued.maxnumber; number++) {
    if (crypto.sha256(`${issued.salt}${number}`, 'hex') === issued.challenge) {
      const { algorithm, challenge, salt, signature } = issued;
      return encoding.b64encode(JSON.stringify({ algorithm, challenge, number, salt, signature }));
    }
  }
  return '';
}
