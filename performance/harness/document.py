"""The API document of a running gateway, which merges the documents of the services."""
import json
import os
import time
import urllib.error
import urllib.request

from harness import ROOT, Problem
from harness.retry import NO_RESPONSE, RESPONSE_SECONDS, pause_after

COMPLETE_WITHIN = 600  # seconds; the gateway reads the documents of the services once a minute, and a busy service answers some reads too late
PAUSE = 1  # second


def operations(document):
    return sum(len(path) for path in document["paths"].values())


def expected_operations():
    """Returns the number of operations in docs/api."""
    total = 0
    for name in ("auth", "member", "schedule"):
        with open(os.path.join(ROOT, f"docs/api/{name}-service.json"), encoding="utf-8") as file:
            total += operations(json.load(file))
    return total


def await_document(url):
    """Waits until the document contains the operations of all services, and returns it. Raises a Problem if it does not."""
    expected, found, end = expected_operations(), 0, time.monotonic() + COMPLETE_WITHIN
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(url + "/docs/openapi.json", timeout=RESPONSE_SECONDS) as answer:
                document = json.load(answer)
            found = operations(document)
            if found >= expected:
                return document
        except urllib.error.HTTPError as failure:
            if pause_after(failure.code, failure.headers) is None:
                raise Problem(f"{url} has no API document ({failure}): set DOCS_ENABLED=true, or correct BASE_URL.") from None
        except NO_RESPONSE as failure:
            if not is_timeout(failure):
                raise Problem(f"No Haru answers at {url} ({failure}): correct BASE_URL, or leave it out.") from None
        time.sleep(PAUSE)
    raise Problem(f"{url}/docs/openapi.json has {found} operations after {COMPLETE_WITHIN} s, docs/api has {expected}: "
                  "a service is unavailable, or make openapi.")


def is_timeout(failure):
    return isinstance(failure, TimeoutError) or isinstance(getattr(failure, "reason", None), TimeoutError)
