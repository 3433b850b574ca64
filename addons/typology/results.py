"""The stored results of a typology."""

from typing import cast

from addons.typology.models import Typology
from midpath.typology.result_shapes import Results


def results_of(typology: Typology) -> Results:
    """Return the stored results; only call it if there are any."""
    return cast(Results, typology.results)
