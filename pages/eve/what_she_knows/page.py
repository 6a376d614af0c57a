"""What she knows: the adversary's search, step by step, and the records she has put together."""

from leakage.workspace.figures.belief import evidence_of
from leakage.workspace.figures.next_move import can_dip
from pages import catalogue
from pages.eve.what_she_knows import text, thresholds
from pages.kit import glossary
from pages.shell import frame

workspace = frame.open_page(catalogue.WHAT_SHE_KNOWS, text.QUESTION)

frame.need_releases(workspace)
if not can_dip(workspace.adversary) and evidence_of(workspace) is None:
    frame.nothing_yet(text.NO_DIPPING, catalogue.ADVERSARY, "Go to the adversary")

glossary.say_leaked(workspace, glossary.NOTHING_REACHES_HER)
leaked = thresholds.show_search(workspace)
thresholds.show_composites(workspace, leaked)
thresholds.show_thresholds(workspace, leaked)
thresholds.what_if(workspace)
