// The profiles of load tests. RATE is the number of visits of all kinds a second, DURATION the length of the main phase.
import { HASHING } from './haru.js';
import { seconds } from './shapes.js';

// 20 visits are about 90 requests and six password hashes a second. Two cores sustain this load and k6.
const RATE = Number(__ENV.RATE || 20);

// The objectives of docs/operations/metrics.md, measured at the client.
const IN_TIME = 'p(95)<50'; // a read takes a few milliseconds; the bound tolerates a busy moment, and detects a component that hangs
const HASHED_IN_TIME = 'p(95)<1000'; // a hash uses a core for 8 to 25 ms after its wait in the queue

const JVMS_COMPILE = { name: 'warm-up', rate: RATE, from: 1, rise: 30, hold: 30 }; // a separate phase, because p95 is several times as long

// Each profile: its phases, the phases in which the objectives apply, and whether the system may refuse requests.
const PROFILES = {
  // Checks that every call works.
  smoke: () => ({
    phases: [{ name: 'smoke', rate: Number(__ENV.RATE || 2), rise: 1, hold: duration('20s') }],
    judged: [],
    refuses: false,
  }),

  // The load of an ordinary day.
  load: () => ({
    phases: [JVMS_COMPILE, { name: 'load', rate: RATE, rise: 1, hold: duration('3m') }],
    judged: ['load'],
    refuses: false,
  }),

  // Raises the load beyond the capacity and lowers it again. The system must refuse excess requests and recover afterwards.
  stress: () => ({
    phases: [
      JVMS_COMPILE,
      ...[1, 2, 3, 4, 5].map((times) => ({ name: `${times}x`, rate: times * RATE, rise: 5, hold: duration('30s') })),
      { name: 'falling', rate: RATE, rise: 5, hold: 15 },
      { name: 'after', rate: RATE, rise: 1, hold: 30 },
    ],
    judged: ['1x', 'after'],
    refuses: true,
  }),

  // A sudden peak of load.
  spike: () => ({
    phases: [
      JVMS_COMPILE,
      { name: 'before', rate: RATE, rise: 1, hold: 30 },
      { name: 'spike', rate: 6 * RATE, rise: 2, hold: duration('20s') },
      { name: 'falling', rate: RATE, rise: 2, hold: 15 },
      { name: 'after', rate: RATE, rise: 1, hold: 30 },
    ],
    judged: ['before', 'after'],
    refuses: true,
  }),

  // Raises the rate by a quarter in each step. The process that starts k6 evaluates each step and stops the test (tools/load does).
  breakpoint: () => ({
    phases: [
      JVMS_COMPILE,
      ...Array.from({ length: 16 }, (_, i) => {
        const rate = Math.round(RATE * 1.25 ** i);
        return { name: `${rate}/s`, rate, rise: 2, hold: duration('20s') };
      }),
    ],
    judged: [],
    refuses: true,
  }),

  // Half the load of an ordinary day for a long time; shows whether the system becomes slower.
  soak: () => {
    const third = Math.ceil(duration('30m') / 3);
    const phases = ['first', 'middle', 'last'].map((name) => ({ name, rate: RATE / 2, rise: 1, hold: third }));
    return { phases: [JVMS_COMPILE, ...phases], judged: phases.map(({ name }) => name), refuses: false };
  },
};

// Returns the profile of that name, or throws an error that lists the profiles.
export function profile(name) {
  if (!PROFILES[name]) {
    throw new Error(`The profile "${name}" does not exist; the profiles are ${Object.keys(PROFILES).join(', ')}.`);
  }
  if (!(RATE > 0)) {
    throw new Error(`RATE=${__ENV.RATE} is not a number of visits a second.`);
  }
  return PROFILES[name]();
}

// Returns the thresholds of each call in each judged phase. A threshold that is always true makes k6 show a figure by its tags.
export function thresholds({ phases, judged, refuses }, names) {
  const found = {
    unexpected_statuses: ['count==0'], // no 5xx without Retry-After and no broken connection, under any load
    refused: [refuses ? 'count>=0' : 'count==0'], // no refusals at a rate that the system must sustain
    dropped_iterations: [refuses ? 'count>=0' : 'count==0'], // a dropped iteration means that k6 has sent less than RATE
  };
  for (const { name: phase } of phases) {
    for (const name of names) {
      const bound = HASHING.includes(name) ? HASHED_IN_TIME : IN_TIME;
      found[`http_req_duration{name:${name},phase:${phase}}`] = [judged.includes(phase) ? bound : 'max>=0'];
      found[`http_reqs{name:${name},phase:${phase}}`] = ['count>=0'];
    }
    for (const kind of ['hashing', 'plain']) {
      found[`http_req_duration{kind:${kind},phase:${phase}}`] = ['max>=0'];
    }
    found[`refused{phase:${phase}}`] = [judged.includes(phase) ? 'count==0' : 'count>=0']; // the system must sustain a judged phase
    found[`unexpected_statuses{phase:${phase}}`] = ['count>=0'];
    found[`http_reqs{phase:${phase}}`] = ['count>=0'];
  }
  return found;
}

function duration(standard) {
  return seconds(__ENV.DURATION || standard);
}
