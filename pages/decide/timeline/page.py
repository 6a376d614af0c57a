"""Timeline: how it came to this."""

from pages import catalogue
from pages.app import page
from pages.decide.timeline import jumps, text
from pages.kit import glossary

workspace = page.open_page(catalogue.TIMELINE, text.QUESTION)

page.need_releases(workspace)
glossary.say_leaked(workspace, glossary.NOTHING_REACHES_HER)
jumps.show_timeline(workspace)
