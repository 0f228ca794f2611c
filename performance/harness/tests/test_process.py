import socket
import unittest
from unittest import mock

from harness import Problem, process


class FreePorts(unittest.TestCase):

    def test_eachPortIsReturnedOnce(self):
        ports = range(26_000, 26_013)
        with mock.patch.multiple(process, PORTS=ports, drawn_ports=set(), is_free=lambda _: True):
            self.assertEqual(sorted(process.free_port() for _ in ports), list(ports))
            with self.assertRaisesRegex(Problem, "No port between 26000 and 26012 is free"):
                process.free_port()

    def test_aPortInUseIsNotFree(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.assertFalse(process.is_free(server.getsockname()[1]))


if __name__ == "__main__":
    unittest.main()
