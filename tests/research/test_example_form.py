"""The form of a campaign shows a worked example only if workers see one."""

import pytest
from django.test import Client

from annotation.models import Dataset
from annotation.schemes import SCHEMES
from annotation.schemes.mixins import HasExample
from annotation.services.campaigns import terms
from annotation.services.errors import Invalid
from tests.helpers.apps import make_apps
from tests.helpers.evidence import document, import_lines, question
from tests.helpers.factories import make_campaign
from tests.helpers.sites import make_sites
from tests.helpers.text_pairs import pairs_of_texts
from tests.research.study import Study


def dataset_of(kind: str, study: Study) -> Dataset:
    if kind == "questions":
        return import_lines(document(), question(), project=study.project)
    made = {"texts": lambda _: study.dataset, "apps": make_apps, "sites": make_sites}
    return made[kind](study.project) if kind in made else pairs_of_texts(project=study.project)


@pytest.mark.long
@pytest.mark.parametrize("name", list(SCHEMES))
def test_the_example_is_shown_next_to_the_form(study: Study, owner: Client, name: str) -> None:
    scheme = SCHEMES[name]
    dataset = dataset_of(scheme.dataset_kinds[0], study)
    form = owner.get(f"/research/datasets/{dataset.pk}/campaigns/new/").context["settings_forms"]
    initial = form[name].initial if name in form else {}
    sent = {f"{name}-{key}": value for key, value in initial.items()}
    given = {key: value for key, value in sent.items() if value not in (None, False)}
    shown = owner.post(
        f"/research/datasets/{dataset.pk}/campaigns/instructions/", given | {"scheme": name}
    ).content.decode()
    assert scheme.question_of(scheme.check_settings({})) in shown
    assert ('<h2 id="example">' in shown) == isinstance(scheme, HasExample)
    if isinstance(scheme, HasExample):
        assert scheme.example_of(scheme.check_settings({}))
        assert f">{scheme.example_heading}</h2>" in shown


@pytest.mark.parametrize("name", list(SCHEMES))
def test_training_is_refused_with_the_example_only_where_there_is_one(
    study: Study, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scheme = SCHEMES[name]
    monkeypatch.setattr(terms, "HasGoldAnswers", type(None))
    why = scheme.why_never_known or "No answer is right."
    monkeypatch.setattr(type(scheme), "why_never_known", why)
    dataset = dataset_of(scheme.dataset_kinds[0], study)
    with pytest.raises(Invalid) as refusal:
        make_campaign(dataset, scheme=name, training_hits=2, launch=False)
    assert refusal.value.message.startswith(why)
    assert ("worked example" in refusal.value.message) == isinstance(scheme, HasExample)
