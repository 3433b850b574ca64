"""Lists of prepositions, proposed from sentences and compared with the current list."""

import pytest
from django.test import Client

from addons.typology.models import Typology
from addons.typology.tests.requested import computed_typology, request_typology, words
from annotation.models import Dataset, User, WordList
from tasks.run_job import run_job
from tests.helpers.factories import make_project
from tests.helpers.languages import ADPOSITIONS, make_texts
from tests.helpers.pages import assert_shows, read, text_of
from tests.research.study import Study


@pytest.fixture
def texts(study: Study) -> Dataset:
    return make_texts(study.project)


def test_an_undecided_side_proposes_for_both(study: Study, owner: Client, texts: Dataset) -> None:
    page = read(owner, computed_typology(owner, texts, margin="1"))
    assert "Inconclusive: few adpositions, or too few sentences" in page
    assert "closer to zero than the margin of 1.000" in page
    assert "If the language is prepositional" in page
    assert "If the language is postpositional" in page
    number = Typology.objects.get().pk
    shown = [
        owner.get(words(study, f"?typology={number}&side={side}")).context["proposal"].source.words
        for side in ("prepositional", "postpositional", "")
    ]
    assert set(shown[0][:8]) == set(ADPOSITIONS)
    assert shown[1] != shown[0] == shown[2]


@pytest.mark.long
def test_a_list_is_proposed_next_to_the_present_one_and_saved_only_on_request(
    study: Study, owner: Client, texts: Dataset
) -> None:
    WordList.objects.create(project=study.project, language="en", words=["ADA", "of"])
    computed_typology(owner, texts)
    address = words(study, f"?typology={Typology.objects.get().pk}")
    page = owner.get(address)
    proposal = page.context["proposal"]
    parts = dict(proposal.parts)
    assert parts["In both"] == ["ada"]
    assert parts["Only in the present list"] == ["of"]
    assert len(parts["New"]) == 49
    assert page.context["form"].initial["words"].split("\n") == proposal.source.words
    filled = {
        fill: owner.get(f"{address}&fill={fill}").context["form"].initial["words"].split("\n")
        for fill in ("first", "both", "present", "nonsense")
    }
    assert filled["first"] == proposal.source.words[:20]
    assert filled["both"] == ["ADA", "of", *parts["New"]]
    assert filled["present"] == ["ADA", "of"]
    assert filled["nonsense"] == proposal.source.words
    assert WordList.objects.get().revision == 1
    wrong = owner.post(address, {"language": "en", "words": "in front of"})
    assert "In both" in text_of(wrong, 400)
    assert "in front of</textarea>" in wrong.content.decode()
    assert owner.post(address, {"language": "en", "words": "ada\nadb"}).status_code == 302
    assert WordList.objects.get().words == ["ada", "adb"]


@pytest.mark.long
def test_without_a_list_of_its_own_a_project_has_midpaths(
    study: Study, owner: Client, texts: Dataset
) -> None:
    computed_typology(owner, texts)
    computed_typology(owner, texts, language="zz")
    other, english = Typology.objects.all()
    page = owner.get(words(study, f"?typology={english.pk}"))
    assert "beneath" in dict(page.context["proposal"].parts)["Only in the present list"]
    page = owner.get(words(study, f"?typology={other.pk}", "zz"))
    assert page.context["proposal"].present == []
    assert [key for key, _, _ in page.context["fillings"]] == ["proposed", "first"]


@pytest.mark.long
def test_only_a_typology_of_the_project_with_words_is_proposed(
    study: Study, owner: Client, mine: Client, member: User, texts: Dataset
) -> None:
    waiting = request_typology(owner, texts)
    number = Typology.objects.get().pk
    assert waiting.status_code == 302
    for query in (f"?typology={number}", "?typology=x", "?typology=999999999"):
        assert owner.get(words(study, query)).status_code == 404
    run_job("typology", number)
    elsewhere = make_project(study.owner)
    address = f"/research/projects/{elsewhere.pk}/words/en/?typology={number}"
    assert owner.get(address).status_code == 404
    theirs = make_project(member)
    address = f"/research/projects/{theirs.pk}/words/en/?typology={number}"
    assert mine.get(address).status_code == 404
    audit = read(owner, f"/research/projects/{study.project.pk}/audit/")
    assert_shows(audit, f"tried to open typology {number}", "requested the function words of")
