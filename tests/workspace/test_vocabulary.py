import pytest

from leakage.workspace.vocabulary import LABELS, TEMPLATES, default_weight

KNOWN = {suggestion.label for suggestion in LABELS}


def test_about_25_labels_each_once_with_positive_weight_and_one_short_sentence():
    assert 25 <= len(LABELS) <= 35
    assert len({label.casefold() for label in KNOWN}) == len(LABELS)
    for suggestion in LABELS:
        assert suggestion.weight in (1, 2, 3, 5)
        assert suggestion.reason.endswith(".") and suggestion.reason.count(".") == 1
        assert len(suggestion.reason) < 70 and suggestion.example


def test_the_labels_the_main_job_names_are_there():
    named = {"Name", "Email", "Phone", "Address", "Date of birth", "Card", "National id", "Passport", "Employer"}
    assert named | {"Health condition"} <= KNOWN


def test_templates_use_known_labels_each_once():
    assert len({template.name for template in TEMPLATES}) == len(TEMPLATES) >= 12
    for template in TEMPLATES:
        assert template.labels and len(set(template.labels)) == len(template.labels)
        assert set(template.labels) <= KNOWN


@pytest.mark.parametrize(("label", "weight"), [("PASSPORT", 5), (" phone ", 2), ("Shoe size", 1), ("", 1)])
def test_default_weight_ignores_case_and_falls_back_to_one(label, weight):
    assert default_weight(label) == weight
