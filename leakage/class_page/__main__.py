"""``python -m leakage.class_page FILE``: the class as one HTML file, which needs no server and no network."""

import sys
from pathlib import Path

from leakage.class_page import class_page

if __name__ == "__main__":
    Path(sys.argv[1]).write_text(class_page(), encoding="utf-8", newline="\n")
