import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

from lab.problem import Problem
from loadtest.target import Target


class Answers(BaseHTTPRequestHandler):
    """Responds to each path with the status that the test sets."""

    statuses = {}

    def do_GET(self):
        body = b'{"code": "it-depends"}'
        self.send_response(next((status for path, status in self.statuses.items() if self.path.startswith(path)), 404))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class MustBeUp(unittest.TestCase):

    WELL = {"/v1/auth/challenge": 200, "/v1/members/me": 401, "/v1/locations": 200}

    def answering(self, statuses):
        server = HTTPServer(("127.0.0.1", 0), type("Answers", (Answers,), {"statuses": statuses}))
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        self.addCleanup(lambda: (server.shutdown(), server.server_close()))
        return Target(f"http://127.0.0.1:{server.server_port}")

    def test_aWholeSystemIs(self):
        self.answering(self.WELL).must_be_up()

    def test_aServiceThatIsAwayIsNamed(self):
        with self.assertRaisesRegex(Problem, "schedule-service does not: 503 for GET /v1/locations"):
            self.answering({**self.WELL, "/v1/locations": 503}).must_be_up()

    def test_anotherServerIsNotTakenForHaru(self):
        with self.assertRaisesRegex(Problem, r"is not Haru's gateway: 404 \(it-depends\) for GET /v1/auth/challenge"):
            self.answering({}).must_be_up()

    def test_whereNothingListensTheAddressIsNamed(self):
        with self.assertRaisesRegex(Problem, "No server responds at http://127.0.0.1:1 "):
            Target("http://127.0.0.1:1").must_be_up()

    def test_whatIsNoAddressIsRefused(self):
        for wrong in ("127.0.0.1:8080", "ftp://127.0.0.1", "http://", "http://127.0.0.1:x", "http://127.0.0.1:8080/v1"):
            with self.subTest(wrong), self.assertRaisesRegex(Problem, "is not a URL"):
                Target(wrong)


if __name__ == "__main__":
    unittest.main()
