"""Every figure of the five papers that can be derived, by the functions of ``leakage``, and where the papers slip."""

from collections.abc import Iterator

from tests.papers import narayanan_shmatikov, rebollo_monedero, ren_li, whang

PAPERS = {
    "Whang & Garcia-Molina 2011": whang.FIGURES_2011,
    "Whang & Garcia-Molina 2012": whang.FIGURES_2012,
    "Rebollo-Monedero et al.": rebollo_monedero.FIGURES,
    "Ren & Li": ren_li.FIGURES,
    "Narayanan & Shmatikov 2008": narayanan_shmatikov.FIGURES,
}


def papers_block() -> Iterator[str]:
    """The README's table: how many figures of each paper are derived, and how many of them slip."""
    yield "| Paper | figures | same | slips |"
    yield "|---|---|---|---|"
    for title, figures in PAPERS.items():
        slips = sum(bool(figure.slip) for figure in figures)
        yield f"| {title} | {len(figures)} | {len(figures) - slips} | {slips} |"
