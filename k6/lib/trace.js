// The W3C trace context that a client sends, so that its requests are found in the services' traces and logs.

// Of how many requests the trace is to be recorded, 0 to 1. Without it none is sent, and the services' own sampler decides.
const SAMPLED = __ENV.SAMPLED;

const hex = () => crypto.randomUUID().replaceAll('-', '');

export function traceparent(sampled = SAMPLED) {
  if (sampled === undefined || sampled === '') {
    return {};
  }
  return { traceparent: `00-${hex()}-${hex().slice(16)}-${Math.random() < Number(sampled) ? '01' : '00'}` };
}
