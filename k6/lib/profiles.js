// How hard a load test pulls. RATE is visits a second of all kinds together, DURATION how long its main phase is.
import { HASHING } from './haru.js';
import { seconds } from './shapes.js';

// 20 visits are some 90 requests and six password hashes a second, which two cores bear with k6 on the same ones.
const RATE = Number(__ENV.RATE || 20);

// The objectives of docs/operations/metrics.md, as a client sees them.
const IN_TIME = 'p(95)<50'; // reads take single milliseconds: room for a busy moment, none for a part that hangs
const HASHED_IN_TIME = 'p(95)<1000'; // a hash takes a core for 8 to 25 ms, and waits for its turn

const JVMS_COMPILE = { name: 'warm-up', rate: RATE, from: 1, rise: 30, hold: 30 }; // measured apart: p95 is several times as long

// Each of them: its phases, those of them that the objectives hold in, and whether the system may refuse something.
const PROFILES = {
  // Does every call work?
  smoke: () => ({
    phases: [{ name: 'smoke', rate: Number(__ENV.RATE || 2), rise: 1, hold: duration('20s') }],
    judged: [],
    refuses: false,
  }),

  // An ordinary day.
  load: () => ({
    phases: [JVMS_COMPILE, { name: 'load', rate: RATE, rise: 1, hold: duration('3m') }],
    judged: ['load'],
    refuses: false,
  }),

  // More and more, up to what it cannot bear, and back: what it cannot do it must refuse, and be well afterwards.
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

  // Everybody at once, out of nothing.
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

  // A quarter more each time. Whoever started k6 looks at each step and stops it (tools/load does).
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

  // Half of an ordinary day for long: does it become slower?
  soak: () => {
    const third = Math.ceil(duration('30m') / 3);
    const phases = ['first', 'middle', 'last'].map((name) => ({ name, rate: RATE / 2, rise: 1, hold: third }));
    return { phases: [JVMS_COMPILE, ...phases], judged: phases.map(({ name }) => name), refuses: false };
  },
};

// The profile of that name, else an error that lists them.
export function profile(name) {
  if (!PROFILES[name]) {
    throw new Error(`The profile "${name}" does not exist; the profiles are ${Object.keys(PROFILES).join(', ')}.`);
  }
  if (!(RATE > 0)) {
    throw new Error(`RATE=${__ENV.RATE} is not a number of visits a second.`);
  }
  return PROFILES[name]();
}

// What must hold, for each call in each judged phase; what is always true makes k6 show a figure by its tags.
export function thresholds({ phases, judged, refuses }, names) {
  const found = {
    unexpected_statuses: ['count==0'], // 5xx without Retry-After, connections that break: never, under any load
    refused: [refuses ? 'count>=0' : 'count==0'], // nobody is turned away at a rate that is meant to be borne
    dropped_iterations: [refuses ? 'count>=0' : 'count==0'], // else k6 has sent less than it says
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
    found[`refused{phase:${phase}}`] = [judged.includes(phase) ? 'count==0' : 'count>=0']; // a rate that is meant to be borne
    found[`unexpected_statuses{phase:${phase}}`] = ['count>=0'];
    found[`http_reqs{phase:${phase}}`] = ['count>=0'];
  }
  return found;
}

function duration(standard) {
  return seconds(__ENV.DURATION || standard);
}
