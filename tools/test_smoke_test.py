import collections
import http.server
import json
import os
import shutil
import subprocess
import threading
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "charts", "haru", "files", "smoke-test.sh")
REGISTER, LOGIN, ACCOUNT = "POST /v1/auth/user/register", "POST /v1/auth/user/login", "DELETE /v1/auth/user"
ADD, LIST, PROFILE = "POST /v1/schedules", "GET /v1/schedules", "GET /v1/members/me"

OVERLOADED = (503, {"code": "service-unavailable"}, ("Retry-After", "0"))


def expected():
    return {REGISTER: [(201, {"memberId": "m"})], LOGIN: [(200, {"token": "hru_1", "refreshToken": "hrr_1"})],
            ADD: [(201, {"scheduleId": "s-1"})], LIST: [(200, {"items": [{"id": "s-1"}]})],
            PROFILE: [(200, {}), (401, {})], ACCOUNT: [(202, {})]}


class Gateway(http.server.ThreadingHTTPServer):
    """A stub of Haru. It answers each call with the next response of the list for the call; the last response repeats."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests = []
        self.responses = expected()


class Handler(http.server.BaseHTTPRequestHandler):
    def respond(self):
        call = f"{self.command} {self.path.partition('?')[0]}"
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.requests.append((call, self.headers.get("Authorization"), json.loads(body) if body else None))
        responses = self.server.responses[call]
        status, content, *headers = responses.pop(0) if len(responses) > 1 else responses[0]
        self.send_response(status)
        for header in headers:
            self.send_header(*header)
        self.send_header("X-Trace-Id", f"trace-{len(self.server.requests)}")
        self.end_headers()
        self.wfile.write(json.dumps(content).encode())

    do_GET = do_POST = do_DELETE = respond

    def log_message(self, *_):
        """Prints no request to the output of the tests."""


@unittest.skipUnless(shutil.which("curl") or os.environ.get("CI") == "true", "curl is missing")
class SmokeTestTest(unittest.TestCase):
    def setUp(self):
        self.gateway = Gateway()
        self.addCleanup(self.gateway.server_close)
        self.addCleanup(self.gateway.shutdown)
        threading.Thread(target=self.gateway.serve_forever, daemon=True).start()

    def run_script(self, url=None, revoked_within="300"):
        url = url or f"http://127.0.0.1:{self.gateway.server_port}"
        environment = {**os.environ, "MAX_TIME": "300", "REVOKED_WITHIN": revoked_within}
        return subprocess.run(["sh", SCRIPT, url], capture_output=True, text=True, timeout=600, env=environment)

    def test_expected_responses_succeed(self):
        done = self.run_script()
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual([REGISTER, LOGIN, ADD, LIST, PROFILE, ACCOUNT, PROFILE], [call for call, _, _ in self.gateway.requests])
        self.assertIn("sign in: 200, trace trace-2\n", done.stdout)

    def test_calls_after_the_sign_in_have_the_token(self):
        self.run_script()
        tokens = collections.Counter(token for _, token, _ in self.gateway.requests)
        self.assertEqual({None: 2, "Bearer hru_1": 5}, dict(tokens))

    def test_member_signs_in_and_is_erased_with_the_registered_password(self):
        self.run_script()
        bodies = {call: body for call, _, body in self.gateway.requests}
        registered = bodies[REGISTER]
        self.assertEqual("Seoul", registered.pop("region_name"))
        self.assertEqual(registered, bodies[LOGIN])
        self.assertEqual({"password": registered["password"]}, bodies[ACCOUNT])

    def test_unexpected_status_of_any_step_fails(self):
        for number, call in enumerate([REGISTER, LOGIN, ADD, LIST, PROFILE, ACCOUNT], 1):
            with self.subTest(call):
                self.gateway.requests.clear()
                self.gateway.responses = expected() | {call: [(503, {"code": "service-unavailable"})]}
                done = self.run_script()
                self.assertEqual(1, done.returncode)
                self.assertEqual(number, len(self.gateway.requests))
                self.assertIn(" returned 503: {\"code\": \"service-unavailable\"}", done.stderr)

    def test_refused_call_is_repeated(self):
        self.gateway.responses[LOGIN].insert(0, OVERLOADED)
        done = self.run_script()
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual(2, [call for call, _, _ in self.gateway.requests].count(LOGIN))

    def test_refusal_that_persists_fails(self):
        self.gateway.responses[LOGIN] = [OVERLOADED]
        done = self.run_script()
        self.assertEqual(1, done.returncode)
        self.assertIn("POST /v1/auth/user/login returned 503", done.stderr)

    def test_late_revocation_succeeds(self):
        self.gateway.responses[PROFILE].insert(1, (200, {}))
        done = self.run_script()
        self.assertEqual(0, done.returncode, done.stderr)

    def test_token_that_works_after_the_erasure_fails(self):
        self.gateway.responses[PROFILE] = [(200, {})]
        done = self.run_script(revoked_within="1")
        self.assertEqual(1, done.returncode)
        self.assertIn("GET /v1/members/me returned 200", done.stderr)

    def test_list_without_the_schedule_fails(self):
        self.gateway.responses[LIST] = [(200, {"items": []})]
        done = self.run_script()
        self.assertEqual(1, done.returncode)
        self.assertIn("the schedule s-1 is not in the list", done.stderr)

    def test_sign_in_without_a_token_fails(self):
        self.gateway.responses[LOGIN] = [(200, {"refreshToken": "hrr_1"})]
        done = self.run_script()
        self.assertEqual(1, done.returncode)
        self.assertIn("the response has no token", done.stderr)

    def test_unreachable_gateway_fails(self):
        done = self.run_script("http://127.0.0.1:1")
        self.assertEqual(1, done.returncode)
        self.assertIn("The smoke test failed: POST /v1/auth/user/register: no response", done.stderr)


if __name__ == "__main__":
    unittest.main()
