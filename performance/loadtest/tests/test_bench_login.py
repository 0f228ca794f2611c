import os
import socket
import threading
import unittest
from unittest import mock

from lab import bench
from lab.problem import Problem
from loadtest.tests import command

login = command("bench-login")


class Rows(unittest.TestCase):

    def test_aRowHasTheProcessorTimeOfEachPartForARequest(self):
        metrics = {"http_reqs": {"count": 100}, "http_req_duration": {"med": 5.0, "p(95)": 9.0}}
        used = iter([1.0, 2.0, 1.5, 2.1])  # processor seconds of two processes, before and after
        with mock.patch.object(bench, "k6", return_value=metrics), mock.patch.object(login.processes, "seconds_of", lambda _: next(used)):
            row = login.measured("right", [1, 2])

        self.assertEqual(row, ("right", "100", "5.00", "1.00", "6.00", "5.00", "9.00"))

    def test_anUnexpectedStatusIsAProblemThatNamesTheKind(self):
        with mock.patch.object(bench, "k6", side_effect=Problem("failed")), self.assertRaisesRegex(Problem, "kind wrong"):
            login.measured("wrong", [os.getpid()])

    def test_refusalsComeAtAHigherRateThanSignIns(self):
        with mock.patch.dict(os.environ):
            for name in ("RATE", "REFUSALS"):
                os.environ.pop(name, None)

            self.assertEqual([login.rate(kind) for kind in ("right", "wrong", "challenged-unknown", "blocked")], ["60", "20", "400", "2000"])


class Block(unittest.TestCase):

    def redis(self, answer):
        """Starts a server that responds with one line; returns its port and the received lines."""
        server, received = socket.create_server(("127.0.0.1", 0)), []
        self.addCleanup(server.close)

        def serve():
            connection, _ = server.accept()
            with connection:
                received.append(connection.recv(200))
                connection.sendall(answer)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        self.addCleanup(thread.join)
        return server.getsockname()[1], received

    def test_theAddressIsBlockedInRedis(self):
        port, received = self.redis(b":1\r\n")
        with mock.patch.object(login, "REDIS_PORT", port):
            login.block()

        self.assertRegex(received[0].decode(), r"^ZADD haru:login-guard:blocked \d{13} 192\.0\.2\.66\r\n$")

    def test_aRefusalOfRedisIsAProblem(self):
        port, _ = self.redis(b"-NOAUTH\r\n")
        with mock.patch.object(login, "REDIS_PORT", port), self.assertRaisesRegex(Problem, "NOAUTH"):
            login.block()


if __name__ == "__main__":
    unittest.main()
