import createClient, { type Client } from "openapi-fetch";
import { withChallenges } from "./challenge.js";
import { mediaTypes, serialized } from "./media.js";
import { withRetries } from "./retry.js";
import type { components, paths } from "./schema.js";
import { memoryTokens, withTokens, type TokenStore } from "./tokens.js";

export { memoryTokens, type TokenStore } from "./tokens.js";
export type { components, paths } from "./schema.js";

/** Problem details (RFC 9457), the body of each error. */
export type Problem = components["schemas"]["Problem"];

/** A function with the signature of the platform's `fetch`. */
export type Fetch = (request: Request) => Promise<Response>;

export interface Options {
  /** The URL of the gateway, such as `http://127.0.0.1:8080`. */
  baseUrl: string;
  /** Stores the tokens; by default in memory, until the page or process ends. */
  tokens?: TokenStore;
  /** The number of attempts of a call that may be repeated; 3 by default. */
  attempts?: number;
  /** The longest wait for `Retry-After`, in seconds; 10 by default. A longer wait returns the response at once. */
  longestWait?: number;
  /** Replaces the platform's `fetch`. */
  fetch?: Fetch;
}

export type HaruClient = Client<paths> & {
  /** The stored tokens. Sign-ins and refreshes write them, `signOut` and `eraseAccount` delete them. */
  tokens: TokenStore;
};

/**
 * Creates a client with a typed method for each call. It adds the access token, refreshes it once after 401, repeats
 * calls that may be repeated after `Retry-After`, solves the challenges of the login guard, and sends merge patches and
 * iCalendar files with their media types.
 */
export function createHaruClient(options: Options): HaruClient {
  const tokens = options.tokens ?? memoryTokens();
  const send: Fetch = options.fetch ?? ((request) => globalThis.fetch(request));
  const retried = withRetries(send, options.attempts ?? 3, options.longestWait ?? 10);
  const solved = withChallenges(retried, options.baseUrl);
  const signedIn = withTokens(solved, options.baseUrl, tokens);
  const client = createClient<paths>({ baseUrl: options.baseUrl, fetch: signedIn, bodySerializer: serialized });
  client.use(mediaTypes);
  return Object.assign(client, { tokens });
}
