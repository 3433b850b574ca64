"""Questions of workers to the researchers of a campaign, and the answers."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation.models import Assignment, AuditEvent, Campaign, Enrolment, Message, User
from annotation.models.people.message import MAX_MESSAGE_LENGTH
from annotation.services.accounts.members import add_member
from annotation.services.people import questions
from annotation.services.people.questions import answer_question, ask_question
from tests.helpers.factories import make_user
from tests.helpers.pages import assert_shows, signed_in, text_of
from tests.helpers.queries import assert_max_queries
from tests.worker.browser import Browse, Browser

pytestmark = pytest.mark.long


@pytest.fixture
def member(campaign: Campaign) -> User:
    user = make_user()
    owner = campaign.dataset.project.memberships.get().user
    add_member(project=campaign.dataset.project, by=owner, username=user.username)
    return user


@pytest.fixture
def researcher(member: User) -> Client:
    return signed_in(member)


def own(name: str = "ada") -> Enrolment:
    return Enrolment.objects.select_related("campaign", "worker").get(worker__external_id=name)


def pages(campaign: Campaign, name: str = "questions", *parts: int) -> str:
    return reverse(f"research:{name}", args=(campaign.pk, *parts))


def answer(user: User, text: str = "Cut before it.") -> Message:
    return answer_question(enrolment=own(), user=user, text=text, key=uuid4())


def test_a_question_and_its_answer(ada: Browser, researcher: Client, campaign: Campaign) -> None:
    assignment = Assignment.objects.get()
    assert (
        ada.post("questions", {"text": " Where? \r\nHere? ", "about": assignment.pk}).status_code
        == 302
    )
    page = text_of(researcher.get(pages(campaign)))
    assert_shows(page, "unanswered", 'id="tab-waiting-questions" class="waiting">1<')
    thread = pages(campaign, "question_thread", own().pk)
    page = text_of(researcher.get(thread))
    assert "Where? \nHere?" in page
    assert reverse("research:item", args=(campaign.pk, assignment.hit_id)) in page
    sent = researcher.post(thread, {"text": "Before it.", "key": uuid4()})
    assert sent.headers["Location"] == pages(campaign)
    assert "unanswered" not in text_of(researcher.get(pages(campaign)))
    for name in ("hit", "instructions", "earnings", "questions"):
        assert "1 new answer" in text_of(ada.get(name)), name
    assert "1 new answer" in text_of(ada.client.get(reverse("worker:home")))
    page = text_of(ada.get("questions"))
    assert page.index("Here?") < page.index("Before it.")
    ada.post("read_answers", {"until": Message.objects.latest("pk").pk})
    assert "1 new answer" not in text_of(ada.get("hit"))
    assert "<span>read</span>" in text_of(researcher.get(thread))


def test_reading_changes_nothing(ada: Browser, researcher: Client, campaign: Campaign) -> None:
    ada.post("questions", {"text": "Where?"})
    for _ in range(2):
        researcher.get(pages(campaign))
        researcher.get(pages(campaign, "question_thread", own().pk))
        ada.get("questions")
    assert Message.objects.get().settled_at is None


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("  \n ", "Write your question."),
        ("x" * (MAX_MESSAGE_LENGTH + 1), "Shorten this to at most 2,000 characters; it has 2,001."),
        ("a\u0007b", "control character"),
    ],
)
def test_what_is_refused_stays_on_the_page(ada: Browser, text: str, message: str) -> None:
    refused = ada.post("questions", {"text": text, "key": str(uuid4())})
    assert refused.status_code == 400
    assert message in text_of(refused)
    assert text.strip()[:50] in text_of(refused)
    assert not Message.objects.exists()


def test_it_is_escaped(ada: Browser, researcher: Client, campaign: Campaign, member: User) -> None:
    ada.post("questions", {"text": "<script>x</script> https://evil.example"})
    answer(member, "<b>no</b> https://evil.example")
    for page in (
        text_of(ada.get("questions")),
        text_of(researcher.get(pages(campaign))),
        text_of(researcher.get(pages(campaign, "question_thread", own().pk))),
    ):
        assert "<script>x" not in page
        assert "<b>no" not in page
        assert 'href="https://evil' not in page


def test_a_message_that_is_sent_twice_is_stored_once(ada: Browser, member: User) -> None:
    key = str(uuid4())
    for _ in range(2):
        assert ada.post("questions", {"text": "Where?", "key": key}).status_code == 302
    assert Message.objects.count() == 1
    for _ in range(2):
        answer_question(enrolment=own(), user=member, text="There.", key=uuid4())
    assert Message.objects.count() == 3


@pytest.mark.quick
def test_the_hourly_limit_keeps_the_text(ada: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "MAX_PER_HOUR", 2)
    for _ in range(2):
        ada.post("questions", {"text": "Where?"})
    refused = ada.post("questions", {"text": "And what about this?"})
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    assert "And what about this?</textarea>" in text_of(refused)
    Message.objects.update(at=timezone.now() - timedelta(minutes=61))
    assert ada.post("questions", {"text": "And this?"}).status_code == 302


def test_a_thread_has_limits(ada: Browser, member: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "MAX_TOTAL", 1)
    ada.post("questions", {"text": "Where?"})
    assert ada.post("questions", {"text": "Where?"}).status_code == 409
    assert Message.objects.count() == 1


def test_only_a_task_of_their_own_is_linked(browse: Browse, ada: Browser) -> None:
    eve = browse("eve")
    eve.post("questions", {"text": "Where?", "about": Assignment.objects.get().pk})
    eve.post("questions", {"text": "Where?", "about": "x"})
    assert list(Message.objects.values_list("hit", flat=True)) == [None, None]


@pytest.mark.quick
def test_nobody_reads_another_workers_thread(browse: Browse, ada: Browser) -> None:
    ada.post("questions", {"text": "Is it secret?"})
    assert "secret" not in text_of(browse("eve").get("questions"))
    assert browse().get("questions").status_code == 302


@pytest.mark.quick
def test_what_came_after_one_looked_still_waits(
    ada: Browser, researcher: Client, campaign: Campaign, member: User
) -> None:
    ada.post("questions", {"text": "Where?"})
    seen = Message.objects.get()
    ada.post("questions", {"text": "And why?"})
    researcher.post(pages(campaign, "settle_questions", own().pk), {"until": seen.pk})
    assert Message.objects.filter(settled_at=None).get().text == "And why?"
    first = answer(member)
    answer(member)
    ada.post("read_answers", {"until": first.pk})
    assert "1 new answer" in text_of(ada.get("hit"))
    ada.post("questions", {"text": "Thank you."})
    assert "new answer" not in text_of(ada.get("hit"))


def test_a_worker_of_another_campaign_cannot_be_written_to(
    ada: Browser, browse: Browse, researcher: Client, campaign: Campaign
) -> None:
    foreign = signed_in(make_user())
    place = pages(campaign, "question_thread", own().pk)
    assert foreign.post(place, {"text": "x", "key": uuid4()}).status_code == 404
    assert researcher.get(pages(campaign, "question_thread", own().pk + 1)).status_code == 404
    refused = researcher.post(place, {"text": "", "key": uuid4()})
    assert refused.status_code == 400
    assert "Write your reply." in text_of(refused)
    assert not Message.objects.exists()


def test_it_is_audited(ada: Browser, researcher: Client, campaign: Campaign, member: User) -> None:
    ada.post("questions", {"text": "Where exactly?"})
    answer(member)
    ada.post("questions", {"text": "Thank you."})
    until = Message.objects.latest("pk").pk
    researcher.post(pages(campaign, "settle_questions", own().pk), {"until": until})
    events = AuditEvent.objects.filter(verb__startswith="question.")
    found = [event.verb for event in events]
    assert found == ["question.asked", "question.answered", "question.asked", "question.settled"]
    assert [event.user for event in events] == [None, member, None, member]
    assert not [event for event in events if "exactly" in str(event.details)]


def test_more_threads_cost_no_more_queries(
    browse: Browse, researcher: Client, campaign: Campaign
) -> None:
    for name in ("ada", "bob", "eve", "joe"):
        browse(name)
        for _ in range(3):
            ask_question(enrolment=own(name), text="Where?", key=uuid4())
    with assert_max_queries(8):
        page = text_of(researcher.get(pages(campaign)))
    assert page.count("unanswered") == 4


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("wrong", "constraint"),
    [
        ({"text": ""}, "a_message_says_something_and_is_short"),
        ({"text": "x" * (MAX_MESSAGE_LENGTH + 1)}, "a_message_says_something_and_is_short"),
        ({"user": True}, "no_researcher_writes_as_a_worker"),
    ],
)
def test_the_database_refuses_what_must_never_be(
    ada: Browser, member: User, wrong: dict[str, object], constraint: str
) -> None:
    given = {name: member if value is True else value for name, value in wrong.items()}
    with transaction.atomic(), pytest.raises(IntegrityError, match=constraint):
        Message.objects.create(
            **{"text": "x", "sender": "worker", "key": uuid4()} | given,
            enrolment=own(),
            campaign=own().campaign,
        )
