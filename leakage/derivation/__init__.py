"""How a leakage is worked out, step by step, with the very values it was computed from."""

from leakage.derivation.derivation import Derivation, DerivationStep, World
from leakage.derivation.record import derive_increment, derive_information_leakage, derive_record_leakage

__all__ = [
    "Derivation",
    "DerivationStep",
    "World",
    "derive_increment",
    "derive_information_leakage",
    "derive_record_leakage",
]
