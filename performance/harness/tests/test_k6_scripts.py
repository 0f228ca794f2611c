"""Unit tests of the scripts in k6/; they need k6."""
import http.server
import json
import os
import subprocess
import tempfile
import threading
import unittest
from dataclasses import replace
from types import SimpleNamespace

from harness import ROOT, experiment, process, runner
from harness.k6 import BROKEN_THRESHOLD, K6
from harness.tests import needs_k6

SCRIPT = """
import {{ {call} }} from '{root}/k6/lib/haru.js';
export const options = {{ thresholds: {{ unexpected_statuses: ['count==0'], refused: ['count==0'] }} }};
export default function () {{
  {call}('{url}', 'token', {{}});
}}
"""


class AtTheLimit(http.server.BaseHTTPRequestHandler):

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(406)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


@needs_k6
class Calls(unittest.TestCase):

    def code(self, call):
        """Returns k6's exit code after the call to a system in which every member has reached the limit of schedules."""
        server = http.server.HTTPServer(("127.0.0.1", 0), AtTheLimit)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with tempfile.NamedTemporaryFile("w", suffix=".js") as script:
            script.write(SCRIPT.format(call=call, root=ROOT, url=f"http://127.0.0.1:{server.server_port}"))
            script.flush()
            return subprocess.run([K6, "run", "--quiet", "--address", "", script.name], capture_output=True).returncode

    def test_aMemberAtTheLimitIsUnexpected(self):
        self.assertEqual(self.code("createSchedule"), BROKEN_THRESHOLD)

    def test_createUpToLimitExpectsAMemberAtTheLimit(self):
        self.assertEqual(self.code("createUpToLimit"), 0)


class Api(http.server.BaseHTTPRequestHandler):
    """Records each request, and responds like the API."""

    requests = []

    def respond(self, status, body=b""):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.requests.append(f"{self.command} {self.path}")
        self.send_response(status)
        self.send_header("ETag", '"v1"')
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.respond(304 if self.headers.get("If-None-Match") else 200)

    def do_POST(self):
        self.respond(201, b'{"scheduleId": "7"}')

    def do_DELETE(self):
        self.respond(204)

    def log_message(self, *_):
        pass


@needs_k6
class Experiments(unittest.TestCase):

    def sent(self, name, variant):
        """Sends three requests of a variant of a benchmark; returns the received requests and the figures."""
        server = http.server.HTTPServer(("127.0.0.1", 0), type("Recorder", (Api,), {"requests": []}))
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        one = experiment.read(name, experiment.BENCHMARKS)
        one = replace(one, load=replace(one.load, requests=3, clients=1), reset=experiment.Reset(), measure=experiment.Measure([]))
        variant = next(found for found in one.variants if found.name == variant)
        this = process.Process(os.getpid(), "this", f"http://127.0.0.1:{server.server_port}")
        with tempfile.NamedTemporaryFile("w", suffix=".json") as tokens:
            tokens.write('["token"]')
            tokens.flush()
            system = SimpleNamespace(services={}, stores={"PostgreSQL": this}, tokens=tokens.name)
            figures = runner.send(one, runner.Running(variant, this, this.url, [this], system), 1)
        return server.RequestHandlerClass.requests, figures

    def test_aCreatedScheduleIsDeletedByASecondRequest(self):
        requests, figures = self.sent("perf-baseline", "POST and DELETE /v1/schedules")

        self.assertEqual(requests, 3 * ["POST /v1/schedules", "DELETE /v1/schedules/7"])
        self.assertEqual((figures["requests"], figures["failed"]), (6, 0))

    def test_aConditionalCallSendsTheEntityTag(self):
        self.assertEqual(self.sent("templates", "first page, 304")[1]["failed"], 0)

    def test_thePathOfAVariantMayHoldPlaceholders(self):
        self.assertRegex(self.sent("reports", "report, cached")[0][0], r"^GET /v1/reports/daily\?date=\d{4}-\d\d-\d\d$")


FREE = ["count>=0"]


def thresholds(profile):
    output = subprocess.run([K6, "inspect", "-e", "BASE_URL=http://127.0.0.1", "-e", f"PROFILE={profile}",
                           os.path.join(ROOT, "k6/journey.js")], capture_output=True, text=True, check=True).stdout
    return json.loads(output)["thresholds"]


@needs_k6
class Profiles(unittest.TestCase):

    def test_aRefusalBeforeOrAfterTheDisturbanceBreaksABound(self):
        for profile, judged, others in (("stress", ("1x", "after"), ("5x", "falling")),
                                        ("spike", ("before", "after"), ("spike", "falling"))):
            found = thresholds(profile)
            for phase in judged:
                self.assertEqual(found[f"refused{{phase:{phase}}}"], ["count==0"])
            for phase in others:
                self.assertEqual(found[f"refused{{phase:{phase}}}"], FREE)
            self.assertEqual(found["refused"], FREE)

    def test_aBreakpointMayRefuseInEachOfItsPhases(self):
        found = thresholds("breakpoint")

        self.assertTrue(all(bounds == FREE for name, bounds in found.items() if name.startswith("refused")))
