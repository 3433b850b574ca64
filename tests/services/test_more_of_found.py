"""More judgments for filtered items: for these only, kept afterwards, and audited."""

from typing import Any

import pytest
from django.db.models import F

from annotation.models import HIT, AuditEvent, Campaign, Judgment
from annotation.research.project.audit import sentence
from annotation.services.campaigns.campaigns import extend_redundancy
from annotation.services.campaigns.copies import duplicate_campaign
from annotation.services.campaigns.extension import More, ask_more_of, foresee_more, found_by
from annotation.services.campaigns.limits import set_limits
from annotation.services.errors import Conflict, Invalid
from annotation.services.items.filters import ItemFilter
from annotation.services.work.choosing import Chosen, foresee_review
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker, include_worker
from annotation.services.work.release import return_hit
from annotation.services.work.requeue import ask_again, hits_left_short
from annotation.services.work.review import review_judgment
from tests.helpers.factories import enrol, make_campaign, make_user
from tests.helpers.invariants import check_serving
from tests.helpers.refusals import refused_at, refused_by_database
from tests.services.known import make_known
from tests.services.test_exclusion import make_full

SECOND = ItemFilter(q="number 2 of")


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_full()[0]


def request_more(
    campaign: Campaign, redundancy: int, wanted: ItemFilter = SECOND, **more: Any
) -> int:
    added = ask_more_of(
        campaign=campaign, user=make_user(), wanted=wanted, redundancy=redundancy, **more
    )
    campaign.refresh_from_db()
    check_serving(campaign)
    return added


def quotas(campaign: Campaign) -> list[int]:
    hits = HIT.objects.filter(campaign=campaign).order_by("item__position")
    return list(hits.values_list("quota", flat=True))


def second(campaign: Campaign) -> HIT:
    return HIT.objects.get(campaign=campaign, item__position=2)


class TestRequestedItems:
    @pytest.mark.long
    def test_it_is_requested_of_these_and_of_no_others(self, campaign: Campaign) -> None:
        others = campaign.hits.exclude(item__position=2).values()
        before = list(others)
        assert request_more(campaign, 4) == 2
        assert quotas(campaign) == [2, 4, 2]
        assert list(others.all()) == before

    @pytest.mark.long
    def test_once_more_asks_for_nothing_and_says_so(self, campaign: Campaign) -> None:
        request_more(campaign, 4)
        with refused_at("redundancy", match="Choose a number from 5 to 1000"):
            request_more(campaign, 4)
        assert request_more(campaign, 4, ItemFilter(length_from=0)) == 4
        assert quotas(campaign) == [4, 4, 4]

    def test_what_was_lost_before_uses_up_none_of_it(self) -> None:
        campaign, workers = make_full()
        exclude_worker(enrolment=workers[0], user=make_user(), reason="not reading")
        assert quotas(campaign) == [3, 3, 3]
        assert foresee_more(campaign, SECOND, 4) == More(2, 2)
        assert request_more(campaign, 4) == 2
        assert quotas(campaign) == [3, 5, 3]

    @pytest.mark.long
    def test_a_known_hit_is_never_among_them(self) -> None:
        campaign = make_known(pairs=10, known=4, redundancy=2, most_workers=9)
        every = ItemFilter(length_from=0)
        known = campaign.hits.filter(known=True)
        before = list(known.values())
        assert found_by(campaign, every).hits == 6
        assert request_more(campaign, 3, every) == 6
        assert list(known.values()) == before

    @pytest.mark.long
    def test_bounds(self) -> None:
        campaign, _ = make_full(most_workers=3)
        for redundancy, why in ((2, "from 3 to 1000"), (1001, "from 3 to 1000"), (4, "At most 3")):
            with refused_at("redundancy", match=why):
                request_more(campaign, redundancy)
        assert request_more(campaign, 3) == 1

    @pytest.mark.long
    def test_what_finds_everything_or_nothing_is_refused(self, campaign: Campaign) -> None:
        with pytest.raises(Invalid, match="without filters, all items match"):
            request_more(campaign, 3, ItemFilter())
        with pytest.raises(Conflict, match="No text that matches the filter"):
            request_more(campaign, 3, ItemFilter(q="nowhere"))
        draft = make_campaign(launch=False)
        with pytest.raises(Conflict, match="This campaign is a draft"):
            request_more(draft, 3)

    def test_nothing_is_requested_of_more_items_than_were_seen(self, campaign: Campaign) -> None:
        with pytest.raises(Conflict, match="matches 1 text; it matched 2 before"):
            request_more(campaign, 3, expected=2)
        assert quotas(campaign) == [2, 2, 2]
        assert request_more(campaign, 3, expected=1) == 1

    @pytest.mark.long
    def test_it_is_reported_in_the_audit(self, campaign: Campaign) -> None:
        request_more(campaign, 4)
        event = AuditEvent.objects.get(verb="campaign.asked_more")
        assert event.details == {"query": "q=number+2+of", "hits": 1, "judgments": 2, "at_least": 4}
        found = (
            "requested at least 4 judgments per task for 1 task found by a filter (2 judgments "
            "more) in"
        )
        assert sentence(event) == found

    @pytest.mark.long
    def test_the_database_refuses_fewer_slots(self, campaign: Campaign) -> None:
        name = "no_fewer_slots_than_were_asked_in_particular"
        with refused_by_database(name):
            HIT.objects.filter(campaign=campaign).update(at_least=F("quota") + 1)


class TestWhatComesAfterwards:
    def test_a_rejection_and_its_restoring(self, campaign: Campaign) -> None:
        request_more(campaign, 3)
        judgment, user = second(campaign).judgments.earliest("pk"), make_user()
        chosen = Chosen(judgments=(judgment.pk,))
        assert foresee_review(campaign, chosen, "rejected").asked_again == 1
        review_judgment(judgment=judgment, user=user, review="rejected", reason="blank")
        assert quotas(campaign) == [2, 4, 2]
        check_serving(campaign)
        review_judgment(judgment=judgment, user=user, review="")
        assert quotas(campaign) == [2, 3, 2]
        check_serving(campaign)

    @pytest.mark.long
    def test_a_return(self, campaign: Campaign) -> None:
        request_more(campaign, 3)
        newcomer = enrol(campaign)
        assignment = claim_hit(enrolment_id=newcomer.pk)
        return_hit(enrolment=newcomer, assignment_id=assignment.pk)
        assert quotas(campaign) == [2, 3, 2]
        assert second(campaign).taken == 2
        check_serving(campaign)

    @pytest.mark.long
    def test_an_exclusion_and_an_inclusion(self) -> None:
        campaign, workers = make_full()
        request_more(campaign, 4)
        exclude_worker(enrolment=workers[0], user=make_user(), reason="not reading")
        assert quotas(campaign) == [3, 5, 3]
        check_serving(campaign)
        include_worker(enrolment=workers[0], user=make_user())
        assert quotas(campaign) == [2, 4, 2]
        check_serving(campaign)

    def test_an_extension_reaches_it_and_goes_on_from_there(self, campaign: Campaign) -> None:
        request_more(campaign, 4)
        for redundancy, expected, extra in (
            (3, [3, 4, 3], 1),
            (4, [4, 4, 4], 0),
            (5, [5, 5, 5], 0),
        ):
            foreseen = campaign.planned
            campaign = extend_redundancy(campaign=campaign, user=None, redundancy=redundancy)
            assert quotas(campaign) == expected
            assert campaign.asked_beyond == extra
            assert campaign.planned == sum(expected) > foreseen
            check_serving(campaign)

    @pytest.mark.long
    def test_what_an_earlier_version_left_short(self, campaign: Campaign) -> None:
        request_more(campaign, 4)
        assert not hits_left_short(campaign).exists()
        Judgment.objects.filter(hit=second(campaign)).update(review="set_aside", counts=False)
        assert ask_again(campaign=campaign) == 2
        assert quotas(campaign) == [2, 6, 2]
        check_serving(campaign)

    def test_fewer_workers_than_it_takes_are_refused(self, campaign: Campaign) -> None:
        request_more(campaign, 5)
        user = make_user()
        with refused_at("most_workers", match="Choose 5 or more"):
            set_limits(campaign=campaign, user=user, most_workers=4)
        set_limits(campaign=campaign, user=user, most_workers=5)

    @pytest.mark.long
    def test_a_duplicate_asks_all_alike(self, campaign: Campaign) -> None:
        request_more(campaign, 5)
        copy = duplicate_campaign(
            campaign=campaign, dataset=campaign.dataset, name="Again", user=make_user()
        )
        copy.refresh_from_db()
        assert (copy.asked_beyond, copy.most_beyond) == (0, 0)
