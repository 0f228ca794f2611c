// Load shapes: how many come, not what they do.

// So many clients, each as fast as it is answered.
export function clients(exec, vus, duration, startTime = '0s') {
  return { executor: 'constant-vus', exec, vus, duration, startTime, gracefulStop: '10s' };
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
