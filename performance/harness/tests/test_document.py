import json
import socket
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from unittest import mock

from harness import Problem, document


class Gateway(BaseHTTPRequestHandler):
    """Responds with the next status and number of operations; the last response repeats."""

    def do_GET(self):
        responses = self.server.responses
        status, operations = responses.pop(0) if len(responses) > 1 else responses[0]
        body = json.dumps({"paths": {f"/{number}": {"get": {}} for number in range(operations)}}).encode()
        self.send_response(status)
        if status == 503:
            self.send_header("Retry-After", "1")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def respond(server, response):
    with server.accept()[0] as connection:
        connection.recv(4096)
        connection.sendall(response)


class AwaitDocument(unittest.TestCase):

    def setUp(self):
        for name, value in (("expected_operations", lambda: 2), ("PAUSE", 0)):
            patch = mock.patch.object(document, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def gateway(self, *responses):
        server = HTTPServer(("127.0.0.1", 0), Gateway)
        server.responses = list(responses)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        self.addCleanup(lambda: (server.shutdown(), server.server_close()))
        return f"http://127.0.0.1:{server.server_port}"

    def test_theDocumentIsAwaitedUntilItIsComplete(self):
        found = document.await_document(self.gateway((503, 0), (200, 0), (200, 1), (504, 0), (200, 2)))

        self.assertEqual(document.operations(found), 2)

    def test_aDocumentThatStaysIncompleteIsAProblem(self):
        with mock.patch.object(document, "COMPLETE_WITHIN", 0.1), self.assertRaisesRegex(Problem, "a service is unavailable"):
            document.await_document(self.gateway((200, 1)))

    def test_aGatewayWithoutADocumentIsAProblem(self):
        with self.assertRaisesRegex(Problem, "has no API document"):
            document.await_document(self.gateway((404, 0)))

    def test_aServerOfAnotherProtocolIsAProblem(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            threading.Thread(target=respond, args=(server, b"SSH-2.0-OpenSSH\r\n"), daemon=True).start()
            with self.assertRaisesRegex(Problem, "No Haru answers at"):
                document.await_document(f"http://127.0.0.1:{server.getsockname()[1]}")

    def test_anAddressWithoutServerIsAProblem(self):
        with self.assertRaisesRegex(Problem, "No Haru answers at http://127.0.0.1:1 "):
            document.await_document("http://127.0.0.1:1")


if __name__ == "__main__":
    unittest.main()
