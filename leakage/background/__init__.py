"""What the adversary holds besides the releases, when it is too much for memory: an index on disk, asked exactly.

The records are brought to their fixpoint once (``build_index``); a person's question then looks up only the composites
that her releases touch, or that tell something by themselves (``relevant_background``), and all else goes on in memory.
"""

from leakage.background.build import BuildError, build_index
from leakage.background.index import BackgroundIndex, IndexMismatchError
from leakage.background.relevant import Relevant, relevant_background
from leakage.background.sources import Source, SourceError, columns_of

__all__ = [
    "BackgroundIndex",
    "BuildError",
    "IndexMismatchError",
    "Relevant",
    "Source",
    "SourceError",
    "build_index",
    "columns_of",
    "relevant_background",
]
