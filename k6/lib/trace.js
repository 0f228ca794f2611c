// The W3C trace context that the load generator sends, so that a search finds its requests in the services' traces and logs.

// The share of requests whose trace is recorded, 0 to 1. Without it k6 sends no trace context, and the services' sampler decides.
const SAMPLED = __ENV.SAMPLED;

const hex = () => crypto.randomUUID().replaceAll('-', '');

export function traceparent(sampled = SAMPLED) {
  if (sampled === undefined || sampled === '') {
    return {};
  }
  return { traceparent: `00-${hex()}-${hex().slice(16)}-${Math.random() < Number(sampled) ? '01' : '00'}` };
}
