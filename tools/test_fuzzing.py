import importlib.util
import itertools
import os
import sys
import unittest
from unittest import mock

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fuzzing", "hooks.py")


def load():
    """Returns the hooks as a module, without Schemathesis and requests."""
    spec = importlib.util.spec_from_file_location("hooks", PATH)
    module = importlib.util.module_from_spec(spec)
    absent = {name: mock.Mock() for name in ("schemathesis", "requests", "requests.adapters")}
    with mock.patch.dict(sys.modules, absent), mock.patch.dict(os.environ, FUZZ_URL="http://haru.test", FUZZ_NICKNAME=""):
        spec.loader.exec_module(module)
    return module


class RetriesTest(unittest.TestCase):

    def setUp(self):
        self.hooks = load()
        clock = mock.Mock(now=0)
        clock.monotonic = lambda: clock.now
        clock.sleep = lambda seconds: setattr(clock, "now", clock.now + seconds)
        patch = mock.patch.object(self.hooks, "time", clock)
        patch.start()
        self.addCleanup(patch.stop)
        self.send = mock.Mock()
        self.retries = self.hooks.Retries(self.send)

    def statuses(self, *statuses, retry_after="2"):
        """Returns the status of the last response, and the number of requests. The last status repeats."""
        responses = [mock.Mock(status_code=status, headers={"Retry-After": retry_after} if retry_after else {}) for status in statuses]
        self.send.reset_mock()
        self.send.side_effect = itertools.chain(responses, itertools.repeat(responses[-1]))
        return self.retries.send("adapter", "request", timeout=60).status_code, self.send.call_count

    def test_refused_request_is_repeated(self):
        self.assertEqual(self.statuses(503, 504, 200), (200, 3))
        self.send.assert_called_with("adapter", "request", timeout=60)

    def test_refusal_that_persists_is_the_response(self):
        self.assertEqual(self.statuses(503), (503, 1 + self.hooks.RETRIED_WITHIN // 2))

    def test_other_failure_is_not_repeated(self):
        self.assertEqual(self.statuses(500, 200), (500, 1))
        self.assertEqual(self.statuses(503, 200, retry_after=None), (503, 1))

    def test_long_pause_is_not_waited_for(self):
        self.assertEqual(self.statuses(503, 200, retry_after="600"), (503, 1))

    def test_pauses_of_a_run_are_bounded(self):
        for _ in range(self.hooks.TOTAL_PAUSE // self.hooks.RETRIED_WITHIN):
            self.statuses(503)
        self.assertEqual(self.statuses(503, 200), (503, 1))


if __name__ == "__main__":
    unittest.main()
