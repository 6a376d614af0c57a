"""Lessons: predict, then see, then work it out."""

from leakage.lessons import within
from leakage.lessons.catalogue import lesson_of
from pages import catalogue
from pages.learn.lessons import contents, steps, text, turning
from pages.shell import frame, lesson_places

lesson = lesson_of(lesson_places.opened())

if lesson is None:
    frame.open_page(catalogue.LESSONS, text.QUESTION)
    contents.show()
else:
    turning.style()
    frame.open_page(catalogue.LESSONS, lesson.question, lesson.title)
    place = within(lesson, lesson_places.place_in(lesson.key))
    turning.bar(lesson, place)
    steps.show(lesson, place)
