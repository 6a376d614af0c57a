"""The class as one page: lessons, exercises and worksheets in a file that needs no server, network or installation.

``class_page()`` is the text of that file; ``python -m leakage.lessons --page FILE`` writes it.

See also:
    ``leakage.lessons`` and ``leakage.exercises`` have what is in it.

>>> from leakage.class_page.page import PROBLEMS
>>> from leakage.exercises import LEVELS, TOPICS
>>> PROBLEMS * len(TOPICS) * len(LEVELS)
480
"""

from leakage.class_page.page import class_page

__all__ = ["class_page"]
