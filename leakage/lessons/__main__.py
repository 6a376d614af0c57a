"""``python -m leakage.lessons --page FILE``: the class as one HTML file, which needs no server and no network."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from leakage.class_page import class_page


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m leakage.lessons", description=__doc__)
    parser.add_argument("--page", type=Path, required=True, metavar="FILE", help="where to write it")
    parser.parse_args(arguments).page.write_text(class_page(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
