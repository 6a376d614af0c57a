"""Lessons: predict, then see, then work it out."""

from leakage.lessons import within
from leakage.lessons.catalogue import lesson_of
from pages import catalogue
from pages.learn.lessons import steps, text
from pages.shell import examples, frame

lesson = lesson_of(examples.opened())

if lesson is None:
    frame.open_page(catalogue.LESSONS, text.QUESTION)
    steps.show_contents()
else:
    steps.style()
    frame.open_page(catalogue.LESSONS, lesson.question, lesson.title)
    place = within(lesson, examples.place_in(lesson.key))
    steps.bar(lesson, place)
    steps.show_lesson(lesson, place)
