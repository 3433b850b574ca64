"""The methods of a campaign: every sentence agrees with the data it describes."""

import json
import re
from decimal import Decimal

import pytest
from django.db.models import Max, Min
from django.urls import reverse

from analysis.exports.export_registry import export_file
from annotation.models import Campaign, CampaignReport, Judgment
from annotation.research.results.figures import agreement_cells
from annotation.research.results.intervals import intervals_report
from annotation.schemes import SCHEMES
from annotation.services.methods.facts import facts_of
from annotation.services.methods.methods_text import Methods, latex_of, methods_of
from annotation.services.methods.papers import PAPERS
from annotation.services.methods.sentences import SNAPSHOT
from annotation.services.pay.overview import money_of
from annotation.services.work.choosing import Chosen
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker
from annotation.services.work.reviews import review_judgments
from midpath.text.formatting import percent, signed
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.helpers.factories import (
    enrol,
    judge_next,
    make_campaign,
    make_dataset,
    make_project,
    submit,
)
from tests.helpers.figures import make_figures
from tests.helpers.pages import read, signed_in
from tests.helpers.pairs import YES, answer, make_pair_campaign, make_pairs
from tests.helpers.suggestions import suggest
from tests.research.study import Study

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def campaign() -> Campaign:
    """Let four workers judge six texts; one of them was excluded, and one judgment was rejected."""
    made = make_campaign(
        make_dataset(6, make_project()), name="Round_1 & 50 %", redundancy=4, reward=Decimal("0.05")
    )
    for number in range(4):
        enrolment = enrol(made)
        for place in range(6):
            judge_next(enrolment, {"boundaries": [int((place + number // 3) % 2 == 0), *[0] * 3]})
    owner = made.dataset.project.memberships.get().user
    last = made.enrolments.order_by("-pk")[0]
    exclude_worker(enrolment=last, user=owner, reason="the same answer everywhere")
    first = Judgment.objects.filter(campaign=made, counts=True).order_by("pk")[0]
    review_judgments(
        campaign=made,
        user=owner,
        review="rejected",
        reason="in haste",
        chosen=Chosen(judgments=(first.pk,)),
    )
    Campaign.objects.filter(pk=made.pk).update(consent="You may stop at any time.")
    make_figures(made)
    return Campaign.objects.select_related("agreement", "dataset__project").get(pk=made.pk)


def sentences_by_subject(campaign: Campaign) -> dict[str, str]:
    return {one.about: one.text for one in methods_of(campaign).sentences}


def test_who_was_prompted_for_what_and_when_is_counted(campaign: Campaign) -> None:
    found = sentences_by_subject(campaign)
    assert f"6 texts of the dataset “{campaign.dataset.name}” (flat segmentation)" in found["task"]
    assert found["redundancy"] == "Each text was to be judged by 4 workers."
    dates = campaign.judgments.aggregate(first=Min("submitted_at"), last=Max("submitted_at"))
    assert dates["first"].date() <= dates["last"].date()
    day = f"{dates['first'].day} {dates['first']:%B %Y}"
    assert found["workers"].startswith("4 workers gave 24 judgments ")
    assert day in found["workers"]
    assert "4 by a link with their id" in found["workers"]
    assert found["consent"] == "Workers agreed to a consent text before they started."


def test_what_is_left_out_sums_to_what_is_not_in_the_figures(campaign: Campaign) -> None:
    facts = facts_of(campaign)
    assert facts.out == {"excluded": 6, "rejected": 1}
    assert facts.given - sum(facts.out.values()) == facts.used == campaign.agreement.judgments == 17
    found = sentences_by_subject(campaign)
    reason = "the reason was: “the same answer everywhere” (1)"
    assert found["excluded"] == f"We excluded 1 worker; {reason}."
    out = "7 judgments (6 by excluded workers; 1 rejected in review)"
    assert found["left_out"] == f"Not in the figures: {out}."
    assert found["used"] == "The figures are based on 17 judgments."


def test_pay_is_that_of_the_page_of_pay(campaign: Campaign) -> None:
    Judgment.objects.filter(campaign=campaign).update(active_ms=12_000)
    [money] = money_of([campaign])
    assert (money.earned, money.hourly) == (Decimal("1.15"), Decimal("15.00"))
    assert sentences_by_subject(campaign)["pay"] == (
        "Each judgment was paid USD 0.05; at a median active time of 12.0 seconds this amounts "
        "to USD 15.00 an hour; workers earned USD 1.15 in total."
    )
    Campaign.objects.filter(pk=campaign.pk).update(reward=0)
    campaign.refresh_from_db()
    assert sentences_by_subject(campaign)["pay"] == "Workers were not paid."


def test_figures_and_intervals_are_those_of_the_dashboard(campaign: Campaign) -> None:
    cells = agreement_cells(campaign, campaign.agreement.figures, intervals_report(campaign))
    found = sentences_by_subject(campaign)
    assert len(cells) == 2
    for cell, figure in zip(cells, SCHEMES["flat"].figures, strict=True):
        sentence = found[f"figure {'/'.join(figure.path)}"]
        assert sentence.startswith(f"{cell.label} was {cell.value} (95% interval ")
        [low, high] = re.split("–| to ", cell.interval.removeprefix("95% CI "))
        assert f"interval {low} to {high})" in sentence
    [report] = CampaignReport.objects.filter(campaign=campaign, kind="intervals")
    one = report.results["alpha"]["d1"]
    how = f"over {one['over']} with {one['resamples']:,} resamples (seed {one['seed']})."
    assert found["intervals"].endswith(how)


def test_intervals_of_an_earlier_version_say_so(campaign: Campaign) -> None:
    before = campaign.agreement.version
    judge_next(enrol(campaign), {"boundaries": [1, 1, 1, 1]})
    fold_all(campaign.pk)
    campaign.agreement.refresh_from_db()
    assert campaign.agreement.version > before
    sentence = sentences_by_subject(campaign)["figure alpha/d1"]
    assert sentence.endswith(f", from version {before:,} of the figures).")


def test_what_is_undefined_is_reported_with_its_reason(study: Study) -> None:
    only = make_campaign(study.dataset, name="One worker")
    judge_next(enrol(only))
    fold_all(only.pk)
    only = Campaign.objects.select_related("agreement", "dataset__project").get(pk=only.pk)
    found = sentences_by_subject(only)
    assert found["figure alpha/d1"].startswith("α is undefined: no text of two or more words")
    assert "was" not in found["figure alpha/d1"]
    empty = make_campaign(study.dataset, name="Nobody yet")
    empty = Campaign.objects.select_related("agreement", "dataset__project").get(pk=empty.pk)
    assert sentences_by_subject(empty)["workers"] == "There are no judgments yet."
    assert not [about for about in sentences_by_subject(empty) if about.startswith("figure")]


@pytest.mark.quick
def test_programs_are_never_called_workers(campaign: Campaign) -> None:
    first, *others = campaign.enrolments.order_by("pk")
    worker = first.worker
    worker.source = "simulated"
    worker.save(update_fields=["source"])
    assert sentences_by_subject(campaign)["workers"].startswith(
        "3 workers and 1 simulated worker gave 24 "
    )
    for other in others:
        other.worker.source = "model"
        other.worker.save(update_fields=["source"])
    found = sentences_by_subject(campaign)
    assert found["workers"].startswith("3 models and 1 simulated worker gave 24 judgments ")
    assert found["workers"].endswith("; no people took part.")
    assert found["pay"] == "There was no pay, because no people took part."


def test_a_posterior_that_settles_is_named_with_its_source() -> None:
    campaign = make_pair_campaign(
        make_pairs(1), redundancy=3, most_judgments=9, settle_by="posterior"
    )
    for _ in range(3):
        answer(enrol(campaign), YES)
    fold_all(campaign.pk)
    methods = methods_of(campaign)
    assert methods.text.count("until one answer had a posterior of at least 90% (at most 9)") == 1
    assert "zhang-2016" in methods.cites
    gold = json.loads(export_file(campaign.pk, "gold").body)
    terms = {name: gold["campaign"][name] for name in ("settle_by", "min_posterior")}
    assert terms == {"settle_by": "posterior", "min_posterior": "0.900"}


def test_papers_are_cited_where_their_measures_are_used(campaign: Campaign) -> None:
    methods = methods_of(campaign)
    assert methods.cites == ["efron-1987", "gebru-2021", "ramanath-2013-crowd"]
    assert methods.bibtex.count("@") == 3
    for key in methods.cites:
        assert f"{{{key}," in methods.bibtex
        assert f"\\cite{{{key}}}" in methods.latex
        assert methods.latex.count(key) == 1
    assert methods.text.count("; Ramanath et al., 2013a).") == 1
    assert "(seed 2013; Efron, 1987)." in methods.text
    for scheme in SCHEMES.values():
        roots = {figure.path[0] for figure in scheme.figures}
        assert set(scheme.cites) <= roots
        assert set(scheme.cites.values()) <= PAPERS.keys()


@pytest.mark.quick
def test_latex_and_markdown_hold_the_same_numbers_unbroken(campaign: Campaign) -> None:
    methods = methods_of(campaign)
    assert r"Round\_1 \& 50 \%" in methods.latex
    assert "α" not in methods.latex
    assert _unescaped(methods.latex.split("\\begin{table}")[0], "%&#")
    rows = [line for line in methods.markdown.splitlines() if line.startswith("| ")]
    alpha = next(line for line in rows if line.startswith("| α |"))
    value = campaign.agreement.figures["alpha"]["d1"]["value"]
    assert f"| {signed(value)} |" in alpha
    assert f" & {latex_of(signed(value))} & " in methods.latex
    assert percent(0.95, 0) in rows[0]
    assert {line.count("|") for line in (rows[0], alpha)} == {4}


def test_plain_text_has_the_table_and_the_datasheet_too(campaign: Campaign) -> None:
    methods = methods_of(campaign)
    plain = methods.files["methods.txt"]
    assert plain.startswith(methods.text)
    value = signed(campaign.agreement.figures["alpha"]["d1"]["value"])
    _, _, table = plain.partition("\nAgreement\n\n")
    assert value in next(line for line in table.splitlines() if line.startswith("α "))
    for one in methods.datasheet:
        assert f"{one.question}\n{one.answer}\n" in plain


def test_the_paper_behind_the_datasheet_is_cited_in_each_form(campaign: Campaign) -> None:
    methods = methods_of(campaign)
    assert "title = {Datasheets for Datasets}" in methods.bibtex
    assert "Gebru, Timnit and " in methods.bibtex
    assert r"Datasheets for Datasets~\cite{gebru-2021}." in methods.latex
    for form in ("methods.txt", "methods.md"):
        assert "Datasheets for Datasets (Gebru et al., 2021)." in methods.files[form]


def _unescaped(text: str, marks: str) -> bool:
    """Return whether every special character has a backslash, except the comment at the start."""
    _, _, body = text.partition("\n")
    return not any(
        mark in marks and body[place - 1] != "\\" for place, mark in enumerate(body) if place
    )


def test_the_datasheet_marks_what_only_researchers_know(campaign: Campaign) -> None:
    methods: Methods = methods_of(campaign)
    answers = {one.question: one for one in methods.datasheet}
    assert sum(one.yours for one in methods.datasheet) == 5
    assert "USD 1.15 has not been paid yet." in answers["What were they paid?"].answer
    assert SNAPSHOT in answers["Which file is it?"].answer
    assert all(one.answer for one in methods.datasheet)


def test_page_and_files_are_for_members(study: Study) -> None:
    teammate, stranger = signed_in(study.teammate), signed_in(study.stranger)
    page = reverse("research:methods", args=(study.flat.pk,))
    assert "We collected annotations of 3 texts" in read(teammate, page)
    assert stranger.get(page).status_code == 404
    for form, name in (("text", "methods.txt"), ("bibtex", "references.bib")):
        address = reverse("research:methods_file", args=(study.flat.pk, form))
        found = teammate.get(address)
        assert found["Content-Disposition"] == f'attachment; filename="{name}"'
        assert found.content
        assert stranger.get(address).status_code == 404
    nothing = reverse("research:methods_file", args=(study.flat.pk, "word"))
    assert teammate.get(nothing).status_code == 404
    draft = teammate.get(reverse("research:methods", args=(study.draft.pk,))).content.decode()
    assert "This campaign is a draft" in draft
    none = reverse("research:methods_file", args=(study.draft.pk, "text"))
    assert teammate.get(none).status_code == 404
    assert page in read(teammate, reverse("research:export", args=(study.flat.pk,)))


def test_what_suggestions_did_is_reported() -> None:
    made = make_campaign(make_dataset(10, make_project()), redundancy=2)
    suggest(made, {"boundaries": [0] * 4}, tenths=4)
    for cut in (0, 1):
        enrolment = enrol(made)
        for _ in range(10):
            assignment = claim_hit(enrolment_id=enrolment.pk)
            cuts = [0 if assignment.suggested else cut, 0, 0, 0]
            submit(enrolment, assignment, {"boundaries": cuts})
    fold_all(made.pk)
    campaign = Campaign.objects.select_related("agreement", "dataset__project").get(pk=made.pk)
    before = sentences_by_subject(campaign)
    assert before["suggested"].startswith("In 40% of their texts, chosen at random for each worker")
    assert "anchoring" not in before
    make_reports(made.pk)
    found = sentences_by_subject(campaign)["anchoring"]
    assert found.startswith(
        "Workers gave the suggested answer in 100.0% of the judgments with the suggestion and in "
        "50.0% of the others (+50.0 points, 95% interval +0.0 to +100.0 points, p = "
    )
