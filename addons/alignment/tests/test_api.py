"""Samples of pairs and alignments through the API: started, read and saved, with the options of the
pages."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from addons.alignment.models import Alignment, PairDraw
from annotation.models import Dataset
from midpath.alignment.group_lines import members_of
from midpath.alignment.options.alignment import AlignmentOptions
from midpath.alignment.options.draw import DrawOptions
from midpath.alignment.options.words import PRESETS
from tasks.run_job import run_job
from tests.api.studies import Study, make_study
from tests.helpers.documents import make_documents

pytestmark = pytest.mark.long
FEW = {"groups": 3, "runs": 2, "seed": 7}


@pytest.fixture
def study(db: None) -> Study:
    return make_study()


@pytest.fixture
def other_study(db: None) -> Study:
    return make_study()


def test_pairs_are_drawn_and_stored(study: Study, documents: Dataset) -> None:
    where = f"datasets/{documents.pk}/draws"
    response = study.researcher.post(where, {"name": "Pairs", "per_stratum": 4})
    assert (response.status_code, response.json()["status"]) == (202, "waiting")
    one = f"draws/{response.json()['id']}"
    assert study.researcher.post(f"{one}/keep").status_code == 409
    again = study.researcher.post(where, {"name": "Pairs"})
    assert (again.status_code, "under way" in again.json()["detail"]) == (409, True)
    run_job("draw", response.json()["id"])
    read = study.researcher.get(one).json()
    assert (read["status"], read["made"]) == ("ready", None)
    assert read["options"] == DrawOptions(per_stratum=4).as_json()
    assert read["results"] == PairDraw.objects.get().results
    saved = study.researcher.post(f"{one}/keep")
    assert (saved.status_code, saved.json()["kind"], saved.json()["name"]) == (
        201,
        "pairs",
        "Pairs",
    )
    [listed] = study.researcher.get(where).json()["results"]
    assert (listed["status"], listed["made"]) == ("kept", saved.json()["id"])
    assert "results" not in listed


def test_pairs_are_drawn_by_an_alignment_at_its_level(study: Study, documents: Dataset) -> None:
    made = _aligned(study, documents, level="paragraphs")
    where = f"datasets/{documents.pk}/draws"
    draw = study.researcher.post(where, {"name": "Beside", "alignment": made}).json()
    assert (draw["alignment"], draw["options"]["level"]) == (made, "paragraphs")
    assert draw["options"]["edge"] == 250_000
    study.researcher.post(f"draws/{draw['id']}/discard")
    other = study.researcher.post(where, {"name": "Beside", "alignment": made, "level": "sections"})
    assert (other.status_code, other.json()["field"]) == (400, "level")
    none = study.researcher.post(where, {"name": "Beside", "alignment": made + 1})
    assert (none.status_code, none.json()["field"]) == (400, "alignment")
    alone = study.researcher.post(where, {"name": "Alone", "edge": 250_000})
    assert (alone.status_code, alone.json()["field"]) == (400, "edge")


def test_an_alignment_is_read_with_its_groups(study: Study, documents: Dataset) -> None:
    one = f"alignments/{_aligned(study, documents)}"
    read = study.researcher.get(one).json()
    assert (read["status"], read["results"]) == ("ready", Alignment.objects.get().results)
    groups = study.researcher.get(f"{one}/groups").json()
    assert [group["group"] for group in groups["results"]] == [1, 2, 3]
    members = members_of(read["results"], Alignment.objects.get().grouping)
    assert [len(group["segments"]) for group in groups["results"]] == [
        len(members.get(number, [])) for number in range(3)
    ]
    assert groups["results"][0]["segments"][0].keys() == {"document", "section", "title", "text"}
    some = study.researcher.get(f"{one}/groups", limit=2).json()
    assert (some["results"], groups["next"]) == (groups["results"][:2], None)
    rest = study.researcher.get(some["next"].removeprefix("/api/v1/")).json()
    assert rest["results"] == groups["results"][2:]
    assert study.researcher.post(f"{one}/discard").json()["status"] == "discarded"
    assert study.researcher.get(f"{one}/groups").status_code == 409
    assert study.researcher.post(f"{one}/restore").json()["status"] == "ready"


@pytest.mark.quick
def test_a_preset_chooses_the_words_and_what_is_given_goes_before_it(
    study: Study, documents: Dataset
) -> None:
    where = f"datasets/{documents.pk}/alignments"
    given = {"preset": "coling", "domain_words": ["Account", "account"], "least_documents": 2}
    job = study.researcher.post(where, {"name": "Groups", **FEW, **given}).json()
    words = PRESETS["coling"].as_json() | {"domain_words": ["account"], "least_documents": 2}
    assert job["options"] == AlignmentOptions(groups=3, runs=2, seed=7).as_json() | {"words": words}
    bad = study.researcher.post(where, {"name": "Groups", "groups": 51})
    assert (bad.status_code, bad.json()["field"]) == (400, "groups")
    assert study.researcher.post(where, {"name": "Groups", "groups": "3"}).status_code == 400
    texts = study.researcher.post(
        f"datasets/{study.campaign.dataset_id}/alignments", {"name": "Groups"}
    )
    assert "only documents" in texts.json()["detail"]


def test_lists_cost_few_queries_and_read_no_results(study: Study, documents: Dataset) -> None:
    _aligned(study, documents)
    study.researcher.post(f"datasets/{documents.pk}/draws", {"name": "Pairs"})
    for kind in ("alignments", "draws"):
        with CaptureQueriesContext(connection) as spent:
            [_] = study.researcher.get(f"datasets/{documents.pk}/{kind}").json()["results"]
        assert len(spent) <= 4, kind
        assert "grouping" not in str(spent.captured_queries)


@pytest.mark.quick
def test_another_projects_jobs_are_not_there(
    study: Study, other_study: Study, documents: Dataset
) -> None:
    made = _aligned(study, documents)
    for path in (f"alignments/{made}", f"datasets/{documents.pk}/alignments"):
        assert other_study.researcher.get(path).status_code == 404
    theirs = make_documents(other_study.project)
    named = other_study.researcher.post(
        f"datasets/{theirs.pk}/draws", {"name": "Beside", "alignment": made}
    )
    assert (named.status_code, named.json()["field"]) == (400, "alignment")


def _aligned(study: Study, documents: Dataset, **changed: object) -> int:
    response = study.researcher.post(
        f"datasets/{documents.pk}/alignments", {"name": "Groups", **FEW, **changed}
    )
    assert response.status_code == 202, response.json()
    number: int = response.json()["id"]
    run_job("alignment", number)
    return number
