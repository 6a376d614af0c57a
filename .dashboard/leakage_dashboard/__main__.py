"""``leakage-dashboard`` and ``python -m leakage_dashboard``: the app of ``streamlit run app.py``, from any folder."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from leakage_dashboard import EXTRA, FOLDER


def main(arguments: Sequence[str] | None = None) -> None:
    """Open the dashboard, and stay until it ends.

    Streamlit reads the settings that lie beside the app after those of the folder it was started in.

    Arguments:
        arguments: Streamlit's options, and ``-- --classroom``; by default what the command was given.

    Raises:
        SystemExit: when the app ends, or cannot start.
    """
    try:
        from streamlit.web.cli import main as streamlit  # noqa: PLC0415
    except ModuleNotFoundError:
        raise SystemExit(EXTRA) from None
    # Whatever folder it was started in has modules of the same names, these come first.
    sys.path.insert(0, str(FOLDER))
    given = sys.argv[1:] if arguments is None else arguments
    streamlit(["run", str(FOLDER / "app.py"), *given], prog_name="leakage-dashboard")


if __name__ == "__main__":
    main()
