"""Retries of requests that a busy system refuses, for the checks of responses."""
import http.client
import time

from harness import Problem

WITHIN = 300  # seconds; ends the retries of a refusal that persists; a slow machine can refuse requests for more than a minute
RESPONSE_SECONDS = 300  # limit for a response, if a server sends none; the deadlines of Haru are shorter
PAUSE_AFTER_TIMEOUT = 1  # second; a 504 has no Retry-After
ATTEMPTS = 10
NO_RESPONSE = (OSError, ValueError, http.client.HTTPException)  # of a request without a complete, readable response


class TimedOut(Problem):
    """A request ended with 504. The service may have completed it, and a repetition would not be safe."""


def pause_after(status, headers):
    """Returns the seconds until the request may be sent again: after a 503 with Retry-After, or a 504. Returns None for any other response."""
    retry_after = headers.get("Retry-After") or ""
    if status == 503 and retry_after.isdigit():
        return int(retry_after)
    return PAUSE_AFTER_TIMEOUT if status == 504 else None


def with_retries(send, within=WITHIN, safe=True):
    """Calls a function that sends a request, until its response asks for no retry or the given seconds end. Returns the last response, which
    begins with status and headers. Raises TimedOut after a 504 if the request is not safe to repeat."""
    end = time.monotonic() + within
    while True:
        response = send()
        status, headers, *content = response
        if status == 504 and not safe:
            raise TimedOut(f"A request has timed out: 504 {content}")
        pause = pause_after(status, headers)
        if pause is None or time.monotonic() + pause > end:
            return response
        time.sleep(pause)


def unless_timed_out(function, *arguments):
    """Returns the result of a function, and calls the function again if one of its requests has timed out. The function must register a new
    member, so that an earlier call does not change its result."""
    for _ in range(ATTEMPTS - 1):
        try:
            return function(*arguments)
        except TimedOut:
            pass
    return function(*arguments)
