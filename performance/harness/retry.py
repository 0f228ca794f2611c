"""Retries of requests that a busy system refuses, for the checks of responses."""
import time

from harness import Problem

WITHIN = 300  # seconds; a bound against a refusal that persists, and a slow machine refuses for longer than a minute
RESPONSE_SECONDS = 300  # for a response; a bound against one that never comes, because Haru has deadlines of its own
PAUSE_AFTER_TIMEOUT = 1  # second; a 504 has no Retry-After
ATTEMPTS = 10


class TimedOut(Problem):
    """A request ended with 504. The service may have completed it, and the request is not safe to repeat."""


def pause_after(status, headers):
    """Returns the seconds until the request may be sent again: after a 503 with Retry-After, or a 504. Returns None for any other response."""
    retry_after = headers.get("Retry-After") or ""
    if status == 503 and retry_after.isdigit():
        return int(retry_after)
    return PAUSE_AFTER_TIMEOUT if status == 504 else None


def with_retries(send, within=WITHIN, safe=True):
    """Returns the first final response of a function that sends a request, or its last response after the given seconds. A response begins
    with status and headers. Raises TimedOut after a 504 if the request is not safe to repeat."""
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
    """Returns the result of a function that begins with a new member. Begins again if a request of it has timed out."""
    for _ in range(ATTEMPTS - 1):
        try:
            return function(*arguments)
        except TimedOut:
            pass
    return function(*arguments)
