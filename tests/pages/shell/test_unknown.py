"""An address that no page has shows a page of its own, with the ways to the rooms."""

from pages.catalogue import FACES, NO_SUCH_PAGE
from pages.shell import unknown
from tests.pages.helpers import ADDRESSES, nodes, start, texts


def test_it_says_so_and_leads_to_the_rooms(monkeypatch):
    monkeypatch.setitem(ADDRESSES, "unknown", NO_SUCH_PAGE)
    at = start(page="unknown")
    assert at.title[0].value == unknown.TITLE and unknown.SENTENCE in texts(at)
    links = [node.proto.label for node in nodes(at.main) if type(getattr(node, "proto", None)).__name__ == "PageLink"]
    assert links == [room.title for room in FACES["me"]]
