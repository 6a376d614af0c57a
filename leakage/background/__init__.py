"""What the adversary holds besides the releases, when it is too much for memory: an index on disk, asked exactly.

The records are brought to their fixpoint once (``build_index``); a person's question then looks up only the composites
that her releases touch, or that tell something by themselves (``relevant_background``), and all else goes on in memory.

See also:
    ``leakage.resolution`` does the same in memory; ``leakage.decision`` measures what comes of it.

>>> import tempfile
>>> from pathlib import Path
>>> from leakage import Adversary, Record, Resolve, Shares, information_leakage
>>> ann, eve = Record.of(("N", "Ann"), ("P", "1"), ("C", "9")), Adversary(Resolve(Shares("P")))
>>> with tempfile.TemporaryDirectory() as folder:
...     written = Path(folder, "voters.csv").write_text("N,P,C\\nAnn,1,9\\nBob,2,8\\n")
...     sources = [Source(Path(folder, "voters.csv"), (("N", "N"), ("P", "P"), ("C", "C")))]
...     built = build_index(Path(folder, "voters.index"), sources, Shares("P"))
...     with BackgroundIndex(built) as index:
...         found = relevant_background(index, [Record.of(("P", "1"))], ann, eve)
>>> len(found.records), information_leakage([*found.records, Record.of(("P", "1"))], ann, eve).leakage
(1, 1.0)
"""

from leakage.arguments import need_extra

# Before any module of this package is read: all of them are of no use without it.
need_extra("duckdb", "background", "leakage.background")

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
