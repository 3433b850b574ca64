"""The live dashboard: contents, updates, cost."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from annotation.models import (
    AgreementState,
    CampaignReport,
    EntailmentState,
    FigurePoint,
    Heartbeat,
    ItemSummary,
    Judgment,
)
from annotation.services.progress.campaign_counts import throughput
from annotation.services.progress.figure_history import MAX_POINTS, agreement_points
from annotation.services.progress.throughput import MAX_BUCKETS
from midpath.text.formatting import percent, signed
from tasks.reports import make_reports
from tests.helpers.factories import enrol, make_campaign
from tests.helpers.pages import assert_shows, read, read_words
from tests.helpers.queries import assert_queries
from tests.research.study import Study, judge_all, judge_and_fold

pytestmark = pytest.mark.long
# The session and the account come before any query of the page.
SIGNED_IN = 2


@pytest.fixture
def beating(db: None) -> None:
    Heartbeat.objects.create(name="sweep", beat_at=timezone.now())


def of(study: Study, part: str = "") -> str:
    return f"/research/campaigns/{study.flat.pk}/{part}"


def test_figures_are_those_that_are_stored(study: Study, owner: Client, beating: None) -> None:
    page = owner.get(of(study))
    cells = {cell.key: cell for cell in page.context["cells"]}
    figures = AgreementState.objects.get(campaign=study.flat).figures
    alpha, chance = figures["alpha"]["d1"], figures["S"]["d1"]
    assert cells["alpha-d1"].value == signed(alpha["value"])
    assert f"within {signed(alpha['within'])} · total {signed(alpha['total'])}" in (
        cells["alpha-d1"].note
    )
    assert cells["S-d1"].note.startswith(f"chance {signed(chance['chance'])}")
    entailment = EntailmentState.objects.get(flat=study.flat, nested=study.nested)
    cell = cells[f"entailment-{entailment.pk}"]
    assert cell.value == f"{entailment.figures['observed']:.1%}"
    assert f"{entailment.figures['pairs']} pairs" in cell.note


def test_each_figure_has_interval_and_method(study: Study, owner: Client, beating: None) -> None:
    before = {cell.key: cell for cell in owner.get(of(study)).context["cells"]}
    make_reports(study.flat.pk)
    after = {cell.key: cell for cell in owner.get(of(study)).context["cells"]}
    found = CampaignReport.objects.get(campaign=study.flat, kind="intervals").results["alpha"]["d1"]
    between = f"{signed(found['low'])} … {signed(found['high'])}"
    assert before["alpha-d1"].interval == ""
    ends = f"{signed(found['low'])} to {signed(found['high'])}"
    assert after["alpha-d1"].interval == f"95% CI {ends}"
    numbers = dict(after["alpha-d1"].numbers)
    assert numbers["95% interval"] == between
    assert numbers["how"] == "BCa bootstrap over texts"
    assert (numbers["resamples"], numbers["seed"]) == ("1,000", str(found["seed"]))
    assert numbers["interval of version"] == "1"
    entailment = EntailmentState.objects.get(flat=study.flat, nested=study.nested)
    assert after[f"entailment-{entailment.pk}"].interval.startswith("95% ")
    assert all(len(before[key].numbers) == len(after[key].numbers) for key in after)


@pytest.mark.quick
def test_intervals_of_earlier_versions_say_so(study: Study, owner: Client, beating: None) -> None:
    make_reports(study.flat.pk)
    both = EntailmentState.objects.get()
    entailment, before = f"entailment-{both.pk}", f"as of 12 judgments (version {both.version})"
    judge_and_fold(study.flat, "w3", 1)
    for address in (of(study), of(study, "live/")):
        answer = owner.get(address)
        cells = {cell.key: cell for cell in answer.context["cells"]}
        assert cells["alpha-d1"].as_of == "as of 6 judgments (version 1)"
        assert cells[entailment].as_of == before
        assert "as of 6 judgments (version 1)" in answer.content.decode()
    make_reports(study.flat.pk)
    cells = {cell.key: cell for cell in owner.get(of(study)).context["cells"]}
    assert {cell.as_of for cell in cells.values()} == {""}
    assert cells["alpha-d1"].interval.startswith("95% ")


def test_every_figure_opens_its_definition_and_numbers(study: Study, owner: Client) -> None:
    page = owner.get(of(study)).content.decode()
    assert "Krippendorff’s" in page or "Krippendorff&#x27;s" in page
    assert "disagreement within texts" in page


def test_undefined_figures_say_why(study: Study, owner: Client) -> None:
    lonely = make_campaign(study.dataset, name="Lonely round", redundancy=2)
    before = owner.get(f"/research/campaigns/{lonely.pk}/").content.decode()
    assert "undefined" not in before
    assert_shows(before, '<span class="value untold">–</span>', "No judgments yet.")
    judge_and_fold(lonely, "only", 1)
    after = owner.get(f"/research/campaigns/{lonely.pk}/")
    cell = next(cell for cell in after.context["cells"] if cell.key == "alpha-d1")
    assert not cell.defined
    assert cell.reason


def test_top_line_is_version_and_reconciliation(study: Study, owner: Client, beating: None) -> None:
    assert "version 1 · not reconciled yet" in read_words(owner, of(study))
    AgreementState.objects.filter(campaign=study.flat).update(reconciled_at=timezone.now())
    assert "version 1 · reconciled just now" in read_words(owner, of(study))
    AgreementState.objects.filter(campaign=study.flat).update(
        reconciled_at=timezone.now() - timedelta(minutes=125), mended=2
    )
    assert "reconciled 2 h ago, 2 results corrected" in read_words(owner, of(study))


def test_late_background_work_is_said_with_what_waits(study: Study, owner: Client) -> None:
    assert "background work has not started" in read_words(owner, of(study))
    Heartbeat.objects.create(name="sweep", beat_at=timezone.now() - timedelta(minutes=7))
    judge_all(study.flat, "w3", 1)
    page = read_words(owner, of(study))
    assert "live, figures late version" in page
    assert "background work last seen 7 min ago" in page
    assert "was last seen 7 min ago, so these figures may be out of date." in page
    assert "3 judgments are saved but not in them yet." in page


def test_unchanged_costs_one_query_and_answers_304(
    study: Study, owner: Client, beating: None
) -> None:
    tag = owner.get(of(study, "live/")).headers["ETag"]
    for part in ("live/", "history/"):
        with assert_queries(SIGNED_IN + 1):
            again = owner.get(of(study, part), headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")


def test_each_change_gives_a_new_tag(study: Study, owner: Client, beating: None) -> None:
    tags = [owner.get(of(study, "live/")).headers["ETag"]]
    judge_and_fold(study.flat, "w3", 1)
    tags.append(owner.get(of(study, "live/")).headers["ETag"])
    judge_and_fold(study.nested, "w3")
    tags.append(owner.get(of(study, "live/")).headers["ETag"])
    owner.post(of(study, "pause/"))
    tags.append(owner.get(of(study, "live/")).headers["ETag"])
    make_reports(study.flat.pk)
    tags.append(owner.get(of(study, "live/")).headers["ETag"])
    Heartbeat.objects.update(beat_at=timezone.now() - timedelta(hours=1))
    tags.append(owner.get(of(study, "live/")).headers["ETag"])
    assert len(set(tags)) == 6


def test_the_live_part_holds_what_it_replaces(study: Study, owner: Client, beating: None) -> None:
    page, part = owner.get(of(study)).content.decode(), owner.get(of(study, "live/")).content
    ids = [line.partition('"')[0] for line in part.decode().split('id="')[1:]]
    assert {"status", "state", "joined", "disputes", "value-judgments", "value-time"} <= set(ids)
    assert {"moves", "value-alpha-d1", "numbers-S-d1"} <= set(ids)
    assert all(f'id="{one}"' in page for one in ids)


@pytest.mark.parametrize(
    ("part", "queries"),
    [("", SIGNED_IN + 14), ("live/", SIGNED_IN + 9), ("history/", SIGNED_IN + 5)],
)
def test_queries_do_not_grow_with_the_campaign(
    study: Study, owner: Client, beating: None, part: str, queries: int
) -> None:
    for worker in ("", "w3"):
        if worker:
            judge_and_fold(study.flat, worker, 1)
        with assert_queries(queries):
            assert owner.get(of(study, part)).status_code == 200


def test_a_draft_shows_its_terms_and_no_figures(study: Study, owner: Client) -> None:
    assert "Workers cannot see this draft" in read(owner, f"/research/campaigns/{study.draft.pk}/")
    assert owner.get(f"/research/campaigns/{study.draft.pk}/live/").status_code == 404
    assert owner.get(f"/research/campaigns/{study.draft.pk}/history/").status_code == 404


def test_disputes_come_worst_first_and_ties_are_marked(study: Study, owner: Client) -> None:
    rows = owner.get(of(study)).context["disputes"]
    stored = ItemSummary.objects.filter(campaign=study.flat).order_by("-disagreement", "hit_id")
    assert [row["hit"].pk for row in rows] == [one.hit_id for one in stored if one.disagreement]
    assert "tie of two" in owner.get(of(study)).content.decode()


def test_points_are_thinned_and_keep_the_last(study: Study) -> None:
    FigurePoint.objects.bulk_create(
        FigurePoint(
            campaign=study.flat,
            version=version,
            judgments=version,
            figures={"alpha": {"d1": {"value": version / 10_000}}, "S": {"d1": {"value": None}}},
        )
        for version in range(2, 1001)
    )
    points = agreement_points(study.flat)
    assert 200 < len(points) <= MAX_POINTS
    assert points[-1].version == 1000
    assert [reading.value for reading in points[-1].readings] == [0.1, None]
    assert [point.version for point in points] == sorted(point.version for point in points)


def test_points_with_intervals_are_shown(study: Study, owner: Client, beating: None) -> None:
    make_reports(study.flat.pk)
    FigurePoint.objects.bulk_create(
        FigurePoint(campaign=study.flat, version=version, judgments=version, figures={})
        for version in range(2, 1003)
    )
    points = agreement_points(study.flat)
    assert [point.version for point in points if point.readings[0].low is not None] == [1]
    found = CampaignReport.objects.get(campaign=study.flat, kind="intervals").results
    reading = points[0].readings[0]
    alpha = found["alpha"]["d1"]
    assert (reading.low, reading.high) == (alpha["low"], alpha["high"])
    page = owner.get(of(study, "history/")).content.decode()
    assert page.count("data-low=") == 2
    assert f"{signed(reading.low or 0)} … {signed(reading.high or 0)}</span>" in page


def nested(study: Study) -> str:
    return f"/research/campaigns/{study.nested.pk}/"


def test_levels_of_nesting_are_as_stored(study: Study, owner: Client, beating: None) -> None:
    figures = AgreementState.objects.get(campaign=study.nested).figures
    levels = owner.get(nested(study)).context["levels"]
    [[groups, root, *_]] = levels.bodies
    bracketing = figures["bracketing"]
    assert [cell.shown for cell in groups.cells] == [
        *(percent(bracketing[part]) for part in ("value", "chance")),
        f"{bracketing['groups']:,}",
    ]
    assert root.label == "level 1, the root"
    assert root.cells[0].shown == percent(figures["levels"][0]["value"])
    [note] = levels.notes
    assert note.endswith(": Chance is computed for the first 4 levels.")
    assert 'id="levels"' in owner.get(f"{nested(study)}live/").content.decode()
    assert "level by level" not in owner.get(of(study)).content.decode()


def test_levels_that_cannot_be_given_say_why(study: Study, owner: Client, beating: None) -> None:
    new = make_campaign(study.dataset, name="New round", scheme="nested", redundancy=2)
    address = f"/research/campaigns/{new.pk}/"
    assert "No text has two judgments yet." in owner.get(address).content.decode()
    judge_and_fold(new, "only")
    assert "No text of three or more words has two annotations." in read(owner, address)
    state = AgreementState.objects.get(campaign=study.nested)
    del state.figures["bracketing"], state.figures["levels"]
    state.save()
    page = owner.get(nested(study)).content.decode()
    assert "It is computed with the next judgment, or when the campaign is reconciled." in page


@pytest.mark.quick
def test_throughput_counts_every_judgment_in_few_buckets(study: Study) -> None:
    first = Judgment.objects.filter(campaign=study.flat).order_by("pk")[0]
    Judgment.objects.filter(pk=first.pk).update(submitted_at=first.submitted_at - timedelta(days=2))
    buckets = throughput(study.flat)
    assert len(buckets) <= MAX_BUCKETS
    assert sum(bucket.judgments for bucket in buckets) == buckets[-1].so_far == 6
    assert any(bucket.judgments == 0 for bucket in buckets)


@pytest.mark.quick
def test_throughput_before_the_first_judgment_is_empty(study: Study) -> None:
    assert throughput(make_campaign(study.dataset, name="New round")) == []


@pytest.mark.quick
@pytest.mark.parametrize(
    ("value", "shown"), [(-0.00001, "0.000"), (-0.25, "−0.250"), (1.0, "1.000"), (0.37677, "0.377")]
)
def test_signed_has_a_true_minus_and_no_negative_nothing(value: float, shown: str) -> None:
    assert signed(value) == shown


@pytest.mark.quick
def test_the_counts_on_the_tabs_are_refreshed(study: Study, owner: Client) -> None:
    shown = 'id="tab-count-people" class="count" hx-swap-oob="true">'
    assert f"{shown}2<" in owner.get(of(study, "live/")).content.decode()
    enrol(study.flat, "w3")
    assert f"{shown}3<" in owner.get(of(study, "live/")).content.decode()
