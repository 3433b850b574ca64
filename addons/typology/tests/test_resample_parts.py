"""A typology whose resamples are computed by several processes is the same to the last digit."""

import pytest
from pytest_django import Settings

from addons.typology.models import Typology
from addons.typology.services import ask_for_typology
from annotation.models import Dataset
from annotation.services.jobs.kinds import Lane
from midpath.corpus import sentence_bootstrap
from midpath.corpus.cooccurrence import numbered
from midpath.progress import unseen
from midpath.typology import resamples
from midpath.typology.analysis import Wanted
from midpath.typology.options import TypologyOptions
from midpath.typology.resamples import resamples_of_corpus
from tests.helpers.factories import make_user
from tests.helpers.jobs import carry_out
from tests.helpers.languages import make_texts, sentences
from tests.tasks.thirds import before_each_part, stay_until

RESAMPLES = 6
OPTIONS = TypologyOptions(top=20, samples=1, sentences=40, resamples=RESAMPLES)


def carried_out(dataset: Dataset) -> Typology:
    return carry_out(
        ask_for_typology(dataset=dataset, user=make_user(), language="en", options=OPTIONS)
    )


def test_resamples_are_the_same_in_any_order() -> None:
    words = [sentence.split() for sentence in sentences(60)]
    one, other = (resamples_of_corpus(numbered(words), Wanted(OPTIONS)) for _ in range(2))
    forward = [one.compute(number, unseen) for number in range(RESAMPLES)]
    backward = [other.compute(number, unseen) for number in reversed(range(RESAMPLES))]
    assert forward == backward[::-1]
    assert len(set(forward)) > 1
    assert one.inputs() == other.inputs()
    assert one.inputs() != resamples_of_corpus(numbered(words[1:]), Wanted(OPTIONS)).inputs()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("lane_worker", "helpers_at_once", "jobs_here")
def test_other_workers_compute_resamples(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = make_texts()
    whole = carried_out(dataset)
    settings.LANES = settings.LANES | {Lane.COMPUTING: 2}
    elsewhere: list[int] = []
    before_each_part(
        monkeypatch, resamples, "resamples_of_corpus", lambda number, _: elsewhere.append(number)
    )
    before_each_part(
        monkeypatch,
        sentence_bootstrap,
        "resamples_of",
        lambda _, progress: stay_until(lambda: len(elsewhere) == RESAMPLES - 1, progress),
    )
    divided = carried_out(dataset)
    assert elsewhere == list(range(1, RESAMPLES))
    assert divided.status == Typology.Status.READY
    assert divided.results == whole.results
    assert (divided.done, divided.total) == (whole.total, whole.total)
