"""What the adversary holds besides the releases, when it is too much for memory: an index on disk, asked exactly.

The records are brought to their fixpoint once (``build_index``); a person's question then looks up only the composites
that her releases touch, or that tell something by themselves (``relevant_background``), and all else goes on in memory.
"""

from leakage.background.build import (
    BuildError,
    Cost,
    Rows,
    build_index,
    cost_of,
    index_path,
    indices_of,
    remove_indices,
    rows_in,
)
from leakage.background.index import BackgroundIndex, IndexMismatchError
from leakage.background.relevant import Relevant, askable_rules, relevant_background
from leakage.background.sources import Source, columns_of, tables_of
from leakage.regular_file import SourceError

__all__ = [
    "BackgroundIndex",
    "BuildError",
    "Cost",
    "IndexMismatchError",
    "Relevant",
    "Rows",
    "Source",
    "SourceError",
    "askable_rules",
    "build_index",
    "columns_of",
    "cost_of",
    "index_path",
    "indices_of",
    "relevant_background",
    "remove_indices",
    "rows_in",
    "tables_of",
]
