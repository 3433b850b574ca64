"""Intervals, classes and known function words on a typology's page."""

import pytest
from django.test import Client

from addons.typology.models import Typology
from addons.typology.tests.requested import computed_typology
from addons.typology.tests.test_pages import rows
from annotation.models import Dataset
from tests.helpers.languages import ADPOSITIONS, make_texts
from tests.helpers.pages import assert_shows, read
from tests.research.study import Study

pytestmark = pytest.mark.long


@pytest.fixture
def texts(study: Study) -> Dataset:
    return make_texts(study.project)


def test_the_interval_decides_on_the_page(study: Study, owner: Client, texts: Dataset) -> None:
    where = computed_typology(owner, texts, resamples="5")
    typology = Typology.objects.get()
    interval = typology.results["interval"]
    for (low, high), decision, shown in (
        ((-0.01, 0.2), "undecided", "Undecided: the interval of the difference includes 0"),
        ((0.01, 0.2), "prepositional", "Prepositional at first sight"),
        ((None, None), "undefined", "There is no interval: why."),
    ):
        interval |= {"low": low, "high": high, "decision": decision}
        typology.results["interval"] = interval | {"reason": "" if high else "why"}
        typology.save()
        assert_shows(read(owner, where), shown, "<dt>Resamples</dt><dd>5</dd>")
        listed = read(owner, f"/research/projects/{study.project.pk}/typologies/")
        assert f">{decision}</td>" in listed
        [cell] = [c for c in owner.get(where).context["cells"] if c.label == "ρ(TL) − ρ(TR)"]
        ends = "no interval" if high is None else f"95% interval from {low:.3f} to {high:.3f}"
        assert cell.note.startswith(f"{ends} · margin 0.010".replace("-", "−"))


def test_one_of_four_classes_is_reported(owner: Client, texts: Dataset) -> None:
    where = computed_typology(owner, texts)
    typology = Typology.objects.get()
    found = typology.results["adposition_class"]
    assert "Of four classes: prepositional. Of 50 function words, " in read(owner, where)
    for name, shown in (
        ("ambipositional", "Of four classes: ambipositional, with function words on both sides."),
        ("none", "was not tested on such a language."),
        ("inconclusive", "Of four classes: inconclusive, because why."),
    ):
        found |= {"name": name, "reason": "why"}
        typology.save()
        assert shown in read(owner, where)


def test_known_function_words_are_measured_and_drawn(owner: Client, texts: Dataset) -> None:
    where = computed_typology(owner, texts, top="10", known_words=" ".join(ADPOSITIONS))
    page = owner.get(where)
    words, vocabulary, languages = page.context["charts"]
    assert [words.key, vocabulary.key, languages.key] == [
        "gain-by-words",
        "gain-by-vocabulary",
        "languages",
    ]
    assert words.series == ["LCC", "LCE", "TCC", "TCE", "RCC", "RCE"]
    assert (len(words.rows), len(vocabulary.rows)) == (10, 5)
    found = Typology.objects.get().results["precision"]
    assert words.rows[0].values[1] == found["by_size"][0]["gain"]["LCC"]
    assert_shows(read(owner, where), "Your function words", "8 of 8 words occur", "AP@10")
    assert rows(owner, f"{where}precision.csv")[0][1:] == ["Fr", *words.series]
    assert len(rows(owner, f"{where}gain-by-words.csv")) == 11
