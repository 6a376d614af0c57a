"""Review: many accounts at once."""

from pages import catalogue
from pages.app import page
from pages.you.review import completing, text

workspace = page.open_page(catalogue.REVIEW, text.QUESTION)
if not workspace.releases:
    page.nothing_yet(text.EMPTY, catalogue.TRANSFER, text.EMPTY_BUTTON)

completing.offer_presumptions(workspace)
completing.answer(workspace)
completing.merge(workspace)
page.link(catalogue.PLAN, text.NEXT)
