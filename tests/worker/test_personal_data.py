"""The data that a worker sees and downloads."""

import re
from decimal import Decimal
from typing import Any
from uuid import uuid4

import orjson
import pytest
from django.db import connection
from django.db.models import Expression, F
from django.db.models.expressions import Combinable
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation.models import Assignment, AuditEvent, Judgment
from annotation.schemes import scheme_of
from annotation.services.pay.batches import make_batch, settle_all
from annotation.services.pay.ledger import give_bonus
from annotation.services.people.personal_data import PORTION, Part, all_parts
from annotation.services.people.questions import ask_question
from annotation.services.people.rate_limit import tempo
from annotation.services.people.sessions import keep_session
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker
from annotation.worker.personal_data import FEW, MANY
from annotation.worker.personal_data_looks import look_of
from tests.helpers.addons import contracts
from tests.helpers.factories import judge_many, judge_next, make_campaign, make_user, submit
from tests.helpers.pages import assert_shows, text_of
from tests.worker.browser import Browse, Browser
from tests.worker.test_leaving import _no_rate_limit, enrolment_of
from tests.worker.test_money import plain

pytestmark = pytest.mark.long
__all__ = ["_no_rate_limit"]


def file_of(browser: Browser) -> dict[str, Any]:
    answer = browser.get("kept_file")
    assert answer.streaming
    assert answer["Content-Disposition"].startswith("attachment")
    found: dict[str, Any] = orjson.loads(answer.getvalue())
    return found


def test_the_foot_of_their_pages_leads_there(ada: Browser, browse: Browse) -> None:
    for name in ("join", "instructions", "done", "earnings", "kept"):
        assert ada.url("kept") in text_of(ada.get(name)), name
    assert ada.url("kept") not in text_of(browse().get("join"))


@pytest.mark.attack(1)
def test_they_see_and_download_their_own_and_nobody_elses(browse: Browse) -> None:
    ada, bob = browse("ada"), browse("bob")
    first = enrolment_of("ada")
    judge_next(first)
    judge_next(enrolment_of("bob"))
    keep_session(enrolment=first, study="STUDY7", session="SESSION7")
    page = plain(text_of(ada.get("kept")))
    assert "ada" in page
    assert "bob" not in page
    assert "Tasks you submitted 1" in page
    assert "bob" not in text_of(ada.get("kept_part", "submitted"))
    file = file_of(ada)
    judged = Judgment.objects.get(assignment__enrolment=first)
    assert (file["name_or_id"], file["number"]) == ("ada", first.worker.number)
    assert [one["answer"] for one in file["submitted"]] == [judged.payload]
    assert [one["session"] for one in file["visits"]] == ["SESSION7"]
    assert {one["what"] for one in file["log"]} == {"worker.joined", "judgment.submitted"}
    others = orjson.dumps(file_of(bob)).decode()
    # A digest may contain the same letters.
    assert re.search(r"\bada\b", others) is None
    assert "SESSION7" not in others


@pytest.mark.quick
def test_the_file_has_every_part_and_every_row(browse: Browse) -> None:
    browser = browse("ada", within=make_campaign(texts=PORTION + 2, redundancy=1))
    judge_many(enrolment_of("ada"), PORTION + 2)
    file = file_of(browser)
    assert {part.name for part in PARTS} <= file.keys()
    assert len({part.name for part in PARTS}) == len(PARTS)
    tasks = [one["task"] for one in file["submitted"]]
    assert sorted(tasks) == sorted(set(tasks))
    assert len(tasks) == PORTION + 2


PARTS = list(all_parts())


# Columns that are not shown, with the reason.
OWN_OR_ANOTHER_ROWS = {"id", "campaign", "enrolment", "worker", "assignment", "hit", "project"}


UNTOLD = {
    "work": {
        # Where the next task is searched, and how soon.
        *("position_reached", "reopening_reached", "nothing_left_at", "paced_at"),
        # The researcher's own note; erased workers no longer see anything.
        *("exclusion_reason", "erased_at"),
        # For a person they add nothing to `earning`.
        *("of_program", "owing"),
        # The sum of the times shown for each answer.
        "active_ms",
    },
    # A second encoding of the answer, and its position in the sums.
    "submitted": {"submission_id", "vector", "folded", "took_slot", "payment"},
    # `repeat` is shown as `second_time` once it has ended.
    "not_submitted": {"expires_at", "repeat"},
    # The browser's own number of a message, and which researcher answered.
    "questions": {"key", "user"},
    # `turn` counts compensations that were taken back, each with an entry of its own.
    "decisions": {"line", "act", "user", "turn"},
    # The entry and the message are among the decisions and the questions.
    "rejections": {"entry", "objection"},
    "payments": {"judgments"},
    # The name or id itself, which is at the head of the file.
    "told_by_platform": {"external_id"},
    "lists": {"external_id", "folded"},
    # Other workers who share identical answers with them.
    "signals": {"version", "cluster", "twin_pairs", "followed"},
    # Counts of `submitted` at their arrival.
    "visits": {"done_before", "ms_before"},
    # The worker's own row, which is at the head of the file.
    "pay_to": {
        *("number", "source", "external_id", "folded", "looks", "return_code"),
        *("created_at", "erased_at"),
    },
    "log": {"user", "object_id"},
    **{part: columns for one in contracts() for part, columns in one.untold.items()},
}


def columns_of(column: str | Combinable) -> set[str]:
    """Return the columns of a row that are shown."""
    paths = [column] if isinstance(column, str) else []
    if isinstance(column, Expression):
        parts: list[object] = list(column.flatten())
        paths = [str(vars(one)["name"]) for one in parts if isinstance(one, F)]
    return {path.split("__")[0] for path in paths}


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_column_is_reported_or_left_out_for_a_reason(part: Part, ada: Browser) -> None:
    rows = part.rows(enrolment_of("ada").worker)
    columns = {field.name for field in rows.model._meta.concrete_fields}
    covered = {first for column in part.columns.values() for first in columns_of(column)}
    untold = UNTOLD.get(part.name, set())
    assert not covered & untold
    assert columns - covered - OWN_OR_ANOTHER_ROWS == untold


@pytest.mark.quick
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_part_has_a_look_of_columns_that_it_has(part: Part) -> None:
    look = look_of(part.name)
    assert {look.heading, *look.facts} - {""} <= part.columns.keys()
    assert look.words.keys() <= {look.heading, *look.facts}


def test_the_page_shows_answers_times_messages_and_payments(ada: Browser) -> None:
    worker = enrolment_of("ada")
    judge_next(worker, {"boundaries": [1] * 4})
    judged = Judgment.objects.get()
    Judgment.objects.update(active_ms=61_000, review="accepted")
    scheme = scheme_of(worker.campaign)
    written = scheme.written(judged.vector, judged.hit.item, worker.campaign.settings)
    ask_question(enrolment=worker, text="May I <b>pause</b>?", key=uuid4())
    user = make_user()
    give_bonus(enrolment=worker, user=user, amount=Decimal("0.50"), reason="well read")
    settle_all(
        batch=make_batch(campaign=worker.campaign, user=user, source=worker.worker.source),
        user=user,
        paid=True,
    )
    page = plain(text_of(ada.get("kept")))
    assert "Work Campaign" not in page
    assert_shows(page, judged.hit.item.text, f"Your answer {written}")
    assert_shows(page, "Active time 1 minute 1 second", "In the results yes", "Decision approved")
    assert "May I &lt;b&gt;pause&lt;/b&gt;?" in text_of(ada.get("kept"))
    assert "Bonus Amount $0.50 Reason well read" in " ".join(page.split())
    assert "Amount $0.50 Outcome paid" in page
    for said in ("You submitted a task", "You asked a question", "You received a bonus"):
        assert said in page + plain(text_of(ada.get("kept_part", "log")))
    assert not re.search(r"\b[a-z]+\.[a-z_]+ed\b|set_aside|None|True|False", page)


@pytest.mark.quick
def test_a_part_is_read_page_by_page_to_its_end(browse: Browse) -> None:
    browser = browse("ada", within=make_campaign(texts=2 * MANY + 1, redundancy=1))
    judge_many(enrolment_of("ada"), 2 * MANY + 1)
    assert browser.url("kept_part", "submitted") in text_of(browser.get("kept"))
    query, seen, sizes = dict[str, str](), list[str](), list[int]()
    for _ in range(3):
        shown = browser.get("kept_part", "submitted", **query).context["part"]
        seen += [one.heading for one in shown.rows]
        sizes.append(len(shown.rows))
        query = {"before": str(shown.last)}
    assert sizes == [MANY, MANY, 1]
    assert not shown.more
    assert seen == list(Judgment.objects.order_by("-pk").values_list("hit__item__text", flat=True))
    assert "No more entries." in text_of(browser.get("kept_part", "submitted", **query))


@pytest.mark.parametrize("before", ["", "x", "-1", "9" * 30, "٣"])
def test_a_wrong_place_is_the_beginning(ada: Browser, before: str) -> None:
    judge_next(enrolment_of("ada"))
    assert len(ada.get("kept_part", "submitted", before=before).context["part"].rows) == 1


def test_there_are_no_other_parts(ada: Browser) -> None:
    assert ada.get("kept_part", "passwords").status_code == 404


@pytest.mark.quick
def test_repeats_are_named_once_they_are_answered(browse: Browse) -> None:
    campaign = make_campaign(texts=20, redundancy=2, repeat_every=3, repeat_after=1)
    browser = browse("ada", within=campaign)
    worker = enrolment_of("ada")
    for _ in range(20):
        assignment = claim_hit(enrolment_id=worker.pk)
        if Assignment.objects.get(pk=assignment.pk).repeat:
            break
        submit(worker, assignment)
    open_one = file_of(browser)["not_submitted"][-1]
    assert (open_one["status"], open_one["second_time"]) == ("open", None)
    submit(worker, assignment)
    browser.post("withdraw", {"scope": "here", "sure": "yes"})
    tempo.forget()
    file = file_of(browser)
    [again] = [one for one in file["submitted"] if one["second_time"]]
    assert again["task"] == Judgment.objects.get(repeat=True).hit.item.text
    assert [one["repeated"] for one in file["work"]] == [1]
    page = plain(text_of(browser.get("kept")))
    assert_shows(page, "Repeated task yes", "Of these, repeated tasks 1")


def test_the_page_asks_the_database_as_often_however_much_is_stored(browse: Browse) -> None:
    browser = browse("ada", within=make_campaign(texts=30, redundancy=1))
    counts = []
    for _ in range(2):
        judge_many(enrolment_of("ada"), FEW + 2)
        with CaptureQueriesContext(connection) as requested:
            browser.get("kept")
        counts.append(len(requested))
    assert counts[0] == counts[1]
    assert counts[0] <= 30


def test_their_own_page_and_the_desk_lead_there(ada: Browser) -> None:
    judge_next(enrolment_of("ada"))
    ada.post("next")
    assert ada.url("kept") in text_of(ada.get("hit"))
    assert 'name="to" value="kept"' in text_of(ada.client.get(reverse("worker:home")))
    fresh = {"as": str(enrolment_of("ada").pk), "to": "kept"}
    assert ada.post("resume", fresh).headers["Location"] == ada.url("kept")


@pytest.mark.quick
def test_the_name_of_the_work_is_in_their_language(ada: Browser) -> None:
    page = text_of(ada.client.get(ada.url("kept"), headers={"accept-language": "de"}))
    assert_shows(page, "Texte schneiden")
    assert "Cutting texts" not in page


def test_the_reason_of_an_exclusion_stays_the_researchers(ada: Browser) -> None:
    exclude_worker(enrolment=enrolment_of("ada"), user=make_user(), reason="lazy one")
    assert b"lazy one" not in orjson.dumps(file_of(ada))
    page = text_of(ada.get("kept"))
    assert "lazy one" not in page
    assert "That note belongs to the researcher" in page


def test_one_file_after_the_other_has_to_wait(ada: Browser) -> None:
    file_of(ada)
    answer = ada.get("kept_file")
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0


def test_reading_changes_nothing(ada: Browser) -> None:
    before = AuditEvent.objects.count()
    ada.get("kept")
    file_of(ada)
    ada.get("withdraw")
    assert AuditEvent.objects.count() == before
    assert enrolment_of("ada").withdrawn_at is None
