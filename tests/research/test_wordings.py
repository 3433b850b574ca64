"""Several wordings of the instructions on researchers' pages, in the API and in a snapshot."""

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Campaign
from tests.helpers.factories import make_campaign
from tests.helpers.pages import assert_hides, assert_shows, read, signed_in, text_of
from tests.research.study import Study
from tests.research.test_campaign_form import TERMS, new
from tests.services.test_wordings import judged
from tests.snapshots.campaigns import downloaded, snapshot_of
from tests.snapshots.lies import verified

TYPED = "== Short ==\nCut.\n\n== Polite\n**Please** cut."
STORED = [
    {"name": "Short", "instructions": "Cut."},
    {"name": "Polite", "instructions": "**Please** cut."},
]


def test_the_form_writes_and_shows_them(study: Study, owner: Client) -> None:
    page = text_of(owner.post(new(study.dataset), TERMS | {"wordings": "Cut."}), 400)
    assert_shows(page, "Line 1: begin each wording", "Further wordings")
    preview = reverse("research:new_instructions", args=(study.dataset.pk,))
    typed = TERMS | {"wordings": TYPED, "instructions_markdown": "on"}
    shown = text_of(owner.post(preview, typed), 200)
    assert_shows(shown, "Wording 2: Short", "<strong>Please</strong> cut.")
    assert owner.post(new(study.dataset), typed).status_code == 302
    draft = Campaign.objects.get(name="Round two")
    assert draft.wordings == STORED
    edit = read(owner, reverse("research:edit_campaign", args=(draft.pk,)))
    assert_shows(edit, "== Short\nCut.\n\n== Polite", "3 wordings, compared, in Markdown")
    for name in ("campaign", "preview"):
        shown = read(owner, reverse(f"research:{name}", args=(draft.pk,)))
        assert_shows(shown, "Wording 3: Polite", "<strong>Please</strong> cut.")


@pytest.mark.django_db
def test_the_page_and_the_api_have_figures_by_wording() -> None:
    campaign, plain = judged(), make_campaign()
    client = signed_in(campaign.dataset.project.members.get())
    page = read(client, reverse("research:breakdowns", args=(campaign.pk,)))
    assert_shows(page, "By wording of the instructions", "assigned", ">First<", ">Short<")
    dashboard = read(client, reverse("research:campaign", args=(campaign.pk,)))
    assert_shows(dashboard, "By wording, by length or by a column")
    found = client.get(f"/api/v1/campaigns/{campaign.pk}/wordings").json()["wordings"]
    assert [(one["name"], one["judgments"]) for one in found] == [("First", 8), ("Short", 8)]
    assert sum(one["assigned"] for one in found) == 5
    other = signed_in(plain.dataset.project.members.get())
    assert other.get(f"/api/v1/campaigns/{campaign.pk}/wordings").status_code == 404
    draft = read(other, reverse("research:breakdowns", args=(plain.pk,)))
    assert_hides(draft, "By wording of the instructions")


@pytest.mark.django_db(transaction=True)
def test_a_snapshot_states_them_and_can_be_verified(tmp_path: Path) -> None:
    snapshot = snapshot_of(judged())
    assert verified(downloaded(snapshot, tmp_path))["equal"]
    names = [one["name"] for one in snapshot.results["campaign"]["wordings"]]
    assert names == ["First", "Short"]
