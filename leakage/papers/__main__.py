"""``python -m leakage.papers``: every figure of the five papers beside what is derived; 1 where one no longer holds."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from leakage.papers.catalogue import FORMATS, PAPERS


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables, and return the exit code: 1 where a figure is not what it was known to be, else 0."""
    parser = argparse.ArgumentParser(prog="python -m leakage.papers", description=__doc__)
    parser.add_argument("--as", dest="form", choices=list(FORMATS), default="text", help="how to print (text)")
    parser.add_argument("--paper", choices=[paper.key for paper in PAPERS], help="one of the five (all)")
    chosen = parser.parse_args(arguments)
    derived = [(paper, paper.rows()) for paper in PAPERS if chosen.paper in (None, paper.key)]
    sys.stdout.write(FORMATS[chosen.form](derived) + "\n")
    return int(any(row.verdict == "BROKEN" for _, rows in derived for row in rows))


if __name__ == "__main__":
    raise SystemExit(main())
