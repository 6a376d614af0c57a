"""The words of the field in people's words: one sentence or two, shown as help where a word is first met on a page."""

from __future__ import annotations

RECORD = (
    "A record is what somebody holds about one person: one release of yours, or one row of a list of other people that "
    "Eve holds besides."
)
JOINED_RECORD = (
    "A joined record is what Eve makes of the records that she takes for one person: all that any of them says. The "
    "papers call it a composite."
)
BRIDGE = (
    "A release is a bridge where it matches two or more of Eve's joined records that had nothing in common before: "
    "through it they become one, and she knows all of them at once."
)
ALTERNATIVE = (
    "An alternative is one way of making the release that you plan: to one recipient or another, with one card or "
    "another, with a field or without. You will do one of them."
)
COALITION = (
    "A coalition is a group of recipients who put together what they were given, and share it with nobody else: the "
    "shops of one bonus card, the companies of one owner."
)
