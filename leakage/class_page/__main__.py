"""``python -m leakage.class_page FILE``: the class as one HTML file, which needs no server and no network."""

import argparse
from pathlib import Path

from leakage.class_page import class_page

parser = argparse.ArgumentParser(prog="python -m leakage.class_page", description=__doc__)
parser.add_argument("file", type=Path, help="where to write it")
parser.parse_args().file.write_text(class_page(), encoding="utf-8", newline="\n")
