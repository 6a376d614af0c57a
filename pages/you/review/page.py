"""Review: many accounts at once."""

from pages import catalogue
from pages.shell import frame, session
from pages.you.review import completing, text

workspace = frame.open_page(catalogue.REVIEW, text.QUESTION)
if not workspace.releases:
    frame.nothing_yet(text.EMPTY, catalogue.TRANSFER, text.EMPTY_BUTTON)

completing.offer_presumptions(workspace)
completing.answer(workspace)
completing.merge(workspace)
session.link(catalogue.PLAN, text.NEXT)
