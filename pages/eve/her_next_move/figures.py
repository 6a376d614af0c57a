"""What Her next move computes."""

from __future__ import annotations

from leakage.workspace.figures.her_next_move import Move, next_moves
from leakage.workspace.workspace import Workspace
from pages.shell.cached import cached
from pages.shell.knowledge import worst_pool


@cached
def moves(workspace: Workspace, composite: int | None) -> tuple[Move, ...]:
    """What Eve would verify next, of the pool that knows most: in one of her records, or the most telling one."""
    worst = worst_pool(workspace)
    return () if worst is None else next_moves(workspace, worst, composite=composite)
