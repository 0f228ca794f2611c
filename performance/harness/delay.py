"""A TCP proxy between two processes that can delay what the first one sends, to simulate a slow network."""
import collections
import socket
import statistics
import threading
import time

BACKLOG, CHUNK, REMEMBERED = 50, 65_536, 100_000


class DelayProxy:
    """Forwards connections to a local port. Each chunk of a client waits for the seconds of the hop and of the delay; a small request is
    one chunk."""

    def __init__(self, target, hop=0.0):
        self.target, self.hop, self.delay = target, hop, 0.0
        self.forget()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=BACKLOG)
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return  # closed, or the target has ended
            for one, other, delayed in ((client, server, True), (server, client, False)):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self.forward, args=(one, other, delayed), daemon=True).start()

    def forward(self, one, other, delayed):
        try:
            while chunk := one.recv(CHUNK):
                received, delay = time.monotonic(), self.delay
                if delayed:
                    if self.hop or delay:
                        time.sleep(self.hop + delay)
                    self.kept[bool(delay)].append(time.monotonic() - received)
                other.sendall(chunk)
        except OSError:
            pass  # one end has closed the connection: the other end is closed, too
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def forget(self):
        # The seconds that the proxy kept the chunks of clients, with and without a delay. A sleep ends later than it was set.
        self.kept = {delayed: collections.deque(maxlen=REMEMBERED) for delayed in (True, False)}

    def added(self):
        """Returns the median of the seconds that a delay has really added to a chunk."""
        return statistics.median(self.kept[True]) - statistics.median(self.kept[False])

    def close(self):
        self.listener.close()
