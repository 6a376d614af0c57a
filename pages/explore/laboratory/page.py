"""Laboratory: the 2012 paper's experiments, run on the spot."""

from pages import catalogue
from pages.app import page
from pages.explore.laboratory import text
from pages.explore.laboratory.algorithms import show_accuracy, show_race
from pages.explore.laboratory.one_record import show_one_record
from pages.explore.laboratory.trends import show_trends
from pages.kit.tabs import show_tabs

page.open_page(catalogue.LABORATORY, text.QUESTION)

show_tabs(
    {
        "How does leakage move?": show_trends,
        "Which algorithm is fast?": show_race,
        "How accurate is it?": show_accuracy,
        "One record in all its worlds": show_one_record,
    },
    key="laboratory-tab",
)
