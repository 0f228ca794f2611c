"""
Repeats the calls of Schemathesis that a busy system refuses. With FUZZ_NICKNAME, signs in for the calls: as one member, or with a new session for
each call that may end its session.
"""
import json
import os
import sys
import time
import urllib.error
import urllib.request

import schemathesis
from requests.adapters import HTTPAdapter

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "performance"))
from harness.retry import RESPONSE_SECONDS, pause_after, with_retries  # noqa: E402

URL = os.environ["FUZZ_URL"]
NICKNAME = os.environ["FUZZ_NICKNAME"]
PASSWORD = "password12345678"
ENDS_SESSIONS = ("/v1/auth/user", "/v1/auth/user/logout", "/v1/auth/sessions", "/v1/auth/sessions/{id}", "/v1/auth/password")
RETRIED_WITHIN = 180  # seconds; a call that is refused for longer is a finding
LONGEST_PAUSE = 10  # seconds
TOTAL_PAUSE = 900  # seconds of a run, so that it ends if the system refuses each call


class Retries:
    """Sends the requests of Schemathesis. The last response of a request counts, so a refusal that persists is a finding."""

    def __init__(self, send):
        self.send_once, self.paused = send, 0

    def send(self, adapter, request, *arguments, **options):
        end = time.monotonic() + RETRIED_WITHIN
        while True:
            response = self.send_once(adapter, request, *arguments, **options)
            pause = pause_after(response.status_code, response.headers)
            if pause is None or pause > LONGEST_PAUSE or self.paused + pause > TOTAL_PAUSE or time.monotonic() + pause > end:
                return response
            response.close()
            self.paused += pause
            time.sleep(pause)


def install_retries():
    """Replaces the method of requests that sends, because some checks of Schemathesis send without its hooks."""
    retries = Retries(HTTPAdapter.send)
    HTTPAdapter.send = lambda *arguments, **options: retries.send(*arguments, **options)


class Account:
    """Registers an account on a known device. It can sign in while the address is blocked for wrong passwords of other calls."""

    def __init__(self, nickname):
        self.credentials = {"nickname": nickname, "password": PASSWORD}
        self.device = ""
        # An attempt without a response in time may have registered the account: then it is 409 in the next one.
        post("/v1/auth/user/register", {**self.credentials, "region_name": "Seoul"}, "", (201, 409))
        self.token = self.sign_in()

    def sign_in(self):
        headers, answer = post("/v1/auth/user/login", self.credentials, self.device, (200,))
        self.device = (headers["Set-Cookie"] or self.device).split(";")[0]
        return answer["token"]


def post(path, body, cookie, expected):
    """Returns headers and JSON of the response."""
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), {"Content-Type": "application/json", "Cookie": cookie})

    def send():
        try:
            with urllib.request.urlopen(request, timeout=RESPONSE_SECONDS) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.headers, refusal.read()

    status, headers, text = with_retries(send)
    if status not in expected:
        raise RuntimeError(f"POST {path}: {status} {text[:300]!r}")
    return headers, json.loads(text)


class SignedIn:
    def __init__(self):
        self.member, self.leaver = Account(NICKNAME), Account(NICKNAME + "_leaves")

    def get(self, case, context):
        if context.operation.path in ENDS_SESSIONS and context.operation.method.upper() != "GET":
            return self.leaver.sign_in()
        return self.member.token

    def set(self, case, token, context):
        case.headers["Authorization"] = f"Bearer {token}"


install_retries()
if NICKNAME:
    schemathesis.auth(refresh_interval=None)(SignedIn)
