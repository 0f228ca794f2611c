import type { Fetch } from "./index.js";

const IDEMPOTENT = new Set(["GET", "HEAD", "PUT", "DELETE"]);
const TEMPORARY = new Set([429, 502, 503, 504]);

/**
 * Repeats a call after a temporary failure if a second execution does no harm: its method is idempotent (RFC 9110,
 * 9.2.2), or it carries an `Idempotency-Key`. Waits for `Retry-After`, else for an exponential time.
 */
export function withRetries(send: Fetch, attempts: number, longestWait: number): Fetch {
  return async (request) => {
    const repeatable = IDEMPOTENT.has(request.method) || request.headers.has("Idempotency-Key");
    for (let attempt = 1; ; attempt++) {
      const last = !repeatable || attempt >= attempts;
      try {
        const response = await send(last ? request : request.clone());
        const seconds = waitAfter(response, attempt);
        if (last || !TEMPORARY.has(response.status) || isChallenged(response) || seconds > longestWait) {
          return response;
        }
        await response.body?.cancel();
        await pause(seconds, request.signal);
      } catch (failure) {
        if (last || request.signal.aborted) {
          throw failure;
        }
        await pause(0.1 * 2 ** attempt, request.signal);
      }
    }
  };
}

/** A blocked address can solve a challenge instead of waiting. */
function isChallenged(response: Response): boolean {
  return response.status === 429 && response.url.endsWith("/v1/auth/user/login");
}

/** Adds up to a quarter, so that clients do not return at the same moment. */
function waitAfter(response: Response, attempt: number): number {
  const header = Number(response.headers.get("Retry-After"));
  const seconds = header > 0 ? header : 0.1 * 2 ** attempt;
  return seconds * (1 + Math.random() / 4);
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    if (signal.aborted) {
      stop();
    } else {
      signal.addEventListener("abort", stop, { once: true });
    }
  });
}
