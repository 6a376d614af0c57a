"""What holds for every test: nobody's own vaults are looked at."""

import os
import tempfile

# Before any test is imported, and for servers that tests start as well.
os.environ["LEAKAGE_DATA"] = tempfile.mkdtemp(prefix="leakage-tests-")
