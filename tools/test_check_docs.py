import contextlib
import http.server
import io
import os
import threading
import unittest
from unittest import mock

from harness import Problem
from harness.tests import command

check_docs = command("check-docs")


class Handler(http.server.BaseHTTPRequestHandler):
    """A stub of the gateway. The path has the statuses of its responses in turn; the last one repeats."""

    def do_GET(self):
        statuses = self.path[1:].split(",")
        self.server.requests.append(self.path)
        self.send_response(int(statuses[min(self.server.requests.count(self.path), len(statuses)) - 1]))
        if self.server.retry_after:
            self.send_header("Retry-After", self.server.retry_after)
        self.send_header("Content-Length", "3")
        self.end_headers()
        self.wfile.write(b"{}\n")

    def log_message(self, *_):
        """Prints no request to the output of the tests."""


class CheckDocsTest(unittest.TestCase):

    def setUp(self):
        self.gateway = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.gateway.requests, self.gateway.retry_after = [], "1"
        threading.Thread(target=self.gateway.serve_forever, daemon=True).start()
        self.addCleanup(self.gateway.server_close)
        self.addCleanup(self.gateway.shutdown)

    def run_page(self, *blocks):
        text = "".join(f"A text.\n\n```{mark}\n{content}\n```\n" for mark, content in blocks)
        with contextlib.redirect_stdout(io.StringIO()):
            for block in check_docs.blocks(text):
                check_docs.run("PAGE.md", block, f"http://127.0.0.1:{self.gateway.server_port}", dict(os.environ))

    def call(self, status, options="-s"):
        return f"curl {options} {check_docs.GATEWAY}/{status}"

    def refused(self, message, *blocks):
        with self.assertRaisesRegex(Problem, message):
            self.run_page(*blocks)

    def test_successful_call_passes(self):
        self.run_page(("sh", self.call(200)))

    def test_call_with_an_error_status_fails(self):
        for status in (400, 401, 500):
            self.refused("failed with 22", ("sh", self.call(status)))

    def test_failed_call_in_a_pipe_fails(self):
        self.refused("failed with 22", ("sh", f"TOKEN=$({self.call(500)} | sed 's/a/b/')\n{self.call(200)}"))

    def test_refused_call_is_repeated(self):
        with mock.patch.object(check_docs, "PAUSE", 0):
            self.run_page(("sh", self.call("503,504,200")))

    def test_refusal_that_persists_fails(self):
        with mock.patch.object(check_docs, "REPEATED_WITHIN", 0):
            self.refused("failed with 22", ("sh", self.call(503)))

    def test_other_failure_is_not_repeated(self):
        self.refused("failed with 22", ("sh", self.call("500,200")))
        self.gateway.retry_after = None
        self.refused("failed with 22", ("sh", self.call("503,200")))

    def test_refused_load_test_is_repeated(self):
        row, late, failed = "| refused with Retry-After | 2 |", "- `GET http://x/v1/schedules: 504 {}`", "- `GET http://x/v1/schedules: 500 {}`"
        for output in (row, late, "k6 ended early: No member could be made: 503 {}"):
            self.assertTrue(check_docs.is_refused(f"# smoke\n{output}\n"))
        for output in (row.replace("2", "0"), failed, f"{late}\n{failed}", "k6 ended early: No member could be made: 500 {}"):
            self.assertFalse(check_docs.is_refused(f"# smoke\n{output}\n"))

    def test_expected_status_passes(self):
        self.run_page(("sh status=401", self.call(401)))

    def test_other_status_than_the_expected_one_fails(self):
        for status in (200, 500):
            self.refused("not with the status 401", ("sh status=401", self.call(status)))

    def test_output_is_compared_up_to_the_ellipsis(self):
        self.run_page(("sh", self.call(201, "-si")), ("output", "HTTP/1.0 201 Created\nContent-Length: …"))
        self.refused("begins with: ETag: ", ("sh", self.call(201, "-si")), ("output", 'ETag: …'))

    def test_output_without_commands_is_refused(self):
        self.refused("no block of commands", ("output", "created …"))

    def test_other_block_does_not_run(self):
        self.run_page(("", "exit 1"), ("json", "{}"))


if __name__ == "__main__":
    unittest.main()
