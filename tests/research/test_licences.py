"""The licence of a dataset: on its page, in exports and in snapshots."""

import json
from pathlib import Path

import pytest
import yaml
from django.urls import reverse

from analysis.exports.export_registry import export_file
from analysis.exports.terms import terms_of
from annotation.models import AuditEvent, Dataset
from annotation.services.datasets.licences import MAX_LICENCE_LENGTH, license_dataset
from annotation.services.errors import Invalid
from tests.exports.test_folder import unpacked
from tests.helpers.every_scheme import judged_campaign
from tests.helpers.pages import assert_hides, assert_shows, read, signed_in
from tests.research.study import Study
from tests.snapshots.campaigns import downloaded, judged, snapshot_of
from tests.snapshots.lies import verified

EULA = "Microsoft Research EULA, https://example.org/eula."


def test_a_licence_is_stated_once_and_recorded(study: Study) -> None:
    dataset = study.flat.dataset
    for _ in range(2):
        license_dataset(dataset=dataset, user=study.owner, licence="  CC-BY-4.0 ")
    events = AuditEvent.objects.filter(verb="dataset.licensed")
    assert [event.details["licence"] for event in events] == ["CC-BY-4.0"]
    with pytest.raises(Invalid):
        license_dataset(dataset=dataset, user=study.owner, licence="x" * (MAX_LICENCE_LENGTH + 1))


def test_the_page_links_to_it(study: Study) -> None:
    dataset, client = study.flat.dataset, signed_in(study.owner)
    page, form = (
        reverse(f"research:{name}", args=[dataset.pk]) for name in ("dataset", "license_dataset")
    )
    assert_hides(read(client, page), "licence:")
    client.post(form, {"licence": "CC0-1.0"})
    assert_shows(read(client, page), 'href="https://creativecommons.org/publicdomain/zero/1.0/"')
    assert client.post(form, {"licence": "a\0b"}).status_code == 400
    client.post(form, {"licence": ""})
    assert_hides(read(client, page), "licence:")


@pytest.mark.django_db
def test_exports_state_it_and_do_not_change_without_one(tmp_path: Path) -> None:
    campaign = judged_campaign("flat")
    bare = unpacked(campaign, tmp_path / "bare")
    card = (bare / "README.md").read_text()
    assert "license" not in yaml.safe_load(card.split("---\n")[1])
    assert card.endswith("based on the terms of the items and the workers' consent.\n")
    assert "license" not in json.loads((bare / "croissant.json").read_text())
    assert "licence_of_items" not in terms_of(campaign)
    for licence, identifier, address in (
        ("CC-BY-4.0", "cc-by-4.0", "https://creativecommons.org/licenses/by/4.0/"),
        (EULA, "other", "https://example.org/eula"),
    ):
        Dataset.objects.filter(pk=campaign.dataset_id).update(licence=licence)
        folder = unpacked(campaign, tmp_path / identifier)
        card = (folder / "README.md").read_text()
        assert yaml.safe_load(card.split("---\n")[1])["license"] == identifier
        assert address in card.split("## Licence")[1]
        assert json.loads((folder / "croissant.json").read_text())["license"] == address
        gold = json.loads(export_file(campaign.pk, "gold").body)
        assert gold["campaign"]["licence_of_items"] == licence


@pytest.mark.django_db(transaction=True)
def test_a_snapshot_with_a_licence_is_verified(tmp_path: Path) -> None:
    campaign = judged("flat")
    Dataset.objects.filter(pk=campaign.dataset_id).update(licence="CC0-1.0")
    snapshot = snapshot_of(campaign)
    assert snapshot.results["campaign"]["licence_of_items"] == "CC0-1.0"
    assert verified(downloaded(snapshot, tmp_path))["equal"]
