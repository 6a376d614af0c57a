"""What README files say of the papers and of made-up people: worked out anew, held by tests, written by one command.

``.venv/bin/python -m tests.readme_figures`` writes three tables into the library's README: the papers' figures, the 29
people, and the realistic person's plan. It takes the pictures in ``.pictures/``, for which it needs Debian's chromium.
"""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from PIL import Image

from leakage.scenarios.realistic import realistic_person
from leakage.workspace.everyday import ALONE, COLLECTOR, EVERYONE, LIKELY
from leakage.workspace.figures.actions import plan_actions
from leakage.workspace.figures.assessment import PoolLeakage, assess, worst
from leakage.workspace.figures.count import count
from leakage.workspace.figures.steps import first_steps, plan_keys, plan_steps, ready
from leakage.workspace.figures.words import Step
from leakage.workspace.requests.states import grant_chance
from leakage.workspace.vocabulary import percent
from leakage.workspace.workspace import Workspace
from tests.browser.conftest import launched
from tests.browser.driver import enter
from tests.papers import papers_block
from tests.server import Server
from tests.workspace.people import Person, people

ROOT = Path(__file__).parents[1]
README = ROOT / "leakage" / "README.md"
FOLDER = ROOT / ".pictures"
PICTURES = {
    "home": "Home",
    "what-she-knows": "What she knows",
    "what-to-do": "Plan",
    "class": "Predict together",
    "science": "Published table",
}
"""The pictures of the README files by their names, and the page on each."""
SIZE = {"width": 1280, "height": 720}
EVES = (LIKELY, ALONE, EVERYONE, COLLECTOR)
ANY_DAY = datetime.date(2026, 12, 1)
"""No letter of hers was sent, so the day is no matter."""


def worst_leakage(work: Workspace, eve: str) -> PoolLeakage | None:
    """What one Eve knows where she knows most."""
    return worst(assess(replace(work, chosen=eve)))


def figure(work: Workspace, eve: str) -> float:
    """The leakage under one Eve."""
    found = worst_leakage(work, eve)
    return found.result.leakage if found else 0.0


def people_block() -> Iterator[str]:
    """The table of the made-up people."""
    yield f"| | surely has | probably has | has wrong | {' | '.join(eve[0].lower() + eve[1:] for eve in EVES)} |"
    yield "|---|---|---|---|---|---|---|---|"
    yield from map(_row, people())


def _row(person: Person) -> str:
    counted = count(replace(person.work, chosen=EVERYONE))
    figures = " | ".join(percent(figure(person.work, eve)) for eve in EVES)
    of_all = f"{counted.sure} of {len(counted.kinds)}"
    return f"| {person.name} | {of_all} | {counted.probable} | {counted.number('wrong')} | {figures} |"


def showcase_steps() -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """The realistic person's first steps, and those of the plan, as the Plan page has them."""
    work = realistic_person().workspace
    ahead = ready(work)
    chances = partial(grant_chance, ahead)
    plans = plan_actions(ahead, today=ANY_DAY.isoformat(), chances=chances, limit=800)
    return first_steps(work), plan_steps(replace(work, plan=plan_keys(work, plans)), ANY_DAY.isoformat())


def plan_block() -> Iterator[str]:
    """The realistic person's steps, and what each gains."""
    yield "| | minutes | points lower |"
    yield "|---|---|---|"
    for step in (*showcase_steps()[0], *showcase_steps()[1]):
        gain = f"{step.gain:.1f}" if step.gain else ""
        yield f"| {step.title} | {step.minutes:g} | {gain} |"


BLOCKS = {"papers": papers_block, "people": people_block, "plan": plan_block}
"""The parts of the README between ``<!-- name -->`` and ``<!-- /name -->``."""


def block_in_readme(name: str) -> list[str]:
    """The lines of such a part as they are."""
    return _pattern(name).search(README.read_text("utf-8"))[2].splitlines()  # type: ignore[index]


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"(<!-- {name} -->\n)(.*?)(<!-- /{name} -->)", re.DOTALL)


def _write_blocks() -> None:
    text = README.read_text("utf-8")
    for name, lines in BLOCKS.items():
        block = "".join(f"{line}\n" for line in lines())
        text = _pattern(name).sub(lambda found, block=block: found[1] + block + found[3], text)
    README.write_text(text, "utf-8")


def _take_pictures() -> None:
    with launched() as browser, Server() as server:
        assert browser is not None
        dashboard = enter(browser.new_context(viewport=SIZE, color_scheme="light"), server.link())  # type: ignore[arg-type]
        dashboard.press("open-realistic")
        dashboard.key("home-step-1").wait_for()
        for name, title in PICTURES.items():
            dashboard.open(title)
            # Tables come into sight a while after the page has settled.
            dashboard.page.wait_for_timeout(2_000)
            dashboard.settle()
            shot = Image.open(io.BytesIO(dashboard.page.screenshot())).convert("RGB")
            shot.quantize(256, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    _write_blocks()
    _take_pictures()
