"""Typologies of datasets requested on a page."""

from collections.abc import Mapping

from addons.typology.job_kinds import TYPOLOGY
from addons.typology.models import Typology
from agreement.prepositions import languages, prepositions_of
from analysis.reading.sentences import words_in
from midpath.progress import Progress
from midpath.typology.analysis import Wanted, find_typology
from tasks.jobs import Made, Make

PROPOSED = 50


def make_typology(typology: Typology, progress: Progress) -> Made:
    """Compute a typology; its steps are the items read, and the samples."""
    items, options = typology.dataset.item_count, typology.options
    steps = items + options.samples
    wanted = Wanted(options, ranked=options.top, propose=PROPOSED)
    sentences = words_in(typology.dataset, lambda read: progress(read, steps))
    found = find_typology(
        sentences, wanted, lambda _step, done, _total: progress(items + done, steps)
    )
    return {"results": {**found, "comes_with": _list_of(typology.language)}}


def _list_of(language: str) -> list[str]:
    """Return Midpath's prepositions of a language, to evaluate the proposals."""
    return sorted(prepositions_of(language)) if language in languages() else []


MAKERS: Mapping[str, Make] = {TYPOLOGY.name: make_typology}
