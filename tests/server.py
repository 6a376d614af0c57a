"""The program as a process of its own, started with the README's command; its link is read where it prints it."""

from __future__ import annotations

import os
import queue
import re
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"https?://\S+\?token=\S+")
LONGEST_WAIT = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A running server, what it has printed, and the links in it that nobody has used yet.

    Arguments:
        options: behind ``streamlit run app.py``.
        app: another program than this one.
        folder: where it is started.
        environment: what is set besides what is set here.

    What it keeps, it keeps in a folder of its own, ``data``, which is gone when it has stopped.
    """

    def __init__(
        self,
        *options: str,
        app: Path = ROOT / "app.py",
        folder: Path = ROOT,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.port = free_port()
        given = ["--server.headless=true", f"--server.port={self.port}", *options]
        self._folder = tempfile.TemporaryDirectory()
        self.data = Path(self._folder.name)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", str(app), *given],
            cwd=folder,
            env={**os.environ, "LEAKAGE_DATA": self._folder.name, **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        self._links: queue.Queue[str | None] = queue.Queue()
        self._spoke = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            for link in LINK.findall(line):
                self._links.put(link)
                self._spoke.set()
        self._links.put(None)
        self._spoke.set()

    @property
    def printed(self) -> str:
        return "".join(self.lines)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def link(self, path: str = "/") -> str:
        """The next link that was printed and not handed out yet, to a page; waits for it."""
        link = self._links.get(timeout=LONGEST_WAIT)
        if link is None:
            raise RuntimeError(f"the server ended without a link:\n{self.printed}")
        return link.replace("/?token=", f"{path}?token=")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)
        self._reader.join(timeout=20)
        self._folder.cleanup()

    def __enter__(self) -> Server:
        """Wait for the first link: from then on requests are answered."""
        if not self._spoke.wait(LONGEST_WAIT):
            self.process.kill()
            raise RuntimeError("the server said nothing within a minute")
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
