"""What the table tells whoever is after something else than the sensitive value itself."""

from __future__ import annotations

import pandas as pd

from leakage.tables import joint_of
from leakage.tables.hierarchy import text_of
from pages.explore.published_table.coarsening import Shown
from pages.explore.published_table.yardsticks import has_joint
from pages.kit.any_question import show_any_question


def show_other_questions(shown: Shown, classes: pd.DataFrame) -> None:
    """What a class may gain whoever is after something else than the sensitive value itself."""
    if not has_joint(shown, classes):
        return
    secrets = [text_of(value) for value in shown.table.values]
    seen = [f"class {number + 1}" for number in range(len(classes))]
    show_any_question(joint_of(shown.table), secrets, seen, "published")
