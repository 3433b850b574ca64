"""A campaign's methods through the API: the text of the page, in parts."""

import pytest

from annotation.services.methods.methods_text import methods_of
from tasks.fold import fold_all
from tests.api.studies import Study
from tests.helpers.factories import judge_next


@pytest.mark.long
def test_methods_are_shown_as_on_the_page(study: Study) -> None:
    judge_next(study.enrolment)
    fold_all(study.campaign.pk)
    study.campaign.refresh_from_db()
    found = study.researcher.get(f"{study.path}/methods").json()
    methods = methods_of(study.campaign)
    assert found["version"] == study.campaign.agreement.version == methods.facts.version
    assert (found["text"], found["latex"]) == (methods.text, methods.latex)
    assert [one["text"] for one in found["sentences"]] == [one.text for one in methods.sentences]
    assert found["sentences"][0]["about"] == "task"
    assert {one["yours"] for one in found["datasheet"]} == {True, False}


def test_a_stranger_reads_none(study: Study, other_study: Study) -> None:
    assert other_study.researcher.get(f"{study.path}/methods").status_code == 404
    assert study.worker.get(f"{study.path}/methods").status_code in {401, 403}
