"""Read the worker's id from a link, check it, and store it until they press the button.

Each platform uses its own parameter names. A signed cookie, limited to the campaign's URLs, stores
the ids from the redirect that removes them from the URL until the worker joins. Nothing is written
to the database before that."""

from dataclasses import asdict, dataclass

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext

from annotation.models import Campaign, Enrolment, Worker
from annotation.models.people.platform import MAX_ID_LENGTH
from annotation.models.people.worker import SENT
from annotation.models.people_terms import LinkTrust
from annotation.services.errors import Untrusted
from annotation.services.people.identity import Identity
from annotation.services.people.platform_tokens import prove_by_platform
from annotation.services.people.sessions import is_new_session
from annotation.services.people.trust import REASONS, prove_signed
from midpath.text.display_names import MAX_NAME

LINK = "midpath_link"
LINK_SECONDS = 3600
SIGNED_BY_PLATFORM = "prolific_token"


@dataclass(frozen=True)
class Visitor:
    """A person who opens a page: who has joined in this browser, unless their link is for someone
    else, and who the link is for. With `again`, it is for a session that this worker has not joined
    yet."""

    enrolment: Enrolment | None = None
    linked: Identity | None = None
    again: bool = False


@dataclass(frozen=True)
class Names:
    """The parameter names that a source uses for the worker, the study and the session."""

    source: Worker.Source
    worker: str
    study: str = ""
    session: str = ""


# The first one present is used. A survey code of SONA comes last: any link may have an `id`.
PARAMETERS = (
    Names(Worker.Source.LINK, "worker"),
    Names(Worker.Source.PROLIFIC, "PROLIFIC_PID", "STUDY_ID", "SESSION_ID"),
    Names(Worker.Source.CONNECT, "participantId", "projectId", "assignmentId"),
    Names(Worker.Source.LINK, "workerId"),
    Names(Worker.Source.LINK, "participant_id"),
    Names(Worker.Source.SONA, "id"),
)


def read_link(request: HttpRequest, response: HttpResponse, campaign: Campaign) -> None:
    """Store the identity in the URL if the campaign accepts it, else why it does not."""
    sent = _sent_by_address(request)
    try:
        sent = _proven(request, campaign, sent)
    except Untrusted as error:
        _keep(response, campaign.code, {"refused": error.details["reason"]})
    else:
        if sent is not None:
            _keep(response, campaign.code, {"sent": asdict(sent)})


def _sent_by_address(request: HttpRequest) -> Identity | None:
    """Return the identity in the URL. An overlong worker id is cut to one character above the
    limit, so that it is still refused."""
    for names in PARAMETERS:
        if worker := _given(request, names.worker):
            study, session = (
                _given(request, name)[:MAX_ID_LENGTH] for name in (names.study, names.session)
            )
            return Identity(names.source, worker[: MAX_NAME + 1], study, session)
    return None


def _proven(request: HttpRequest, campaign: Campaign, sent: Identity | None) -> Identity | None:
    """Return the identity in the URL if the campaign accepts it; else raise Untrusted."""
    if campaign.link_trust == LinkTrust.SIGNED and sent is not None:
        until, seal = request.GET.get("until", ""), request.GET.get("seal", "")
        return prove_signed(campaign, sent, until=until, seal=seal)
    if campaign.link_trust == LinkTrust.PLATFORM:
        token = request.GET.get(SIGNED_BY_PLATFORM, "")
        if token or sent is not None:
            join_url = request.build_absolute_uri(_path(campaign.code))
            return prove_by_platform(campaign, sent, token=token, join_url=join_url)
    return sent


def sent_by_link(request: HttpRequest, code: str) -> Identity | None:
    """Return the identity from the link opened in this browser, which is no longer in the URL."""
    identity = _cookie_content(request, code).get("sent")
    try:
        return Identity(**identity) if isinstance(identity, dict) else None
    except TypeError:
        return None


def refusal_of_link(
    request: HttpRequest, campaign: Campaign, linked: Identity | None
) -> Untrusted | None:
    """Return why the opened link was refused, or that a link is required."""
    reason = "" if linked else str(_cookie_content(request, campaign.code).get("refused", ""))
    if reason in REASONS:
        return Untrusted(gettext(REASONS[reason]))
    if campaign.link_trust == LinkTrust.CODE or (linked is not None and linked.proven):
        return None
    return Untrusted(gettext(REASONS["unsigned"]))


def sent_by_form(request: HttpRequest, code: str) -> Identity | None:
    """Return the identity in the join form; None for a chosen name. The study and session of the
    link are included, unless another link was opened meanwhile."""
    worker = request.POST.get("worker", "")
    if not worker:
        return None
    linked = sent_by_link(request, code)
    source = request.POST.get("source", Worker.Source.LINK)
    if linked is not None and (linked.source, linked.worker) == (source, worker):
        return linked
    return Identity(source if source in SENT else Worker.Source.LINK, worker)


def visitor_of(request: HttpRequest, code: str, enrolment: Enrolment | None) -> Visitor:
    """Return who opens a page, where `enrolment` has joined in this browser. Until they join again,
    a new session of theirs has no submission."""
    linked = sent_by_link(request, code)
    if enrolment is None or linked is None:
        return Visitor(enrolment, linked)
    if not linked.is_at(enrolment):
        return Visitor(None, linked)
    if is_new_session(enrolment, linked.study, linked.session):
        return Visitor(None, linked, again=True)
    return Visitor(enrolment, linked)


def _keep(response: HttpResponse, code: str, content: dict[str, object]) -> None:
    response.set_cookie(
        LINK,
        signing.dumps(content | {"code": code}, salt=LINK, compress=True),
        max_age=LINK_SECONDS,
        path=_path(code),
        secure=settings.BEHIND_HTTPS,
        httponly=True,
        samesite="Lax",
    )


def forget_link(response: HttpResponse, code: str) -> None:
    response.delete_cookie(LINK, path=_path(code), samesite="Lax")


def _cookie_content(request: HttpRequest, code: str) -> dict[str, object]:
    """Return the content of the cookie; empty if it is forged, expired or another campaign's."""
    try:
        content = signing.loads(request.COOKIES.get(LINK, ""), salt=LINK, max_age=LINK_SECONDS)
    except signing.BadSignature:
        return {}
    return content if isinstance(content, dict) and content.get("code") == code else {}


def _given(request: HttpRequest, name: str) -> str:
    return request.GET.get(name, "").strip() if name else ""


def _path(code: str) -> str:
    return reverse("worker:join", args=(code,))
