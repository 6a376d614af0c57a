"""Her next move: which fact Eve would verify, and so the one most worth leaving unconfirmed."""

from pages import catalogue
from pages.eve.her_next_move import moves, text
from pages.shell import frame

workspace = frame.open_page(catalogue.HER_NEXT_MOVE, text.QUESTION)

moves.show_moves(workspace, frame.need_worst_pool(workspace))
