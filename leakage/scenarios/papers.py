"""The worked examples of the two papers by Whang & Garcia-Molina, each as a workspace."""

from __future__ import annotations

from leakage.scenarios import completed
from leakage.scenarios.joined import alice_on_the_web, dipping, five_records, resolution
from leakage.scenarios.patients import alice_anonymous, alice_with_background, zoe_anonymous, zoe_diverse
from leakage.scenarios.scenario import Scenario
from leakage.scenarios.shops import second_purchase, vendor_and_employer, which_card, which_store, wrong_phone
from leakage.scenarios.single import confidences, enhancement, one_record, one_record_unweighted, two_uncertain_facts

PAPER_SCENARIOS: tuple[Scenario, ...] = (
    vendor_and_employer(),
    wrong_phone(),
    second_purchase(),
    five_records(),
    one_record(),
    one_record_unweighted(),
    confidences(),
    completed.possible_worlds(),
    completed.uncertain_data(),
    resolution(),
    dipping(),
    alice_on_the_web(),
    completed.answer_sets(),
    completed.key_sets(),
    alice_anonymous(),
    alice_with_background(),
    zoe_anonymous(),
    zoe_diverse(),
    which_card(),
    which_store(),
    completed.self_and_linkage(),
    completed.figure_2(),
    enhancement(),
    two_uncertain_facts(),
)
"""Every worked example of the two papers, alike ones side by side."""
