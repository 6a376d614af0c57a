"""Timeline: how it came to this."""

from pages import catalogue
from pages.decide.timeline import jumps, text
from pages.kit import glossary
from pages.shell import frame

workspace = frame.open_page(catalogue.TIMELINE, text.QUESTION)

frame.need_releases(workspace)
glossary.say_leaked(workspace, glossary.NOTHING_REACHES_HER)
jumps.show_timeline(workspace)
