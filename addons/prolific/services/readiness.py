"""Check a study before it is published: its address, codes, minutes, hourly pay and budget.

Only stored data is read. For a study that was created by hand and is not connected, only the
campaign's side is known."""

from dataclasses import dataclass, field
from decimal import Decimal
from ipaddress import ip_address
from typing import Literal
from urllib.parse import urlsplit

from addons.prolific.models import ProlificDraft, ProlificStep, ProlificStudy
from addons.prolific.services.proposals import minutes_of_place, proposal_of
from annotation.models import Campaign, ListedId
from annotation.models.people_terms import LinkTrust
from annotation.services.campaigns.wages import JUST_BELOW, MIN_HOURLY
from annotation.services.errors import Conflict
from annotation.services.pay.purse import left_of
from annotation.web.http_client import Unreachable, require_name
from annotation.web.public_networks import is_public
from midpath.text.formatting import counted, fee_on, hourly, rounded_up, written

MINUTE = 60
# What Prolific takes of universities in addition to each reward, in percent and before VAT. It is
# assumed of campaigns without a fee, since Prolific has one for everybody.
USUAL_FEE = Decimal("33.33")
LOOKUP_SECONDS = 2
# Names that lead nowhere on the public Internet (RFC 6761, RFC 6762, RFC 8375, and ICANN's
# .internal).
NOT_PUBLIC = ("localhost", "local", "internal", "home.arpa", "test", "invalid", "example", "lan")

Name = Literal["address", "codes", "minutes", "pay", "budget"]
# Where a failed check is fixed: in a term of the campaign, in the study on Prolific or its draft
# here, in the server's address, or by a dry run, which measures how long a place takes.
Fix = Literal[
    "",
    "server",
    "study",
    "dry_run",
    "link_trust",
    "platform_study",
    "place_hits",
    "completion_code",
    "screen_out_code",
    "seconds_expected",
    "hourly_wage",
    "budget",
    "project_budget",
]


@dataclass(frozen=True)
class Check:
    """One line of the list: what was found, or what is wrong; `fix` is empty where all is well.
    `assumes_fee` says that the campaign has no fee, and that Prolific's usual one was counted."""

    name: Name
    told: str
    fix: Fix = ""
    assumes_fee: bool = False

    @property
    def ready(self) -> bool:
        return not self.fix


@dataclass(frozen=True)
class Known:
    """Facts about the study: from Prolific, from the draft here, or else from the campaign's
    campaign's proposal. Without a study, `made` is false. `total` is the cost of publishing
    according to Prolific."""

    made: bool
    reward: Decimal | None
    places: int | None
    minutes: int | None = None
    address: str = ""
    codes: dict[str, str] = field(default_factory=dict)
    total: Decimal | None = None


def checks_of(campaign: Campaign, address: str, name_trouble: str | None = None) -> list[Check]:
    """Return what has to be right before a study is published, each with what was found. `address`
    is where Prolific is to send people; its name is looked up unless `name_trouble` gives the
    result."""
    if name_trouble is None:
        name_trouble = problem_with_name(address)
    study = ProlificStudy.objects.filter(campaign=campaign).first()
    known = _known(campaign, study)
    return [
        _address(campaign, study, known, address, name_trouble),
        _codes(campaign, known),
        _minutes(campaign, known),
        _pay(campaign, known),
        _budget(campaign, known),
    ]


def is_published(study: ProlificStudy | None) -> bool:
    return study is not None and study.state not in {"", "UNPUBLISHED"}


def problem_with_name(address: str) -> str:
    """Return what is wrong with the public name of an address, looked up within a short time; empty
    for none. Never call it while rows are locked."""
    host = urlsplit(address).hostname or ""
    if not _is_reachable(host) or _is_number(host):
        return ""
    try:
        require_name(host, seconds=LOOKUP_SECONDS)
    except Unreachable as error:
        return f"{host}: {error} Check how the name is written, and its entry in DNS."
    return ""


def require_ready(campaign: Campaign, address: str, name_trouble: str) -> None:
    """Raise Conflict, with what is wrong, unless a study is ready to be published."""
    found = checks_of(campaign, address, name_trouble)
    wrong = [check for check in found if not check.ready]
    if wrong:
        raise Conflict(
            f"The study is not ready to be published. {' '.join(one.told for one in wrong)} Change "
            "this, or confirm that you want to publish it like this.",
            not_ready=[one.name for one in wrong],
        )


def _known(campaign: Campaign, study: ProlificStudy | None) -> Known:
    proposal = proposal_of(campaign)
    if study is None:
        return Known(False, proposal.reward, proposal.places)
    draft = ProlificDraft.objects.filter(study=study).first()
    reward = None if study.reward is None else Decimal(study.reward) / 100
    priced = study.steps.filter(state=ProlificStep.State.PRICED, action="PUBLISH").first()
    if draft is None:
        return Known(True, reward or proposal.reward, study.places or proposal.places)
    body = draft.body
    return Known(
        made=True,
        reward=reward or draft.reward,
        places=study.places or body["total_available_places"],
        minutes=body["estimated_completion_time"],
        address=body["external_study_url"],
        codes={one["code_type"]: one["code"] for one in body["completion_codes"]},
        total=None if priced is None else priced.total,
    )


def _address(
    campaign: Campaign,
    study: ProlificStudy | None,
    known: Known,
    address: str,
    name_trouble: str,
) -> Check:
    """Check that participants can open the address and are admitted."""
    sent_to = known.address or address
    if campaign.link_trust == LinkTrust.SIGNED:
        finding = (
            "The campaign accepts only links that you sign here, so participants could not join."
        )
        return Check("address", finding, "link_trust")
    if campaign.platform_study and study and study.study not in {"", campaign.platform_study}:
        finding = "The campaign accepts participants of another Prolific study only."
        return Check("address", finding, "platform_study")
    if finding := _trouble_on_the_way(sent_to) or (name_trouble if sent_to == address else ""):
        return Check("address", finding, "server")
    if sent_to != address:
        finding = f"The study leads to {sent_to}, and this campaign is at {address}."
        return Check("address", finding, "study")
    host = urlsplit(address).hostname
    return Check("address", f"{host} is a public name and uses HTTPS.")


def _trouble_on_the_way(address: str) -> str:
    """Return why an address cannot be reached from outside, without looking its name up."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    if not _is_reachable(host):
        return (
            f"{host or 'This address'} cannot be reached from outside. Give Midpath a public name."
        )
    if parts.scheme != "https":
        return f"{host} does not use HTTPS, which Prolific and browsers require."
    return ""


def _is_reachable(host: str) -> bool:
    """Return whether a host can be one of the public Internet, without looking its name up.

    >>> [_is_reachable(host) for host in ("midpath.org", "localhost", "server", "10.0.0.7")]
    [True, False, False, False]
    """
    if _is_number(host):
        return is_public(host)
    name = host.rstrip(".")
    local = any(name == end or name.endswith(f".{end}") for end in NOT_PUBLIC)
    return "." in name and not local


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _codes(campaign: Campaign, known: Known) -> Check:
    own = {"COMPLETED": campaign.completion_code, "SCREENED_OUT": campaign.screen_out_code}
    if not campaign.completion_code:
        finding = "Set a completion code, or participants cannot complete the study."
        return Check("codes", finding, "completion_code")
    if not campaign.screen_out_code and _screens(campaign):
        finding = "Set a screen-out code for participants who are not admitted or are stopped."
        return Check("codes", finding, "screen_out_code")
    if known.codes:
        missing = [code for kind, code in own.items() if code and known.codes.get(kind) != code]
        if missing:
            finding = f"The study does not have the code {' and '.join(missing)} of the campaign."
            return Check("codes", finding, "study")
    finding = f"Completion code {campaign.completion_code}"
    finding += f", screen-out code {campaign.screen_out_code}" if campaign.screen_out_code else ""
    if not known.codes:
        return Check("codes", f"{finding}. Enter the same on Prolific.")
    return Check("codes", f"{finding}, here and in the study.")


def _screens(campaign: Campaign) -> bool:
    """Return whether a participant from Prolific may be refused or stopped."""
    checks = (campaign.quiz, campaign.practice_pass, campaign.pass_share, campaign.screened)
    if any((*checks, campaign.qualifications)):
        return True
    return ListedId.objects.filter(campaign=campaign).exists()


def _minutes(campaign: Campaign, known: Known) -> Check:
    taken = minutes_of_place(campaign)
    if campaign.place_hits is None and campaign.place_minutes is None:
        finding = "Set the tasks per submission to get its length."
        return Check("minutes", finding, "place_hits")
    if taken is None:
        finding = "The length of a submission is unknown."
        draft = campaign.status == Campaign.Status.DRAFT
        if draft:
            return Check("minutes", f"{finding} Enter an estimate.", "seconds_expected")
        return Check("minutes", f"{finding} Try it as a participant to measure it.", "dry_run")
    place = f"A submission takes about {counted(taken, 'minute')}"
    if known.minutes is None:
        return Check("minutes", f"{place}. Enter this on Prolific as the time of the study.")
    if known.minutes < taken:
        finding = (
            f"{place}, but the study says {known.minutes:,}: participants would run out of time."
        )
        return Check("minutes", finding, "study")
    return Check("minutes", f"{place}, and the study says {known.minutes:,}.")


def _pay(campaign: Campaign, known: Known) -> Check:
    """Check the hourly pay as Prolific computes it: the reward divided by the minutes of the
    study."""
    mend: Fix = "study" if known.made else "hourly_wage"
    taken = minutes_of_place(campaign)
    minutes = max(known.minutes or 0, taken or 0)
    if known.reward is None:
        finding = "Set the tasks per submission to get its reward."
        return Check("pay", finding, "place_hits")
    if not minutes:
        finding = "The hourly pay is unknown until the minutes are known."
        return Check("pay", finding, _minutes(campaign, known).fix or "study")
    per_hour = hourly(known.reward, minutes * MINUTE) or Decimal(0)
    of_place = f"{campaign.currency} {written(known.reward)} for {counted(minutes, 'minute')}"
    if known.reward * 60 < MIN_HOURLY * minutes:
        least = written(rounded_up(MIN_HOURLY * minutes / 60, campaign.currency))
        finding = (
            f"{of_place} pays only {written(min(per_hour, JUST_BELOW))} an hour. Prolific refuses "
            f"less than {written(MIN_HOURLY)}: pay at least {campaign.currency} {least}."
        )
        return Check("pay", finding, mend)
    return Check("pay", f"{of_place} pays {written(per_hour)} an hour.")


def _budget(campaign: Campaign, known: Known) -> Check:
    """Check that the budgets cover all submissions with the fee: the campaign's, or what Prolific
    charges universities."""
    if known.reward is None or known.places is None:
        finding = "The cost is unknown: the reward or the number of submissions is missing."
        return Check("budget", finding, "place_hits" if known.reward is None else "study")
    rewards = known.reward * known.places
    assumed = not campaign.fee_percent and known.total is None
    percent = USUAL_FEE if assumed else Decimal(campaign.fee_percent)
    cost = rewards + fee_on(rewards, percent)
    cost = max(cost, known.total or cost)
    shown = written(rounded_up(cost, campaign.currency))
    finding = f"{counted(known.places, 'submission')} cost {campaign.currency} {shown} with the fee"
    if assumed:
        finding += f" that Prolific charges universities, {USUAL_FEE}% before VAT (you set none)"
    left: dict[Fix, Decimal | None] = {
        "budget": _left(campaign),
        "project_budget": left_of(campaign.dataset.project),
    }
    limits = {mend: amount for mend, amount in left.items() if amount is not None}
    for mend, amount in limits.items():
        if amount < cost:
            whose = "campaign" if mend == "budget" else "project"
            finding += f", and the budget of the {whose} has {written(amount)} left."
            return Check("budget", finding, mend, assumes_fee=assumed)
    least = f"; the budget has {written(min(limits.values()))} left." if limits else ""
    return Check("budget", finding + (least or ". No budget limits it."), assumes_fee=assumed)


def _left(campaign: Campaign) -> Decimal | None:
    """Return what remains of the campaign's budget; for a draft, all of it."""
    return campaign.budget if campaign.status == Campaign.Status.DRAFT else left_of(campaign)
