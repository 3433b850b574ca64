"""Messages through Prolific: written to chosen workers, sent once each; and the answers."""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta

from addons.prolific.models import ProlificMessage, ProlificStudy
from addons.prolific.models.drafts import MAX_MESSAGE_LENGTH
from addons.prolific.services.answers import IS_ID, text, time_of
from addons.prolific.services.client import Prolific, ProlificProblem, Refused, Unsure
from addons.prolific.services.studies import ask_for_visit, locked_study, record, require_owner
from annotation.models import Campaign, User
from annotation.services.clock import database_now
from annotation.services.errors import Conflict, Invalid
from midpath.text.characters import problem_with_characters

State = ProlificMessage.State
MAX_CONCURRENT = 50
MAX_MESSAGES = 5_000
# Prolific returns the messages of the last 30 days.
READ_BACK = timedelta(days=29)


def write_messages(
    *, campaign: Campaign, user: User, submissions: Collection[int], body: str
) -> int:
    """Write the same message to each participant of these submissions, once; a visit sends them.
    Return their number."""
    require_owner(campaign, user)
    body = body.replace("\r\n", "\n").strip()
    if trouble := problem_with_characters(body):
        raise Invalid(f"In the message: {trouble}", field="body")
    if not 0 < len(body) <= MAX_MESSAGE_LENGTH:
        raise Invalid(f"Enter 1 to {MAX_MESSAGE_LENGTH:,} characters.", field="body")
    with locked_study(campaign) as study:
        chosen = study.submissions.filter(pk__in=sorted(set(submissions))[: MAX_CONCURRENT + 1])
        names = sorted(set(chosen.values_list("participant", flat=True)))
        _require_room(study, len(names))
        ProlificMessage.objects.bulk_create(
            ProlificMessage(study=study, participant=name, body=body, user=user) for name in names
        )
        record("prolific.messages_written", campaign, user, messages=len(names))
        ask_for_visit(study, user)
    return len(names)


def _require_room(study: ProlificStudy, number: int) -> None:
    if not number:
        raise Invalid("Choose at least one submission.", field="submission")
    if number > MAX_CONCURRENT:
        raise Invalid(f"Write to at most {MAX_CONCURRENT} at once.", field="submission")
    if study.messages.count() + number > MAX_MESSAGES:
        raise Conflict(f"Midpath stores at most {MAX_MESSAGES:,} messages per study.")


def send_messages(study: ProlificStudy, prolific: Prolific) -> int:
    """Send the waiting messages, each by one call; return how many were sent."""
    sent = 0
    for one in study.messages.filter(state=State.WANTED):
        prolific.get_ready()
        rows = ProlificMessage.objects.filter(pk=one.pk)
        if not rows.filter(state=State.WANTED).update(state=State.SENDING):
            continue
        try:
            prolific.send_message(one.participant, study.study, one.body)
        except Unsure as problem:
            rows.update(problem=f"{problem} It is not sent again."[:300])
        except Refused as problem:
            rows.update(state=State.REFUSED, problem=str(problem)[:300])
        except ProlificProblem:
            rows.update(state=State.WANTED)
            raise
        else:
            sent += rows.update(state=State.SENT, problem="")
    return sent


def read_messages(study: ProlificStudy, prolific: Prolific) -> int:
    """Store what participants of the study wrote in the last month, each message once; return the
    number of new ones."""
    since = (database_now() - READ_BACK).astimezone(UTC)
    names = set(study.submissions.values_list("participant", flat=True))
    known = set(study.messages.exclude(message="").values_list("message", flat=True))
    room = max(0, MAX_MESSAGES - study.messages.count())
    found: dict[str, ProlificMessage] = {}
    for said in prolific.messages(since):
        one = _received(study, said)
        if one is not None and one.participant in names and one.message not in known:
            found[one.message] = one
    new = list(found.values())[:room]
    ProlificMessage.objects.bulk_create(new, batch_size=500, ignore_conflicts=True)
    return len(new)


def _received(study: ProlificStudy, said: Mapping[str, object]) -> ProlificMessage | None:
    """Return a participant's message about the study; None if it belongs to another study or is
    malformed."""
    data = said.get("data")
    about = data.get("study_id") if isinstance(data, dict) else None
    message, sender = text(said.get("id"), 65), text(said.get("sender_id"), 121)
    if about not in (None, "", study.study) or not IS_ID.fullmatch(message) or not sender:
        return None
    return ProlificMessage(
        study=study,
        participant=sender[:120],
        body=_lines(said.get("body")),
        state=State.RECEIVED,
        message=message,
        at=time_of(said, "sent_at") or datetime.now(UTC),
    )


def _lines(said: object) -> str:
    """Return a message line by line, without invisible characters or those that cannot be
    stored."""
    rows = said.splitlines() if isinstance(said, str) else []
    return "\n".join(text(row, MAX_MESSAGE_LENGTH) for row in rows)[:MAX_MESSAGE_LENGTH]
