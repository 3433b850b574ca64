"""The page of a comparison: the command's figures, their versions, and missing data."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from addons.comparisons.models import Comparison
from addons.comparisons.shown_results import charts_of
from addons.comparisons.tasks import make_comparison
from addons.comparisons.tests.compared import by_command, compared
from addons.comparisons.tests.sets import TwoSets, page, simulate
from annotation.models import Heartbeat
from annotation.services.work.claim import claim_hit
from annotation.services.work.skip import skip_hit
from midpath.tables.comparison import STRATEGIES
from midpath.text.formatting import percent, signed
from tasks.fold import fold_all
from tests.helpers.factories import enrol, make_campaign, make_dataset, submit
from tests.helpers.pages import assert_shows, read_words
from tests.research.study import Study

pytestmark = pytest.mark.long


def test_the_page_shows_what_the_command_finds_in_the_exported_files(
    made: Comparison, owner: Client, tmp_path: Path
) -> None:
    figures = by_command(made, tmp_path)
    context = owner.get(page(made)).context
    assert [cell.value for cell in context["cells"]] == [
        signed(figures["flat"]["between"]["d1"]["value"]),
        signed(figures["nested"]["between"]["d1"]["value"]),
        signed(figures["nested"]["between"]["d2"]["value"]),
        percent(figures["crowd_flat_by_gold_nested"]["observed"]),
        percent(figures["gold_flat_by_crowd_nested"]["observed"]),
    ]
    charts = {chart.key: chart for chart in context["charts"]}
    assert charts["agreement"].rows[1].values[:2] == [
        figures["nested"][which]["d1"]["value"] for which in ("between", "together")
    ]
    entailed = figures["gold_flat_by_crowd_nested"]
    assert charts["entailment"].rows[1].values[:2] == [entailed["observed"], entailed["chance"]]
    tenths = [row.values[1] for row in charts["tenths"].rows]
    assert tenths == [
        count / entailed["texts"] for count in entailed["texts_by_tenths"][: len(tenths)]
    ]
    assert [row.values[:2] for row in charts["picks"].rows] == [
        [found["among_gold"] if found else None for found in (each["crowd"], each.get("mixed"))]
        for each in (figures["picks"][name] for name in STRATEGIES)
    ]
    assert set(figures["picks"]) == set(STRATEGIES)
    iv = figures["picks"]["iv"]["mixed"]
    [body] = context["picks"].bodies
    assert [cell.shown for cell in body[-1].cells[1::2]] == [
        *(percent(iv[share]) for share in ("among_gold", "entailed")),
        *(f"{iv[count]:,}" for count in ("pairs", "texts", "ties")),
    ]
    shown = read_words(owner, page(made))
    assert "left out: 2 only in the crowd’s flat set, 2 only in the gold flat set" in shown


def test_it_says_which_versions_it_is_of(sets: TwoSets, made: Comparison, owner: Client) -> None:
    assert "is not in the figures yet" not in read_words(owner, page(made))
    simulate(make_larger(sets), 9, 1)
    assert "version 2 is not in the figures yet" in read_words(owner, page(made))
    assert "newer judgments" in read_words(owner, f"/research/projects/{made.project_id}/")
    make_comparison(made.pk)
    assert "is not in the figures yet" not in read_words(owner, page(made))


def make_larger(sets: TwoSets) -> Any:
    """Raise the redundancy, so that each text may get one more judgment."""
    sets.gold_flat.hits.update(quota=4)
    return sets.gold_flat


def test_before_the_first_judgments_it_says_what_it_waits_for(
    bare: Comparison, owner: Client
) -> None:
    assert_shows(read_words(owner, page(bare)), "No judgments yet in", "Their flat")
    assert charts_of(bare.results) == []
    assert owner.get(page(bare, "agreement.csv")).status_code == 404


def test_sets_without_a_common_text_say_so(study: Study, owner: Client) -> None:
    """Share a text that only the crowd has judged."""
    shared = study.dataset.items.get(position=1).text
    experts = make_campaign(make_dataset([shared, "old town map"], study.project), name="Experts")
    enrolment = enrol(experts)
    for _ in range(2):
        assignment = claim_hit(enrolment_id=enrolment.pk)
        if assignment.hit.item.text == shared:
            skip_hit(
                enrolment=enrolment, assignment_id=assignment.pk, later=False, reason="unclear"
            )
        else:
            submit(enrolment, assignment)
    fold_all(experts.pk)
    shown = read_words(owner, page(compared(study.flat, experts)))
    assert '<span class="value untold">–</span>' in shown
    assert "undefined" not in shown
    assert "No text of two or more words has annotations of both sets." in shown
    assert "This needs trees: create a comparison with a nested campaign." in shown
    assert "there is nothing to pick from" in shown
    assert "2 only in the crowd’s flat set, 1 only in the gold flat set, 1 without a gold" in shown


def test_what_a_strategy_leaves_out_is_counted_by_reason(sets: TwoSets, owner: Client) -> None:
    one = compared(sets.crowd_flat, sets.gold_flat)
    assert owner.get(page(one)).context["omitted"] == [
        (strategy, f"{source}: The text has no nested annotation.", 10)
        for strategy in ("FEMN", "Iterative Voting")
        for source in ("crowd", "both mixed")
    ]


@pytest.mark.quick
def test_too_few_to_compare_are_reported(study: Study, owner: Client) -> None:
    shown = read_words(owner, f"/research/projects/{study.project.pk}/comparisons/new/")
    assert "A comparison needs two launched campaigns or annotation sets" in shown
    assert "This project does not have two yet." in shown


def test_live_answers_only_what_is_new(made: Comparison, owner: Client) -> None:
    first = owner.get(page(made, "live/"))
    assert 'id="results"' in first.content.decode()
    assert owner.post(page(made, "anew/")).status_code == 302
    later = owner.get(page(made, "live/"), headers={"If-None-Match": first.headers["ETag"]})
    assert later.status_code == 200
    Heartbeat.objects.create(name="sweep", beat_at=timezone.now())
    assert "recomputing" in read_words(owner, page(made, "live/"))


def test_an_unchanged_comparison_is_not_sent_again(
    made: Comparison, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = timezone.now()
    monkeypatch.setattr("addons.comparisons.pages.timezone.now", lambda: moment)
    etag = owner.get(page(made, "live/")).headers["ETag"]
    assert owner.get(page(made, "live/"), headers={"If-None-Match": etag}).status_code == 304


def test_csv_is_the_chart_at_full_length(made: Comparison, owner: Client) -> None:
    response = owner.get(page(made, "picks.csv"))
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    disposition = 'attachment; filename="crowd-and-experts-picks.csv"'
    assert response.headers["Content-Disposition"] == disposition
    rows = list(csv.reader(io.StringIO(response.content.decode())))
    assert rows[0][:3] == ["strategy", "picked from the crowd", "picked from both mixed"]
    assert rows[4][0] == "FEMN"
    assert rows[4][1] == str(made.results["picks"]["femn"]["crowd"]["among_gold"])
    assert owner.get(page(made, "nothing.csv")).status_code == 404
