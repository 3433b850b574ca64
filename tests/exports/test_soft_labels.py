"""Soft labels of labels and pairs: streamed, with the same bytes as when built all at once."""

import csv
import io

import pytest
from django.urls import reverse

from agreement.skills.skill_models import MODELS
from analysis.exports.export_registry import export_file
from analysis.reading import batches, binary_rows
from annotation.models import AgreementState, Campaign
from annotation.schemes import soft_labels
from annotation.schemes.soft_labels import OF_MODELS, SOFT_LABELS
from annotation.services.errors import Conflict
from annotation.services.snapshots import snapshots
from annotation.services.snapshots.snapshots import ask_for_snapshot
from tasks.fold import fold_all
from tests.exports.slow_vote_consensus import label_soft_labels, pair_soft_labels
from tests.helpers.factories import make_user
from tests.helpers.judged_labels import judge_labels, make_labels
from tests.helpers.judged_pairs import judge, make_three_way
from tests.helpers.pages import signed_in
from tests.helpers.tiers import long_only

pytestmark = pytest.mark.django_db(transaction=True)
FILES = {SOFT_LABELS: "dawid_skene", **OF_MODELS}


@pytest.fixture(autouse=True)
def _in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ITEMS_AT_ONCE", "NAMES_AT_ONCE", "JUDGMENTS_AT_ONCE"):
        monkeypatch.setattr(batches, name, 3)
    monkeypatch.setattr(binary_rows, "AT_ONCE", 3)


def judged_labels(kind: str) -> Campaign:
    campaign = make_labels(kind, texts=8, redundancy=5)
    judge_labels(campaign, 5, 7)
    fold_all(campaign.pk)
    return campaign


def probabilities(body: bytes) -> list[list[float]]:
    rows = csv.DictReader(io.StringIO(body.decode("utf-8-sig"), newline=""))
    return [[float(row[name]) for name in row if name.startswith("prob")] for row in rows]


def test_there_is_a_file_for_each_model() -> None:
    assert list(OF_MODELS.values()) == list(MODELS) == list(soft_labels.MODELS)


@pytest.mark.parametrize("kind", ["any", *long_only("one", "scale")])
def test_of_labels_they_are_what_all_at_once_gives(kind: str) -> None:
    campaign = judged_labels(kind)
    for name, model in FILES.items():
        body = export_file(campaign.pk, name).body
        assert body == label_soft_labels(campaign, model), name
        rows = probabilities(body)
        assert len(rows) == 8
        for row in rows:
            assert kind == "any" or sum(row) == pytest.approx(1, abs=1e-5)
            assert all(0 <= chance <= 1 for chance in row)


def test_of_pairs_they_are_what_all_at_once_gives() -> None:
    campaign = make_three_way(pairs=8, redundancy=5)
    judge(campaign, 5, 7)
    bodies = {name: export_file(campaign.pk, name).body for name in FILES}
    assert len(set(bodies.values())) == len(FILES)
    for name, model in FILES.items():
        assert bodies[name] == pair_soft_labels(campaign, model), name


def test_models_that_are_slow_to_fit_are_for_small_campaigns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    campaign = judged_labels("any")
    labels = len(campaign.settings["labels"])
    judgments = AgreementState.objects.get(campaign=campaign).judgments

    def path(name: str) -> str:
        return reverse("export_file", args=(campaign.pk, name))

    client = signed_in(campaign.dataset.project.members.get())
    monkeypatch.setattr(snapshots, "MAX_MODELLED", judgments * labels)
    assert client.get(path("soft-labels-glad")).status_code == 200
    monkeypatch.setattr(snapshots, "MAX_MODELLED", judgments * labels - 1)
    refused = client.get(path("soft-labels-glad"))
    assert refused.status_code == 409
    assert f"up to {judgments - 1} judgments" in refused.content.decode()
    assert client.get(path("soft-labels")).status_code == 200
    with pytest.raises(Conflict, match="The file soft-labels-mace is only available"):
        ask_for_snapshot(campaign=campaign, user=make_user(), files=["soft-labels-mace"])
    assert ask_for_snapshot(campaign=campaign, user=make_user(), files=["soft-labels"])
