"""The pages of saved filters: saved from the address, used by all readers, changed by members who
may run campaigns."""

import pytest
from django.test import Client

from annotation.models import Membership, SavedFilter
from annotation.services.items.filters import ItemFilter
from annotation.services.items.saved_filters import save_filter
from tests.helpers.pages import assert_hides, read
from tests.helpers.queries import assert_queries
from tests.research.study import Study

TIES = "tie=yes&length_from=2"


def of(study: Study) -> str:
    return f"/research/campaigns/{study.flat.pk}/"


def become(study: Study, role: str, *, blind: bool = False) -> None:
    Membership.objects.filter(project=study.project, user=study.teammate).update(
        role=role, blind=blind
    )


@pytest.mark.long
def test_a_filter_is_saved_used_renamed_and_deleted(study: Study, owner: Client) -> None:
    assert "filters/?length_from=2&tie=yes" in read(owner, f"{of(study)}items/?{TIES}&order=length")
    assert "words 2 or more" in read(owner, f"{of(study)}filters/?{TIES}")
    answer = owner.post(f"{of(study)}filters/?{TIES}", {"name": "Ties"})
    own = SavedFilter.objects.get()
    assert answer.headers["Location"] == f"{of(study)}items/?length_from=2&tie=yes"
    assert 'aria-current="true"' in read(owner, answer.headers["Location"])
    assert owner.get(f"/research/filters/{own.pk}/").headers["Location"].endswith(own.query)
    assert "Ties" in owner.get(f"{of(study)}filters/").content.decode()
    owner.post(f"/research/filters/{own.pk}/rename/", {"name": "Long ties"})
    own.refresh_from_db()
    assert own.name == "Long ties"
    page = owner.get(f"/research/projects/{study.project.pk}/audit/").content.decode()
    assert "Long ties" in page
    deleted = owner.post(f"/research/filters/{own.pk}/delete/")
    assert not SavedFilter.objects.exists()
    assert 'value="Long ties"' in read(owner, deleted.headers["Location"])
    owner.post(deleted.headers["Location"], {"name": "Long ties"})
    assert SavedFilter.objects.get().query == own.query


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("query", "name"), [(TIES, ""), (TIES, "Taken"), ("", "Everything"), ("tie=perhaps", "Bad")]
)
def test_what_cannot_be_saved_says_why(study: Study, owner: Client, query: str, name: str) -> None:
    save_filter(
        campaign=study.flat, user=study.owner, name="Taken", wanted=ItemFilter(decided=False)
    )
    assert owner.post(f"{of(study)}filters/?{query}", {"name": name}).status_code == 400
    assert SavedFilter.objects.count() == 1


@pytest.mark.long
def test_blind_viewers_use_those_without_a_worker_only(study: Study, teammate: Client) -> None:
    for name, wanted in (("Of one", ItemFilter(worker=1)), ("Ties", ItemFilter(tie=True))):
        save_filter(campaign=study.flat, user=study.owner, name=name, wanted=wanted)
    become(study, "viewer", blind=True)
    page = teammate.get(f"{of(study)}items/?tie=yes").content.decode()
    assert "Ties" in page
    assert_hides(page, "Of one", "Save this filter")
    assert "Of one" not in teammate.get(f"{of(study)}filters/").content.decode()
    assert teammate.get(f"{of(study)}filters/?worker=1").status_code == 403
    assert teammate.post(f"{of(study)}filters/?tie=yes", {"name": "Mine"}).status_code == 403
    own = SavedFilter.objects.get(name="Of one")
    found = teammate.get(f"/research/filters/{own.pk}/").headers["Location"]
    assert teammate.get(found).status_code == 403


def test_a_filter_of_another_project_is_not_there(study: Study, stranger: Client) -> None:
    own = save_filter(
        campaign=study.flat, user=study.owner, name="Ties", wanted=ItemFilter(tie=True)
    )
    assert stranger.get(f"/research/filters/{own.pk}/").status_code == 404
    assert stranger.post(f"/research/filters/{own.pk}/delete/").status_code == 404
    assert SavedFilter.objects.exists()


@pytest.mark.long
def test_the_list_costs_the_same_for_many(study: Study, owner: Client) -> None:
    for number in range(12):
        save_filter(
            campaign=study.flat,
            user=study.owner,
            name=f"Longer than {number}",
            wanted=ItemFilter(length_from=number),
        )
    with assert_queries(5):
        assert owner.get(f"{of(study)}filters/").status_code == 200
