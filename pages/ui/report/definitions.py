"""The section of a report that says how it is measured, and where that is from."""

from __future__ import annotations

from leakage.workspace.exporting.markup import Markup, element, joined, words
from leakage.workspace.exporting.report_figures import ReportFigures
from pages.ui.report.parts import section


def definitions(figures: ReportFigures) -> Markup:
    """How the figures are defined, and where that is from."""
    workspace, result = figures.workspace, figures.worst.result
    weights = ", ".join(f"{workspace.display_name(label)} {weight:g}" for label, weight in workspace.weights)
    entries = (
        (
            "Information leakage",
            joined(
                (
                    element("code", "L(R, e, E) = max over r in E(R) of E[2 X / (Wₑ + Y)]"),
                    ": the highest, over Eve's joined records r, of the expected F1 of r against your profile e. X is "
                    "the weight of what r has right, Y of all it says, Wₑ of your profile. Its exact value here is ",
                    element("code", repr(result.leakage)),
                    ".",
                )
            ),
        ),
        ("Confidence", joined(("How probable a holder finds it that a value is right, from 0 % to 100 %.",))),
        (
            "Weight",
            joined(
                (
                    "How much a label matters to you against the others; only ratios count, and a label that is not "
                    "named weighs 1. ",
                    words(f"Here: {weights}." if weights else "Here all weigh 1."),
                )
            ),
        ),
        ("Point", joined(("A hundredth of the whole: from 48 % to 62 % are 14 points.",))),
    )
    sources = (
        "S. E. Whang, H. Garcia-Molina: A Model for Quantifying Information Leakage, SDM 2012, Definitions 1 and 2, "
        "Section 4.1.",
        "S. E. Whang, H. Garcia-Molina: Managing Information Leakage, CIDR 2011.",
    )
    return section(
        "How this is measured",
        element("dl", *(joined((element("dt", term), element("dd", said))) for term, said in entries)),
        element("p", "Sources"),
        element("ul", *(element("li", source) for source in sources)),
        element(
            "p",
            "It is what an adversary would know who holds these records and joins them by these rules. A real one may "
            "hold more, or join in other ways.",
            class_="quiet",
        ),
    )
