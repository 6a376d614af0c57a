"""Every page once: where it lies, its address, its title, its icon and its group in the menu."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the program.

    Arguments:
        group: its part of the menu.
        folder: where its ``page.py`` lies, under the folder of its group.
        title: in the menu, at its top and in the tab.
        symbol: the Material symbol beside the title.
        url_path: its address, which stays when the folder moves; empty for the first page.
    """

    group: str
    folder: str
    title: str
    symbol: str
    url_path: str

    @property
    def path(self) -> str:
        """The file, as Streamlit wants it: from the folder of the router."""
        return f"{self.group.lower()}/{self.folder}/page.py"

    @property
    def icon(self) -> str:
        return f":material/{self.symbol}:"


def _page(group: str, folder: str, title: str, symbol: str, url_path: str | None = None) -> Page:
    return Page(group, folder, title, symbol, folder if url_path is None else url_path)


START = _page("You", "start", "Start", "door_open", url_path="")
PROFILE = _page("You", "profile", "Profile", "person")
RELEASES = _page("You", "releases", "Releases", "outbox")
WEIGHTS = _page("You", "weights", "Weights", "balance")
TRANSFER = _page("You", "transfer", "Import and export", "swap_vert", url_path="in_and_out")
REVIEW = _page("You", "review", "Review", "checklist")
VAULT = _page("You", "vault", "Vault", "lock")

ADVERSARY = _page("Eve", "adversary", "Adversary", "hub")
WHAT_SHE_KNOWS = _page("Eve", "what_she_knows", "What she knows", "search")
HER_NEXT_MOVE = _page("Eve", "her_next_move", "Her next move", "fact_check")

PLAN = _page("Decide", "plan", "Plan", "task_alt")
LEAKAGE = _page("Decide", "leakage", "Leakage", "monitoring")
TIMELINE = _page("Decide", "timeline", "Timeline", "timeline")
PLANNED_RELEASE = _page("Decide", "planned_release", "Planned release", "compare_arrows")
DISINFORMATION = _page("Decide", "disinformation", "Disinformation", "masks")
ERASURE = _page("Decide", "erasure", "Erasure", "delete_sweep")
REQUESTS = _page("Decide", "requests", "Requests", "outgoing_mail")

PUBLISHED_TABLE = _page("Explore", "published_table", "Published table", "table_view")
ATTACKERS_ERROR = _page("Explore", "attackers_error", "An attacker's error", "psychology_alt")
RE_IDENTIFICATION = _page("Explore", "re_identification", "Re-identification", "person_search")
LABORATORY = _page("Explore", "laboratory", "Laboratory", "science")

LESSONS = _page("Learn", "lessons", "Lessons", "school")
EXERCISES = _page("Learn", "exercises", "Exercises", "edit_note")
PREDICT_TOGETHER = _page("Learn", "together", "Predict together", "groups", url_path="predict_together")

PAGES = (
    *(START, PROFILE, RELEASES, WEIGHTS, TRANSFER, REVIEW, VAULT),
    *(ADVERSARY, WHAT_SHE_KNOWS, HER_NEXT_MOVE),
    *(PLAN, LEAKAGE, TIMELINE, PLANNED_RELEASE, DISINFORMATION, ERASURE, REQUESTS),
    *(PUBLISHED_TABLE, ATTACKERS_ERROR, RE_IDENTIFICATION, LABORATORY),
    *(LESSONS, EXERCISES, PREDICT_TOGETHER),
)
"""All of them, in the order of the menu."""
