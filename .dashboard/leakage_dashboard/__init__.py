"""The dashboard as it is installed: its launcher, and its charts for those who write Python (``plot``)."""

from pathlib import Path

_HERE = Path(__file__).resolve().parent

FOLDER = _HERE if (_HERE / "app.py").is_file() else _HERE.parents[1]
"""Where ``app.py``, ``pages`` and the settings lie: beside this module, or in a clone that is used in place."""

EXTRA = 'the dashboard needs its extra: pip install ".[app]" in a clone of the repository'
"""What is said where only the library was installed."""
