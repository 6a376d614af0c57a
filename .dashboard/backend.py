"""Builds what is installed: setuptools, and the dashboard's files beside its launcher in ``leakage_dashboard``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

# All that an installer asks a build for.
from setuptools.build_meta import *  # noqa: F403
from setuptools.command.build_py import build_py

PACKAGE = "leakage_dashboard"
ALONE = ("app.py", ".streamlit/config.toml")
"""What else the package holds besides the pages, each where it lies in a clone."""

BUILDER = ".dashboard/backend.py"


def dashboard_files() -> Iterator[Path]:
    """Every file of the dashboard, from the folder that is built.

    Without settings beside it the app would listen under those of whatever folder it is started in: none is left out.
    """
    yield from map(Path, ALONE)
    yield from sorted(path for path in Path("pages").rglob("*") if path.is_file() and path.suffix != ".pyc")


class BuildPy(build_py):
    """The modules that setuptools finds, and the dashboard's files; an editable install takes those where they lie."""

    def run(self) -> None:
        """Build the modules, then copy the files."""
        super().run()
        if not self.editable_mode:
            for built, source in self._copies().items():
                self.mkpath(str(Path(built).parent))
                self.copy_file(source, built, preserve_mode=False)

    def get_source_files(self) -> list[str]:
        """What an archive of sources needs to be built from again."""
        return [*super().get_source_files(), *map(str, dashboard_files()), BUILDER]

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """What was built."""
        return [*super().get_outputs(include_bytecode), *self._copies()]

    def get_output_mapping(self) -> dict[str, str]:
        """What was built of what."""
        return {**super().get_output_mapping(), **self._copies()}

    def _copies(self) -> dict[str, str]:
        package = Path(self.build_lib, PACKAGE)
        return {} if self.editable_mode else {str(package / path): str(path) for path in dashboard_files()}
