// Load shapes: the rates and numbers of virtual users.
import exec from 'k6/execution';

// A constant number of virtual users without a pause.
export function clients(exec, vus, duration, startTime = '0s') {
  return { executor: 'constant-vus', exec, vus, duration, startTime, gracefulStop: '10s' };
}

// A constant number of arrivals a second, also while the system responds more slowly.
export function arrivals(exec, rate, duration, startTime = '0s') {
  return {
    executor: 'constant-arrival-rate',
    exec,
    rate,
    timeUnit: '1s',
    duration,
    startTime,
    preAllocatedVUs: 50,
    maxVUs: 300,
    gracefulStop: '10s',
  };
}

// Consecutive phases with a constant arrival rate each, which is a share of the phase's rate. The duration of an iteration in
// seconds determines the number of virtual users.
export function phased(exec, phases, share, seconds) {
  const perMinute = (rate) => Math.max(1, Math.round(rate * share * 60));
  const busiest = Math.max(...phases.map((phase) => phase.rate)) * share * seconds;
  return {
    executor: 'ramping-arrival-rate',
    exec,
    timeUnit: '1m', // k6 accepts only whole numbers as rates
    startRate: perMinute(phases[0].from ?? phases[0].rate),
    stages: phases.flatMap(({ rate, rise, hold }) => [
      { duration: `${rise}s`, target: perMinute(rate) },
      { duration: `${hold}s`, target: perMinute(rate) },
    ]),
    preAllocatedVUs: Math.ceil(Math.min(busiest, 200) + 20), // k6 drops an iteration while it creates a further virtual user
    maxVUs: Math.ceil(3 * busiest + 20), // k6 drops the iterations beyond it, and counts them
    gracefulStop: '15s',
  };
}

// Adds the name of the current phase as a tag to all further metrics of this iteration, and returns the name.
export function enter(phases) {
  let left = (Date.now() - exec.scenario.startTime) / 1000;
  const at = phases.find(({ rise, hold }) => (left -= rise + hold) < 0) ?? phases[phases.length - 1];
  exec.vu.metrics.tags.phase = at.name;
  return at.name;
}

// Converts 90, '90s', '1m30s' or '2h' to seconds.
export function seconds(text) {
  const parts = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(`${text}`);
  const total = parts ? 3600 * (parts[1] || 0) + 60 * (parts[2] || 0) + 1 * (parts[3] || 0) : 0;
  if (!(total > 0)) {
    throw new Error(`DURATION=${text} is not a duration: set 90s, 3m or 1h.`);
  }
  return total;
}
