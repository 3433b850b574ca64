"""Word lists through the API, and renaming."""

import pytest

from annotation.models import Dataset, WordList
from tests.api.studies import Study
from tests.helpers.documents import make_documents


@pytest.fixture
def documents(study: Study) -> Dataset:
    return make_documents(study.project)


@pytest.mark.long
def test_a_project_has_words_of_its_own(study: Study) -> None:
    where = f"projects/{study.project.pk}/words"
    assert study.researcher.get(where).json()["results"] == []
    made = study.researcher.post(where, {"language": "en", "words": ["of", "in", "of"]}).json()
    assert (made["words"], made["revision"]) == (["in", "of"], 1)
    renamed = study.researcher.post(f"{where}/en/rename", {"to": "en-gb"}).json()
    assert (renamed["language"], renamed["revision"]) == ("en-gb", 2)
    assert study.researcher.get(where).json()["results"] == [renamed]
    assert study.researcher.post(f"{where}/en/rename", {"to": "de"}).status_code == 404
    two = study.researcher.post(where, {"language": "en", "words": ["in front"]})
    assert (two.status_code, two.json()["field"]) == (400, "words")
    wrong = study.researcher.post(f"{where}/en-gb/rename", {"to": "?"})
    assert (wrong.status_code, wrong.json()["field"]) == (400, "to")
    assert WordList.objects.count() == 1


@pytest.mark.long
@pytest.mark.parametrize("kind", ["project", "dataset", "campaign", "set"])
def test_things_are_renamed(study: Study, documents: Dataset, kind: str) -> None:
    numbers = {"project": study.project.pk, "dataset": documents.pk, "campaign": study.campaign.pk}
    where = f"{kind}s/{numbers.get(kind, 0)}/rename"
    renamed = study.researcher.post(where, {"name": "  Another  "})
    if kind == "set":
        assert renamed.status_code == 404
        return
    assert renamed.json() == {"id": numbers[kind], "name": "Another"}
    assert study.researcher.post(where, {"name": " "}).status_code == 400
    if kind == "dataset":
        taken = study.researcher.post(where, {"name": study.campaign.dataset.name})
        assert (taken.status_code, taken.json()["code"]) == (409, "name_taken")
