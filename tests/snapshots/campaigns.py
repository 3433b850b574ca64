"""A judged campaign of each scheme, with all that a snapshot may contain: an excluded worker, a
judgment set aside, a decision. All texts are our own."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from annotation.models import Campaign, Snapshot
from annotation.services.decisions.decide import accept_judgment
from annotation.services.snapshots.files import ALL_IN_ONE, as_download
from annotation.services.snapshots.snapshots import additional_files, ask_for_snapshot
from annotation.services.work.exclusion import exclude_worker
from annotation.services.work.review import review_judgment
from annotation.web.ranges import Download
from tasks.fold import fold_all
from tasks.run_job import run_job
from tests.helpers.apps import QUESTIONS, answer_with_questions, question_campaign
from tests.helpers.evidence import document, evidence_campaign, question, sections
from tests.helpers.evidence import judge_all as judge_evidence
from tests.helpers.factories import judge_all_at_random, make_campaign, make_user
from tests.helpers.judged_labels import judge_labels, make_labels
from tests.helpers.judged_pairs import judge as judge_pairs
from tests.helpers.judged_pairs import make_three_way
from tests.helpers.samples import SAMPLES, judged_samples
from tests.helpers.sites import POLICY, collect, collection, make_sites, version
from tests.helpers.spans import campaign_of_spans, judge_spans
from tests.helpers.tree_forms import FORMS, judged_trees

TEXTS = ("the old ferry to grey island", 'a "quoted" word\\here', "cheap night train tickets", "ü")
WORKERS = 4


def segmented(scheme: str) -> Campaign:
    campaign = make_campaign(texts=TEXTS, scheme=scheme)
    return judge_all_at_random(campaign, workers=WORKERS, seed=5)


def of_pairs() -> Campaign:
    campaign = make_three_way(6)
    return judge_pairs(campaign, WORKERS, seed=5)


def of_labels() -> Campaign:
    return judge_labels(make_labels("any", 5), WORKERS, seed=5)


def of_spans() -> Campaign:
    return judge_spans(campaign_of_spans(), WORKERS, seed=5)


def of_evidence() -> Campaign:
    questions = ("How long do you keep logs?", "Is my address sold?", "Who reads the log?")
    campaign = evidence_campaign(document(sections=sections()), *map(question, questions))
    judge_evidence(campaign, WORKERS, seed=5)
    return campaign


def of_questions() -> Campaign:
    campaign = question_campaign()
    answer_with_questions(
        campaign,
        QUESTIONS,
        [QUESTIONS[0], "What is kept on the server?"],
        QUESTIONS,
        QUESTIONS[::-1],
    )
    return campaign


def of_documents() -> Campaign:
    campaign = collection(make_sites(None, "shop.example", "news.example"), redundancy=4)
    collect(campaign, version(), version(), version(f"{POLICY}\nEnd."), version())
    return campaign


# The schemes of which the snapshots of earlier versions are stored.
STORED_SCHEMES: dict[str, Callable[[], Campaign]] = {
    "flat": lambda: segmented("flat"),
    "nested": lambda: segmented("nested"),
    "pair": of_pairs,
    "label": of_labels,
    "spans": of_spans,
    "evidence": of_evidence,
    "question": of_questions,
    "document": of_documents,
}
CAMPAIGNS: Mapping[str, Callable[[], Campaign]] = {
    **{name: partial(judged_samples, name, WORKERS, 5) for name in SAMPLES},
    **STORED_SCHEMES,
    **{f"nested {form}": partial(judged_trees, form, TEXTS, WORKERS) for form in FORMS},
}


def judged(scheme: str) -> Campaign:
    """Return the campaign, with its first worker excluded, a judgment set aside, an item
    decided."""
    campaign, user = CAMPAIGNS[scheme](), make_user()
    excluded = campaign.enrolments.order_by("worker__number")[0]
    exclude_worker(enrolment=excluded, user=user, reason="a habit")
    counting = campaign.judgments.counting().order_by("pk")
    review_judgment(judgment=counting[0], user=user, review="set_aside", reason="in haste")
    accept_judgment(judgment=campaign.judgments.counting().order_by("pk")[0], user=user)
    fold_all(campaign.pk)
    return campaign


def snapshot_of(campaign: Campaign) -> Snapshot:
    """Make a snapshot with every file of the campaign."""
    names = [file.name for file in additional_files(campaign)]
    snapshot = ask_for_snapshot(campaign=campaign, user=make_user(), files=names)
    run_job("snapshot", snapshot.pk)
    snapshot.refresh_from_db()
    assert snapshot.status == Snapshot.Status.READY, snapshot.problem
    return snapshot


def downloaded(snapshot: Snapshot, folder: Path) -> Path:
    """Return the path of its zip file."""
    file: Any = as_download(snapshot, ALL_IN_ONE)
    assert isinstance(file, Download)
    path = folder / file.name
    path.write_bytes(b"".join(file.body(0, file.size - 1)))
    return path
