"""The three faces of the program: which rooms are in the menu, and what is remembered of the choice."""

import pytest

from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from pages.catalogue import FACES, PAGES, ROOMS, room_of
from pages.shell import faces
from tests.amount import cases
from tests.pages.helpers import current, go, history, run, start

REAL = realistic_person().workspace
SMALL = PAPER_SCENARIOS[0].workspace
ADDRESSES = {page.url_path or "start": page for page in PAGES}


def switch(at, face):
    [control] = [widget for widget in at.sidebar.segmented_control if (widget.key or "").startswith("face-chosen")]
    control.set_value(face)
    return run(at)


@pytest.fixture(autouse=True)
def menus(monkeypatch):
    """What pages are declared, the last time of every run."""
    declared = []
    navigation = faces.st.navigation

    def declare(pages, **options):
        declared[:] = [page.title for page in pages if page.visibility == "visible"]
        return navigation(pages, **options)

    monkeypatch.setattr("streamlit.navigation", declare)
    return declared


def test_every_page_is_a_part_of_one_room_and_every_room_in_a_face():
    assert sorted(page.url_path for room in ROOMS for page in room.parts) == sorted(page.url_path for page in PAGES)
    assert {room for rooms in FACES.values() for room in rooms} == set(ROOMS)
    assert len({page.url_path for page in PAGES}) == len({page.title for page in PAGES}) == len(PAGES)


@pytest.mark.parametrize("face", cases(FACES, usual=1))
def test_every_address_opens_its_part_in_every_face_and_stands_for_its_room(face, menus):
    at = start(SMALL.with_face(face))
    for address, page in ADDRESSES.items():
        go(at, address)
        assert menus == [room.title for room in FACES[face] if room is not faces.catalogue.TOGETHER]
        parts = [link.proto.label for link in at.get("page_link") if link.proto.label in {p.title for p in PAGES}]
        if len(room_of(page).parts) > 1:
            assert [part.title for part in room_of(page).parts] == parts[: len(room_of(page).parts)]


def test_a_face_is_remembered_with_the_work_and_is_no_edit(menus):
    at = start(REAL, "plan")
    before = history(at)
    assert menus == [room.title for room in FACES["me"]]
    switch(at, "science")
    assert menus == [room.title for room in FACES["science"]]
    assert history(at) == before and current(at) == REAL
    assert current(at).face == "science"
    assert workspace_from_json(workspace_to_json(current(at))).face == "science"
    # A page of another face stays where it is.
    assert at.title[0].value == room_of(ADDRESSES["published_table"]).title
    go(at, "plan")
    switch(at, "me")
    assert at.title[0].value == room_of(ADDRESSES["plan"]).title


def test_a_class_begins_with_its_lessons_and_has_no_safe_place(monkeypatch, menus):
    monkeypatch.setattr("pages.shell.faces.classroom", lambda: True)
    at = start(page="start")
    assert menus == [room.title for room in FACES["class"]]
    switch(at, "me")
    assert "Safe place" not in menus and "Home" in menus
