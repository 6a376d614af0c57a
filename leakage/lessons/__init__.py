"""Lessons: a class predicts, sees, and works out by hand.

The texts are in ``text/``, one TOML file a lesson; ``subjects`` has what they are about, ``answers`` computes every
figure in them, and ``leakage.class_page`` makes one page of all. ``questions`` and ``votes`` are for a class that
predicts together.

>>> from leakage.lessons.lesson import LESSONS
>>> LESSONS[0].title, len(LESSONS[0].steps)
('What counts as knowing?', 6)
"""
