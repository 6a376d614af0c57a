"""Home: the figure, what stands out and what to do next; before there is anything, three ways to begin."""

from pages import catalogue
from pages.app import door, page, session
from pages.you.start import overview, text, ways_in

begun = bool(session.current().releases)
workspace = page.open_page(
    catalogue.START,
    text.QUESTION if not door.classroom() else text.IN_CLASS,
    "" if begun else text.TITLE,
)

if begun:
    overview.show(workspace)
    ways_in.show_ways_out(workspace)
else:
    ways_in.show_beginnings(workspace)
