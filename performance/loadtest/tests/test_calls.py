import http.server
import os
import subprocess
import tempfile
import threading
import unittest

from loadtest.k6 import BROKEN_THRESHOLD, K6, ROOT
from loadtest.tests import needs_k6

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

    def test_aMemberAtTheLimitIsExpectedWhereItIsSaid(self):
        self.assertEqual(self.code("createUpToLimit"), 0)


if __name__ == "__main__":
    unittest.main()
