import os
import tempfile
import unittest
from unittest import mock

from harness.tests import command

check_founding = command("check-founding")


def metrics(iterations, passes):
    return {"iterations": {"count": iterations}, "checks": {"passes": passes, "fails": 2 * iterations}}


class CheckFoundingTest(unittest.TestCase):

    def check(self, iterations, passes):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(check_founding, "VECTORS", folder), \
                mock.patch.object(check_founding, "k6") as k6, mock.patch.dict(os.environ, BASE_URL="http://haru.test", DURATION="20s"), \
                mock.patch("builtins.print"):
            for name in check_founding.SCRIPTS:
                open(os.path.join(folder, name), "w").close()
            k6.run.return_value.metrics = metrics(iterations, passes)
            code = check_founding.check()
            self.environment = k6.run.call_args.kwargs["environment"]
        return code

    def test_known_statuses_pass(self):
        self.assertEqual(self.check(7, 7), 0)
        self.assertEqual(self.environment, {"BASE_URL": "http://haru.test", "K6_DURATION": "20s", "K6_VUS": "100"})

    def test_another_status_fails(self):
        self.assertEqual(self.check(7, 6), 1)

    def test_script_without_a_response_fails(self):
        self.assertEqual(self.check(0, 0), 1)

    def test_missing_script_is_named(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(check_founding, "VECTORS", folder), \
                mock.patch("builtins.print") as printed:
            self.assertEqual(check_founding.check(), 3)
        self.assertIn("founding-sign-up.js is missing", printed.call_args.args[0])
