"""The bias laboratory: access, input, downloads, cost."""

import csv
import io

import pytest
from django.db.models import F
from django.test import Client

from annotation.models import AgreementState, CampaignReport, EntailmentState, WordList
from annotation.research.common.charts import Chart
from annotation.research.lab import lab as module
from annotation.research.lab import series
from annotation.services.campaigns.campaigns import launch_campaign
from midpath.tables.comma_separated import cell_of
from tasks.fold import fold_all
from tests.helpers.factories import make_campaign, make_dataset, make_project
from tests.helpers.figures import make_figures
from tests.helpers.pages import assert_hides, assert_shows, read, read_words
from tests.helpers.queries import assert_queries
from tests.research.study import Study, judge_all, judge_and_fold

pytestmark = pytest.mark.long
# The session, the account, the membership.
SIGNED_IN = 3


def lab(study: Study, query: str = "", part: str = "") -> str:
    return f"/research/projects/{study.project.pk}/lab/{part}{query}"


def words(study: Study, language: str = "en") -> str:
    return f"/research/projects/{study.project.pk}/words/{language}/"


def table(client: Client, address: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(read(client, address))))


def charts(client: Client, address: str) -> dict[str, Chart]:
    return {chart.key: chart for chart in client.get(address).context["charts"]}


def test_owner_and_teammate_see_it_and_strangers_do_not(
    reported: Study, owner: Client, teammate: Client, stranger: Client
) -> None:
    for address in (lab(reported), lab(reported, part="segments.csv"), words(reported)):
        assert owner.get(address).status_code == 200
        assert teammate.get(address).status_code == 200
        assert stranger.get(address).status_code == 404
    assert stranger.post(words(reported), {"language": "en", "words": "of"}).status_code == 404
    assert not WordList.objects.exists()


def test_biases_are_as_in_the_laboratory(reported: Study, owner: Client, stranger: Client) -> None:
    address = f"/research/campaigns/{reported.flat.pk}/biases/"
    alone = charts(owner, lab(reported, f"?campaign={reported.flat.pk}"))
    drawn = {key: chart for key, chart in alone.items() if chart.rows}
    assert charts(owner, address) == drawn
    assert "segments" in drawn
    assert "heights" not in drawn
    other = owner.get(f"{address}?campaign={reported.nested.pk}&language=en")
    assert [one.campaign for one in other.context["studied"]] == [reported.flat]
    assert stranger.get(address).status_code == 404
    assert owner.get(f"/research/campaigns/{reported.draft.pk}/biases/").status_code == 404


def test_charts_hold_what_was_reported(reported: Study, owner: Client) -> None:
    """Of three texts of 6, 4 and 3 words, one worker cut everywhere and one nowhere; all trees
    branch to the right, and the means of random ones are those of Table 5."""
    found = charts(owner, lab(reported))
    segments = {row.label: row.values for row in found["segments"].rows}
    assert segments == {"3": [2.0, 2.0], "4": [2.5, 2.5], "6": [3.5, 3.5]}
    assert list(segments) == ["3", "4", "6"]
    heights = found["heights"]
    assert [column.name for column in heights.columns] == ["Nested round", "by chance"]
    assert heights.rows[-1].label == "6"
    assert heights.rows[-1].values == [4.0, pytest.approx(68 / 21)]
    numbers = found["segment-numbers"].rows
    shares = {row.label: value for row in numbers for value in row.values if value}
    assert shares == pytest.approx({"1": 1 / 2, "3": 1 / 6, "4": 1 / 6, "6": 1 / 6})
    assert [row.label for row in found["workers"].rows] == [
        f"worker {worker['worker']}"
        for campaign in (reported.flat, reported.nested)
        for worker in CampaignReport.objects.get(campaign=campaign, kind="bias").results["workers"]
    ]


def test_s_and_alpha_stand_with_their_intervals(reported: Study, owner: Client) -> None:
    [flat, _] = charts(owner, lab(reported))["agreement"].rows
    figures = AgreementState.objects.get(campaign=reported.flat).figures
    found = CampaignReport.objects.get(campaign=reported.flat, kind="intervals").results
    alpha, chance = found["alpha"]["d1"], found["S"]["d1"]
    assert flat.values == (
        *(figures["alpha"]["d1"]["value"], figures["S"]["d1"]["value"]),
        figures["S"]["d1"]["chance"],
        *(alpha["low"], alpha["high"], chance["low"], chance["high"]),
    )


def test_levels_are_those_of_the_figures(reported: Study, owner: Client) -> None:
    figures = AgreementState.objects.get(campaign=reported.nested).figures
    found = charts(owner, lab(reported))["levels"]
    assert [column.name for column in found.columns] == ["Nested round", "by chance", "of"]
    groups, root, *_ = found.rows
    bracketing, first = figures["bracketing"], figures["levels"][0]
    assert groups.values == [bracketing["value"], bracketing["chance"], bracketing["groups"]]
    assert root.label == "level 1, the root"
    assert root.values == [first["value"], first["chance"], first["splits"]]
    rows = table(owner, lab(reported, part="levels.csv"))
    assert [row[0] for row in rows[1:]] == [row.label for row in found.rows]
    assert rows[-1][2] == ""


def test_nested_campaigns_of_different_depth_are_compared(reported: Study, owner: Client) -> None:
    other = make_campaign(
        make_dataset(["a b c"], reported.project), scheme="nested", name="Short", redundancy=2
    )
    for worker in ("w1", "w2"):
        judge_all(other, worker)
    fold_all(other.pk)
    query = f"?campaign={reported.nested.pk}&campaign={other.pk}"
    found = charts(owner, lab(reported, query))["levels"]
    names = [column.name for column in found.columns]
    assert names[3:] == ["Short", "Short, by chance", "Short, of"]
    values = [row.values[3:] for row in found.rows[:4]]
    assert values == [[1.0, 0.5, 1], [1.0, 0.5, 2], [1.0, pytest.approx(0.5), 2], [None] * 3]


def test_each_worker_is_shown_next_to_the_others(reported: Study, owner: Client) -> None:
    """Two workers per text, so each differs from the others as much as any pair does: their S is
    the campaign's without self-pairs, and their α the campaign's."""
    found = charts(owner, lab(reported))
    flat = AgreementState.objects.get(campaign=reported.flat).figures
    first, second, *_ = found["worker-agreement"].rows
    for row in (first, second):
        assert row.values == (
            "Flat round",
            3,
            pytest.approx(flat["S"]["d1"]["distinct"]),
            pytest.approx(flat["S"]["d1"]["chance_distinct"]),
            pytest.approx(flat["alpha"]["d1"]["value"]),
            "agrees little",
        )
    stored = [row.values[-3:] for row in found["workers"].rows[:2]]
    assert stored == [(row.values[4], row.values[2], row.values[3]) for row in (first, second)]
    head, *_ = table(owner, lab(reported, part="worker-agreement.csv"))
    assert head[:3] == ["worker", "campaign", "texts shared"]
    assert head[3:] == ["S, d1", "S by chance", "α, d1", "reading"]


def test_a_worker_alone_is_not_defined_and_says_why(reported: Study, owner: Client) -> None:
    launched = launch_campaign(campaign=reported.draft, user=None)
    judge_all(launched, "w1", 1)
    make_figures(launched)
    found = charts(owner, lab(reported, f"?campaign={launched.pk}"))["worker-agreement"]
    assert found.rows[0].values == ("Later round", 0, None, None, None, "not defined")
    assert found.readings == [
        f"Later round: {name} is undefined for 1 worker. "
        "Nobody else annotated a text of two or more words that they did."
        for name in ("α", "S")
    ]


def test_workers_are_named_by_pseudonyms_only(reported: Study, owner: Client) -> None:
    page = owner.get(lab(reported)).content.decode()
    assert "worker " in page
    assert_hides(page, ">w1<", ">w2<")


def test_entailment_is_shown_where_both_sides_are_chosen(reported: Study, owner: Client) -> None:
    both = charts(owner, lab(reported))["entailment"]
    assert [column.name for column in both.columns] == ["Flat round by Nested round"]
    assert EntailmentState.objects.get(flat=reported.flat, nested=reported.nested)
    alone = charts(owner, lab(reported, f"?campaign={reported.flat.pk}"))
    assert alone["entailment"].rows == []
    assert alone["heights"].rows == []
    assert "chosen nested campaigns" in alone["heights"].empty


def test_a_campaign_of_elsewhere_a_draft_and_too_many_are_refused(
    reported: Study, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign = make_campaign(make_dataset(["a b"], make_project()))
    for pk in (foreign.pk, reported.draft.pk, "x", "99999999999999999999"):
        assert owner.get(lab(reported, f"?campaign={pk}")).status_code == 404
    monkeypatch.setattr(module, "MAX_CAMPAIGNS", 1)
    query = f"?campaign={reported.flat.pk}&campaign={reported.nested.pk}"
    assert "Choose at most 1 campaigns. You chose 2." in read(owner, lab(reported, query), 400)


@pytest.mark.quick
def test_fourteen_campaigns_are_small_charts_or_numbers(reported: Study, owner: Client) -> None:
    """Nine flat campaigns are too many lines for a chart; five nested ones are not."""
    report = CampaignReport.objects.get(campaign=reported.flat, kind="bias")
    chosen = [reported.flat]
    for number in range(13):
        scheme = "flat" if number < 8 else "nested"
        chosen.append(make_campaign(reported.dataset, name=f"Round {number}", scheme=scheme))
        report.pk, report.campaign = None, chosen[-1]
        report.save(force_insert=True)
    query = "?" + "&".join(f"campaign={one.pk}" for one in chosen)
    found = charts(owner, lab(reported, query))
    assert len(found["segments"].series) == 9
    assert found["segments"].panels.startswith("One chart each, on the same scale; ")
    assert found["heights"].panels == ""
    assert "the numbers of all 14" in found["agreement"].numbers_only
    page = owner.get(lab(reported, query)).content.decode()
    assert page.count("data-panels") == 3  # segments, their number and evenness
    assert "the numbers of all 9" in found["prepositions"].numbers_only
    assert 'data-name="agreement"' not in page
    assert "Round 12" in page


@pytest.mark.quick
@pytest.mark.parametrize(("workers", "shown"), [(3, 6), (40, 40)])
def test_a_page_shows_so_many_workers_and_files_have_all(
    reported: Study, owner: Client, monkeypatch: pytest.MonkeyPatch, workers: int, shown: int
) -> None:
    monkeypatch.setattr(series, "MAX_WORKERS_SHOWN", 40)
    for report in CampaignReport.objects.filter(kind="bias"):
        first = report.results["workers"][0]
        report.results["workers"] = [first | {"worker": number} for number in range(workers)]
        report.save()
    found = charts(owner, lab(reported))["workers"]
    assert len(found.rows) == shown
    assert len(table(owner, lab(reported, part="workers.csv"))) == 2 * workers + 1
    limited = 2 * workers > 40
    assert any("Shown: the 20 workers" in one for one in found.readings) == limited


def test_before_any_report_the_page_says_so(study: Study, owner: Client) -> None:
    assert_shows(read(owner, lab(study)), "no report yet", "No report on any worker yet.")


def test_an_old_report_shows_its_version(reported: Study, owner: Client) -> None:
    assert "is not included yet" not in owner.get(lab(reported)).content.decode()
    judge_and_fold(reported.flat, "w3", 1)
    page = read_words(owner, lab(reported))
    assert "6 judgments (version 1), computed just now; version 2 is not included yet" in page


@pytest.mark.quick
def test_intervals_are_shown_next_to_their_own_figures_only(reported: Study, owner: Client) -> None:
    judge_and_fold(reported.flat, "w3", 1)
    chart = charts(owner, lab(reported))["agreement"]
    flat, nested = (row.values for row in chart.rows)
    assert flat[3:] == (None,) * 4
    assert nested[5:] == (1.0, 1.0)
    moved, stands = chart.readings
    assert moved.endswith("Its intervals, as of 6 judgments (version 1), are not shown.")
    assert "not shown" not in stands


def test_entailment_shows_the_version_of_its_bars(reported: Study, owner: Client) -> None:
    readings = charts(owner, lab(reported))["entailment"].readings
    assert "100.0% of all pairs are entailed" in readings[0]
    EntailmentState.objects.update(version=F("version") + 1, figures={"observed": 0.5, "chance": 0})
    assert charts(owner, lab(reported))["entailment"].readings == readings


def test_csv_is_the_chart_at_full_length(reported: Study, owner: Client) -> None:
    response = owner.get(lab(reported, f"?campaign={reported.nested.pk}", "heights.csv"))
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert response.headers["Content-Disposition"].endswith('-heights.csv"')
    rows = list(csv.reader(io.StringIO(response.content.decode())))
    assert rows[0] == ["words", "Nested round", "by chance"]
    assert rows[3] == ["6", "4.0", str(68 / 21)]
    assert owner.get(lab(reported, part="nothing.csv")).status_code == 404


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@A1", "\tx"])
def test_csv_holds_no_formulas(reported: Study, owner: Client, name: str) -> None:
    reported.flat.name = name
    reported.flat.save()
    rows = table(owner, lab(reported, f"?campaign={reported.flat.pk}", "segments.csv"))
    assert rows[0] == ["words", f"'{name}", "by chance"]


@pytest.mark.quick
def test_numbers_are_no_formulas() -> None:
    assert cell_of(-0.5) == -0.5
    assert cell_of(None) == ""


def test_campaigns_of_one_name_are_distinguished(reported: Study, owner: Client) -> None:
    other = make_dataset(["a b c"], reported.project)
    same = make_campaign(other, name="Flat round")
    judge_and_fold(same, "w1", 1)
    names = [one.name for one in owner.get(lab(reported)).context["studied"]]
    assert {f"Flat round, {reported.dataset}", f"Flat round, {other}"} <= set(names)


def test_queries_do_not_grow_with_the_campaigns(reported: Study, owner: Client) -> None:
    for more in (False, True):
        if more:
            launched = launch_campaign(campaign=reported.draft, user=None)
            judge_all(launched, "w1", 1)
            make_figures(launched)
        with assert_queries(SIGNED_IN + 4):
            assert owner.get(lab(reported)).status_code == 200
