"""Signs in for the calls of Schemathesis: as one member, or with a new session for each call that may end its session."""
import json
import os
import urllib.request

import schemathesis

URL = os.environ["FUZZ_URL"]
PASSWORD = "password12345678"
ENDS_SESSIONS = ("/v1/auth/user", "/v1/auth/user/logout", "/v1/auth/sessions", "/v1/auth/sessions/{id}", "/v1/auth/password")


class Account:
    """Registers an account on a known device. It can sign in while the address is blocked for wrong passwords of other calls."""

    def __init__(self, nickname):
        self.credentials = {"nickname": nickname, "password": PASSWORD}
        self.device = ""
        post("/v1/auth/user/register", {**self.credentials, "region_name": "Seoul"}, "")
        self.token = self.sign_in()

    def sign_in(self):
        answer = post("/v1/auth/user/login", self.credentials, self.device)
        self.device = (answer.headers["Set-Cookie"] or self.device).split(";")[0]
        return json.load(answer)["token"]


def post(path, body, cookie):
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    return urllib.request.urlopen(urllib.request.Request(URL + path, json.dumps(body).encode(), headers), timeout=20)


MEMBER = Account(os.environ["FUZZ_NICKNAME"])
LEAVER = Account(os.environ["FUZZ_NICKNAME"] + "_leaves")


@schemathesis.auth(refresh_interval=None)
class SignedIn:
    def get(self, case, context):
        if context.operation.path in ENDS_SESSIONS and context.operation.method.upper() != "GET":
            return LEAVER.sign_in()
        return MEMBER.token

    def set(self, case, token, context):
        case.headers["Authorization"] = f"Bearer {token}"
