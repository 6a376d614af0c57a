"""What reading a large mailbox takes: seconds, and megabytes above the start, plain and in archives.

``python -m tests.benchmarks.mail`` makes a mailbox of 1 GB, reads it in a process of its own, and deletes it;
``python -m tests.benchmarks.mail 10`` one of 10 GB, and ``python -m tests.benchmarks.mail 10 ZIP`` only one kind of it.
"""

from __future__ import annotations

import base64
import datetime
import gzip
import itertools
import json
import random
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from leakage.progress import listening
from leakage.regular_file import opened
from leakage.workspace.files.mail.senders import read_senders
from tests.benchmarks.runner import in_a_process, peak_memory, this_module
from tests.workspace.files.mail_files import LIST, message

GIGABYTE = 1_000_000_000
LINES = 60_000
SUBJECTS = ("Deals of the week", "Your order {}", "=?UTF-8?Q?Willkommen_bei_uns_{}?=", "Lunch?", "Re: Your invoice {}")


def messages(size: int) -> Iterator[bytes]:
    """Messages of 2,000 senders until they are long enough: headers as servers write them, one in ten with a file."""
    draw = random.Random(1)
    lines = [base64.b64encode(draw.randbytes(57)).decode() for _ in range(LINES)]
    written = number = 0
    while written < size:
        start = draw.randrange(LINES - 3_000)
        signature = "\n        ".join(lines[start : start + 25])
        body = "\n".join(lines[start : start + (2_900 if number % 10 == 0 else draw.randrange(20, 400))])
        author = f'"Shop {number % 50}" <news@mail.shop{draw.randrange(2_000)}.example>'
        fields = (f"ARC-Seal: i=1; a=rsa-sha256;\n        {signature}", LIST, "Content-Type: text/html")
        day = f"{1 + number % 28} Mar {2010 + number % 16} 10:00:00 +0000"
        one = message(author, draw.choice(SUBJECTS).format(number), day, *fields, body=body)
        written, number = written + len(one), number + 1
        yield one


def plain(path: Path, size: int) -> None:
    """An mbox."""
    with path.open("wb") as file:
        file.writelines(messages(size))


def packed(path: Path, size: int) -> None:
    """An mbox, packed by gzip."""
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.writelines(messages(size))


def archive(path: Path, size: int) -> None:
    """A ZIP archive with an mbox in it, as Google Takeout makes one."""
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as whole,
        whole.open("Takeout/Mail/All mail.mbox", "w", force_zip64=True) as file,
    ):
        for one in messages(size):
            file.write(one)


KINDS: dict[str, Callable[[Path, int], None]] = {"mbox": plain, "mbox.gz": packed, "ZIP": archive}


def measured(path: Path) -> dict[str, float]:
    """Seconds, megabytes above the start, what was found, and how often it could have been cancelled."""
    before, begun = peak_memory(), time.perf_counter()
    reports: list[float] = []
    with opened(path) as file, listening(lambda *_: reports.append(time.perf_counter())):
        found = read_senders(file, (), datetime.date.today())
    gaps = (later - earlier for earlier, later in itertools.pairwise(reports))
    return {
        "seconds": time.perf_counter() - begun,
        "megabytes": peak_memory() - before,
        "peak": peak_memory(),
        "messages": found.messages,
        "senders": len(found.senders),
        "longest_gap": max(gaps, default=0.0),
    }


def main() -> None:
    """Print one line for each kind."""
    if sys.argv[1:2] == ["read"]:
        print(json.dumps(measured(Path(sys.argv[2]))))
        return
    gigabytes = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    heads = f"{'':<10}{'seconds':>9}{'MB above the start':>20}{'MB in all':>11}{'messages':>11}"
    print(f"{heads}{'senders':>9}{'s to stop':>11}")
    for kind, make in KINDS.items():
        if sys.argv[2:] and kind not in sys.argv[2:]:
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "mail"
            make(path, round(gigabytes * GIGABYTE))
            taken = in_a_process(*this_module(__spec__.name, "read", str(path)), runs=1)
        print(
            f"{kind:<10}{taken['seconds']:>9.1f}{taken['megabytes']:>20.0f}{taken['peak']:>11.0f}"
            f"{taken['messages']:>11,.0f}{taken['senders']:>9,.0f}{taken['longest_gap']:>11.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
