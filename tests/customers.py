"""Made-up customers, for what is measured over many rows."""

from typing import Any

import numpy as np
import pandas as pd


def customers(count: int) -> pd.DataFrame:
    """So many records of half as many people: a name, and some of phone, card and email, some of them changed."""
    draw = np.random.default_rng(0)
    person = draw.integers(0, count // 2, count)
    table = {
        "N": (person % max(1, count // 6), 1.0),
        "P": (person * 2 + (draw.random(count) < 0.2), 0.7),
        "C": (person * 3 + draw.integers(0, 2, count), 0.6),
        "E": (person * 2 + (draw.random(count) < 0.2), 0.5),
    }
    columns: dict[str, Any] = {"unique_id": np.arange(count)}
    for label, (value, share) in table.items():
        texts = pd.Series(value).astype(str).radd(label.lower()).astype(object)
        columns[label] = texts.where(draw.random(count) < share, None)
    return pd.DataFrame(columns)
