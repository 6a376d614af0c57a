"""Exercises: problems without end, and a worksheet to print."""

from pages import catalogue
from pages.kit.tabs import show_tabs
from pages.learn.exercises import practice, text
from pages.shell import frame

frame.open_page(catalogue.EXERCISES, text.QUESTION)

show_tabs(
    {"One at a time": practice.show_practice, "A worksheet to print": practice.show_worksheet}, key="exercises-tab"
)
