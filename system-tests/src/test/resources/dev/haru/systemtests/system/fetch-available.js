/**
 * Fetches a resource. Repeats the request for up to three minutes while the response is 503, because a busy machine may refuse a
 * request.
 */
async function fetchAvailable(url, options) {
  const LIMIT_MS = 180_000;
  const PAUSE_MS = 250;
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const response = await fetch(url, options);
    if (response.status !== 503 || performance.now() > end) {
      return response;
    }
    const seconds = Number(response.headers.get('Retry-After'));
    await new Promise((resolve) => setTimeout(resolve, seconds > 0 ? seconds * 1000 : PAUSE_MS));
  }
}
