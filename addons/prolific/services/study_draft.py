"""Create a study on Prolific: write it here, preview it, and create it by one call.

Creating a study is a call that creates another one when repeated. Its intent is committed before
the call; a process that finds the intent looks for its mark among the account's studies."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from django.db import transaction
from django.db.models.functions import Now
from django.utils.crypto import get_random_string

from addons.prolific.models import ProlificDraft, ProlificStudy
from addons.prolific.services.answers import IS_ID, text
from addons.prolific.services.client import Prolific, ProlificProblem, Unsure
from addons.prolific.services.steps import ask_price_of_publishing
from addons.prolific.services.studies import (
    ask_for_visit,
    record,
    require_nothing_under_way,
    require_owner,
    require_token,
    study_or_draft,
)
from annotation.models import Campaign, User
from annotation.models.people_terms import LinkTrust
from annotation.services.errors import Conflict, Invalid
from midpath.text.characters import problem_with_characters

State = ProlificDraft.State

MAX_NAME_LENGTH = 120
MAX_DESCRIPTION_LENGTH = 8_000
MAX_PLACES = 100_000
MAX_MINUTES = 1_440
MAX_REWARD = Decimal(10_000)
DEVICES = {"desktop": "computers", "tablet": "tablets", "mobile": "phones"}
APPROVALS = {
    "MANUALLY_REVIEW": "wait until you approve them",
    "AUTOMATICALLY_APPROVE": "are approved and paid at once",
}
SCREEN_OUTS = {
    "MANUALLY_REVIEW": "wait until you approve or reject them",
    "REQUEST_RETURN": "are asked to return the submission, unpaid",
}
# An account's list of studies may lag; a study missing from it after this time was not created.
SURELY_LISTED = timedelta(hours=1)


@dataclass(frozen=True, kw_only=True)
class Terms:
    """An owner's texts and terms for a study; the rest comes from the campaign. `reward` is per
    place."""

    name: str
    description: str
    reward: Decimal
    places: int
    minutes: int
    devices: Collection[str]
    approval: str
    screen_out: str


def write_draft(*, campaign: Campaign, user: User, terms: Terms, address: str) -> ProlificDraft:
    """Save the draft of a study, replacing the previous one; nothing is sent yet. `address` is
    where Prolific sends participants."""
    require_owner(campaign, user)
    _check(campaign, terms)
    mark = f"midpath-{get_random_string(20, '0123456789abcdef')}"
    with transaction.atomic():
        require_token(campaign)
        require_nothing_under_way(campaign)
        study = _unmade(campaign)
        draft, _ = ProlificDraft.objects.update_or_create(
            study=study,
            defaults={
                "body": _body(campaign, terms, address, mark),
                "mark": mark,
                "state": State.WRITTEN,
                "problem": "",
                "user": user,
                "written_at": Now(),
                "sent_at": None,
                "read_at": None,
            },
        )
        record("prolific.study_written", campaign, user)
    return draft


def ask_to_make(*, campaign: Campaign, user: User) -> None:
    """Have the study created on Prolific, as a draft that participants cannot see; a visit does
    it."""
    require_owner(campaign, user)
    with transaction.atomic():
        require_token(campaign)
        study = study_or_draft(campaign)
        rows = ProlificDraft.objects.filter(study=study, state=State.WRITTEN)
        if not rows.update(state=State.WANTED, problem="", user=user):
            raise Conflict(
                "This study has already been created or is being created. Reload the page."
            )
        record("prolific.study_wanted", campaign, user)
        ask_for_visit(study, user)


def leave_draft(*, campaign: Campaign, user: User) -> None:
    """Discard a draft that was not sent, or that was certainly not created."""
    require_owner(campaign, user)
    with transaction.atomic():
        require_nothing_under_way(campaign)
        study = study_or_draft(campaign)
        draft = ProlificDraft.objects.filter(study=study).exclude(state=State.MADE).first()
        if draft is None or study.study:
            raise Conflict(
                "This study already exists. Disconnect it here and delete it on Prolific."
            )
        if draft.state == State.SENDING and not is_surely_absent(draft):
            raise Conflict(
                "Midpath sent the request to create it, and it may still appear. Check Prolific "
                "again an hour after the request."
            )
        study.delete()
        record("prolific.study_left", campaign, user)


def is_surely_absent(draft: ProlificDraft) -> bool:
    """Return whether a study missing from the account's list, so long after the call, was certainly
    not created."""
    if draft.state != State.SENDING or draft.sent_at is None or draft.read_at is None:
        return False
    return draft.read_at - draft.sent_at >= SURELY_LISTED


def make_study(study: ProlificStudy, prolific: Prolific) -> bool:
    """Create the study of a draft by one call, or find the one that an earlier call created; return
    whether it exists on Prolific and is connected."""
    draft = ProlificDraft.objects.filter(study=study).first()
    if draft is not None and draft.state == State.WANTED:
        prolific.get_ready()
        rows = ProlificDraft.objects.filter(pk=draft.pk)
        if rows.filter(state=State.WANTED).update(state=State.SENDING, sent_at=Now()):
            return _make(draft, study, prolific)
    elif draft is not None and draft.state == State.SENDING:
        return _look_for(draft, study, prolific)
    return False


def _make(draft: ProlificDraft, study: ProlificStudy, prolific: Prolific) -> bool:
    rows = ProlificDraft.objects.filter(pk=draft.pk)
    try:
        made = prolific.create_study(draft.body)
    except Unsure as problem:
        rows.update(problem=f"{problem} Midpath looks for it and does not create it again."[:300])
        return _look_for(draft, study, prolific)
    except ProlificProblem as problem:
        rows.update(state=State.WRITTEN, sent_at=None, problem=str(problem)[:300])
        return False
    return _connect(draft, study, made.get("id")) or _look_for(draft, study, prolific)


def _look_for(draft: ProlificDraft, study: ProlificStudy, prolific: Prolific) -> bool:
    """Look for the study's mark among the account's studies."""
    for said in prolific.studies():
        if str(said.get("internal_name", "")).endswith(draft.mark):
            return _connect(draft, study, said.get("id"))
    ProlificDraft.objects.filter(pk=draft.pk).update(read_at=Now())
    return False


def _connect(draft: ProlificDraft, study: ProlificStudy, study_id: object) -> bool:
    """Connect the campaign with the new study, and have publishing priced."""
    found = text(study_id, 65)
    if not (IS_ID.fullmatch(found) and found.isalnum()):
        return False
    with transaction.atomic():
        rows = ProlificDraft.objects.filter(pk=draft.pk, state=State.SENDING)
        if not rows.update(state=State.MADE, problem=""):
            return False
        study.study = found
        study.save(update_fields=["study"])
        ask_price_of_publishing(study, draft.user)
        # The owner's request was audited; its completion has no actor.
        record("prolific.study_made", study.campaign, None, study=found)
    return True


def _unmade(campaign: Campaign) -> ProlificStudy:
    """Return the row of a study that does not exist on Prolific yet, locked."""
    ProlificStudy.objects.get_or_create(campaign=campaign, defaults={"study": ""})
    study = study_or_draft(campaign)
    if study.study:
        raise Conflict(
            "This campaign already has a study on Prolific. Disconnect it to create another."
        )
    if ProlificDraft.objects.filter(study=study, state=State.SENDING).exists():
        raise Conflict("The request to create a study was sent. Check Prolific until it is found.")
    return study


def _check(campaign: Campaign, terms: Terms) -> None:
    _check_campaign(campaign)
    for field, said, longest in (
        ("name", terms.name, MAX_NAME_LENGTH),
        ("description", terms.description, MAX_DESCRIPTION_LENGTH),
    ):
        if trouble := problem_with_characters(said):
            raise Invalid(trouble, field=field)
        if not 0 < len(said.strip()) <= longest:
            raise Invalid(f"Enter 1 to {longest:,} characters.", field=field)
    if not 0 < terms.reward <= MAX_REWARD or terms.reward * 100 % 1:
        raise Invalid("Enter a positive amount in whole cents or pence.", field="reward")
    if not 0 < terms.places <= MAX_PLACES:
        raise Invalid(f"From 1 to {MAX_PLACES:,}.", field="places")
    if not 0 < terms.minutes <= MAX_MINUTES:
        raise Invalid(f"From 1 to {MAX_MINUTES:,}.", field="minutes")
    if not terms.devices or not set(terms.devices) <= set(DEVICES):
        raise Invalid("Choose at least one kind of device.", field="devices")
    if terms.approval not in APPROVALS:
        raise Invalid("Choose what happens to the submissions.", field="approval")
    if terms.screen_out not in SCREEN_OUTS:
        raise Invalid("Choose what happens to the submissions.", field="screen_out")


def _check_campaign(campaign: Campaign) -> None:
    """Refuse a study whose participants could not join, or not return."""
    if not campaign.completion_code:
        raise Invalid(
            "The campaign has no completion code, so participants could not complete the study."
        )
    if campaign.link_trust == LinkTrust.SIGNED:
        raise Invalid(
            "The campaign accepts only links that you sign here, so participants could not come in."
        )
    if campaign.platform_study:
        raise Invalid(
            "The campaign admits people from a single Prolific study only, and the new study will "
            "have a different id. Clear “Prolific’s id of the study” first and set it afterwards."
        )


def _body(campaign: Campaign, terms: Terms, address: str, mark: str) -> dict[str, object]:
    """Return a study in Prolific's format."""
    signs = campaign.link_trust == LinkTrust.PLATFORM
    return {
        "name": terms.name.strip(),
        "internal_name": f"{campaign.name} {mark}",
        "description": _as_html(terms.description),
        "external_study_url": address,
        "prolific_id_option": "url_parameters",
        "completion_codes": _codes(campaign, terms),
        "total_available_places": terms.places,
        "estimated_completion_time": terms.minutes,
        "reward": int(terms.reward * 100),
        "device_compatibility": [one for one in DEVICES if one in terms.devices],
        "metadata": mark,
        # Not every account has signed links, so they are requested only if needed.
        **({"is_external_study_url_secure": True} if signs else {}),
    }


def _as_html(said: str) -> str:
    """Return a plain text as HTML for Prolific, paragraph by paragraph."""
    escaped = said.replace("\r\n", "\n").replace("&", "&amp;").replace("<", "&lt;")
    parts = [" ".join(part.split()) for part in escaped.replace(">", "&gt;").split("\n\n")]
    return "".join(f"<p>{part}</p>" for part in parts if part)


def _codes(campaign: Campaign, terms: Terms) -> list[dict[str, object]]:
    codes = [_code(campaign.completion_code, "COMPLETED", terms.approval)]
    if campaign.screen_out_code:
        codes.append(_code(campaign.screen_out_code, "SCREENED_OUT", terms.screen_out))
    if campaign.no_consent_code:
        codes.append(_code(campaign.no_consent_code, "NO_CONSENT", "REQUEST_RETURN"))
    return codes


def _code(code: str, kind: str, action: str) -> dict[str, object]:
    done: dict[str, str] = {"action": action}
    if action == "REQUEST_RETURN":
        done["return_reason"] = (
            "You did not agree to take part, so please return your submission."
            if kind == "NO_CONSENT"
            else "You cannot take part in this study, so please return your submission."
        )
    return {"code": code, "code_type": kind, "actor": "participant", "actions": [done]}
