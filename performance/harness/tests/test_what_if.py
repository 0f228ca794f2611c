import contextlib
import io
import json
import os
import random
import socket
import tempfile
import unittest
from unittest import mock

from harness import delay, what_if
from harness.delay import DelayProxy
from harness.what_if import AGAIN, CHANGED, PLAIN, Scenario


def export(trace, service):
    return json.dumps({"resourceSpans": [{"resource": {"attributes": what_if.attributes({"service.name": service})}, "scopeSpans": [
        {"spans": [what_if.span(one, "01", "", "GET /", 2, 1, 2, {}) for one in trace]}]}]}) + "\n"


class Proxies(unittest.TestCase):

    def test_onlyRequestsWaitForTheDelay(self):
        with socket.create_server(("127.0.0.1", 0)) as target, mock.patch.object(delay.time, "sleep") as sleep:
            proxy = DelayProxy(target.getsockname()[1])
            with socket.create_connection(("127.0.0.1", proxy.port)) as client:
                server, _ = target.accept()
                for seconds, expected in ((0.0, 0), (0.02, 1)):
                    proxy.delay = seconds
                    client.sendall(b"request")
                    self.assertEqual(server.recv(100), b"request")
                    server.sendall(b"response")
                    self.assertEqual(client.recv(100), b"response")
                    self.assertEqual(sleep.call_count, expected)
                self.assertEqual([len(proxy.kept[delayed]) for delayed in (True, False)], [1, 1])
                server.close()
                self.assertEqual(client.recv(100), b"")
            proxy.close()


class Rounds(unittest.TestCase):

    def test_onlyTheChangedRequestIsDelayed(self):
        proxy, seen = mock.Mock(delay=0.0), {}
        scenario = Scenario("s", "GET /", "", lambda kind: seen.setdefault(kind, proxy.delay), proxy, 0.02)

        what_if.one_round(scenario, random.Random(1))

        self.assertEqual(seen, {PLAIN: 0.0, AGAIN: 0.0, CHANGED: 0.02})
        self.assertEqual(proxy.delay, 0.0)


class Results(unittest.TestCase):

    def test_spansAreSeparatedByTheirTraces(self):
        with tempfile.TemporaryDirectory() as traces, tempfile.TemporaryDirectory() as work:
            with open(os.path.join(traces, "gateway.jsonl"), "w", encoding="utf-8") as file:
                file.write(export(["a", "b", "other"], "gateway") + export(["a"], "gateway") + '{"resourceSpans": [')
            files = what_if.separated({"s": {PLAIN: {"a"}, CHANGED: {"b"}}}, traces, work)["s"]
            with open(files[PLAIN], encoding="utf-8") as plain, open(files[CHANGED], encoding="utf-8") as changed:
                self.assertEqual((2, 1), (len(plain.readlines()), len(changed.readlines())))

    def test_aPredictionHoldsWithinItsTolerances(self):
        good = {"p50_error": 4.9, "p50_noise": 1, "predicted_p99_low": 40, "observed_p99": 50, "predicted_p99_high": 60}

        with contextlib.redirect_stderr(io.StringIO()) as output:
            self.assertTrue(what_if.report("c", good))
            self.assertTrue(what_if.report("c", {**good, "p50_error": -7, "p50_noise": 8}))
            self.assertFalse(what_if.report("c", {**good, "p50_error": -7}))
            self.assertFalse(what_if.report("c", {**good, "observed_p99": 61}))
        self.assertEqual(output.getvalue().splitlines(), ["The prediction of c does not hold: p50", "The prediction of c does not hold: p99"])


if __name__ == "__main__":
    unittest.main()
