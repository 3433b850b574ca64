"""Typologies of datasets requested on a page."""

from collections.abc import Mapping

from addons.typology.job_kinds import TYPOLOGY
from addons.typology.models import Typology
from addons.typology.tasks import parts_of, resample_sentences
from agreement.prepositions import languages, prepositions_of
from midpath.corpus.function_words import SUB_SAMPLES
from midpath.corpus.words import words_of
from midpath.progress import Progress
from midpath.typology.analysis import Wanted, find_typology
from midpath.typology.corpus_files import single_words
from tasks.jobs import Made, Make
from tasks.lane_parts import in_lane

PROPOSED = 50


def make_typology(typology: Typology, progress: Progress) -> Made:
    """Compute a typology; its steps are the items read, the samples, the sub-samples that
    function words are searched in, and the resamples."""
    items, options = typology.dataset.item_count, typology.options
    known, _ = single_words(options.known_words, words_of)
    begins = {"samples": items, "sub-samples": items + options.samples}
    begins["resamples"] = begins["sub-samples"] + (SUB_SAMPLES if known else 0)
    steps = begins["resamples"] + options.resamples
    wanted = Wanted(
        options, ranked=options.top, propose=PROPOSED, gold=known or None, four_classes=True
    )
    parts = parts_of(typology.dataset, lambda read: progress(read, steps))
    found = find_typology(
        parts,
        wanted,
        lambda step, done, _total: progress(begins[step] + done, steps),
        in_lane(resample_sentences, TYPOLOGY.lane, typology.pk),
    )
    return {"results": {**found, "comes_with": _list_of(typology.language)}}


def _list_of(language: str) -> list[str]:
    """Return Midpath's prepositions of a language, to evaluate the proposals."""
    return sorted(prepositions_of(language)) if language in languages() else []


MAKERS: Mapping[str, Make] = {TYPOLOGY.name: make_typology}
