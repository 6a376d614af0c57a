"""The class as one page: lessons, exercises and worksheets in a file that needs no server, network or installation."""

from leakage.class_page.page import class_page

__all__ = ["class_page"]
