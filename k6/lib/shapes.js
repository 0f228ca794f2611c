// Load shapes: how many come, not what they do.
import exec from 'k6/execution';

// So many clients, each as fast as it is answered.
export function clients(exec, vus, duration, startTime = '0s') {
  return { executor: 'constant-vus', exec, vus, duration, startTime, gracefulStop: '10s' };
}

// So many calls, by so many clients.
export function requests(exec, vus, iterations) {
  return { executor: 'shared-iterations', exec, vus, iterations, maxDuration: '2m' };
}

// So many a second, whether the system keeps up or not.
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

// So many a second in each of the phases, one after the other; rates are of the whole, of which this takes a share. Each
// of them stays for so many seconds, which says how many clients that takes.
export function phased(exec, phases, share, seconds) {
  const perMinute = (rate) => Math.max(1, Math.round(rate * share * 60));
  const busiest = Math.max(...phases.map((phase) => phase.rate)) * share * seconds;
  return {
    executor: 'ramping-arrival-rate',
    exec,
    timeUnit: '1m', // k6 takes whole numbers
    startRate: perMinute(phases[0].from ?? phases[0].rate),
    stages: phases.flatMap(({ rate, rise, hold }) => [
      { duration: `${rise}s`, target: perMinute(rate) },
      { duration: `${hold}s`, target: perMinute(rate) },
    ]),
    preAllocatedVUs: Math.ceil(Math.min(busiest, 200) + 5),
    maxVUs: Math.ceil(3 * busiest + 20), // beyond that visits are dropped, and counted
    gracefulStop: '15s',
  };
}

// Tags what follows in this iteration with the phase that it began in; answers its name.
export function enter(phases) {
  let left = (Date.now() - exec.scenario.startTime) / 1000;
  const at = phases.find(({ rise, hold }) => (left -= rise + hold) < 0) ?? phases[phases.length - 1];
  exec.vu.metrics.tags.phase = at.name;
  return at.name;
}

// 90, '90s', '1m30s' or '2h', in seconds.
export function seconds(text) {
  const parts = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(`${text}`);
  const total = parts ? 3600 * (parts[1] || 0) + 60 * (parts[2] || 0) + 1 * (parts[3] || 0) : 0;
  if (!(total > 0)) {
    throw new Error(`DURATION=${text} is not a duration: set 90s, 3m or 1h.`);
  }
  return total;
}
