"""How long another visitor waits while 1,200 connections never finish their request, and while more keep coming.

python -m tests.benchmarks.slow_connections
"""

from __future__ import annotations

import contextlib
import resource
import socket
import statistics
import threading
import time

from tests.door.client import ask, come_in
from tests.door.server import Server

MANY = 1_200
OPEN_FILES = 1_024
REQUESTS = 50
BEGUN = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"


def waits(server: Server, cookie: tuple[str, str]) -> str:
    """How long a page takes, in words."""
    seconds = []
    for _ in range(REQUESTS):
        begun = time.perf_counter()
        assert ask(server, "/", cookie).status == 200
        seconds.append(time.perf_counter() - begun)
    return f"{1000 * statistics.median(seconds):.0f} ms in the median, {1000 * max(seconds):.0f} ms at most"


def slow_connection(server: Server) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    with contextlib.suppress(ConnectionError):
        connection.sendall(BEGUN)
    return connection


def go_on(server: Server, stop: threading.Event) -> None:
    """Keep as many connections, each new one in the place of the oldest."""
    connections: list[socket.socket] = []
    while not stop.is_set():
        connections.append(slow_connection(server))
        if len(connections) > MANY:
            connections.pop(0).close()


def main() -> None:
    with Server() as server:
        cookie = come_in(server)
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES))
        print("nobody else:", waits(server, cookie))
        connections = [slow_connection(server) for _ in range(MANY)]
        print(f"{len(connections):,} slow connections:", waits(server, cookie))
        stop = threading.Event()
        flood = threading.Thread(target=go_on, args=(server, stop))
        flood.start()
        try:
            print("while more keep coming:", waits(server, cookie))
        finally:
            stop.set()
            flood.join()
        print("bytes of log:", len(server.printed))


if __name__ == "__main__":
    main()
