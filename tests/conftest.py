"""What holds for every test: nobody's own vaults are looked at, and no machine is too slow."""

import os
import tempfile

from hypothesis import HealthCheck, settings

# Before any test is imported, and for servers that tests start as well.
os.environ["LEAKAGE_DATA"] = tempfile.mkdtemp(prefix="leakage-tests-")

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")
