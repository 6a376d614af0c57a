"""Her next move: which fact Eve would verify, and so the one most worth leaving unconfirmed."""

from pages import catalogue
from pages.eve.her_next_move import moves, text
from pages.kit import glossary
from pages.shell import frame

workspace = frame.open_page(catalogue.HER_NEXT_MOVE, text.QUESTION)

worst = frame.need_worst_pool(workspace)
glossary.say_leaked(workspace, glossary.NOTHING_REACHES_HER)
moves.show_moves(workspace, worst)
