"""Home: the figure, what stands out and what to do next; before there is anything, three ways to begin."""

from pages import catalogue
from pages.shell import frame, history, vault_session
from pages.you.start import overview, text, ways_in

begun = bool(history.current().releases)
workspace = frame.open_page(
    catalogue.START,
    text.QUESTION if vault_session.offered() else text.IN_CLASS,
    "" if begun else text.TITLE,
)

if begun:
    overview.show(workspace)
    ways_in.show_ways_out(workspace)
else:
    ways_in.show_beginnings(workspace)
