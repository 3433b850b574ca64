"""The folded parts of the form of a campaign's terms. Each says in one line what is set in it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeAlias

from annotation.models.people_terms import LinkTrust, Recruitment, Return
from annotation.models.terms.base import Group, terms_of
from annotation.models.terms.reading_terms import Practice, QuizTerms
from annotation.models.terms.serving_terms import Walk
from annotation.research.terms.forms import LIMITS, QUALITY, CampaignForm
from annotation.research.terms.qualifications import QualificationTerms
from midpath.text.formatting import counted

# The valid answers to the form that apply to the chosen scheme, by name.
Said: TypeAlias = Mapping[str, Any]
TO_CORRECT = "Correct the marked fields"
LINKS = {
    LinkTrust.CODE.value: "Any link",
    LinkTrust.SIGNED.value: "Links signed by you",
    LinkTrust.PLATFORM.value: "Links signed by Prolific",
}


@dataclass(frozen=True)
class Fold:
    """A folded part as the page shows it."""

    name: str
    title: str
    says: str
    is_open: bool

    @property
    def template(self) -> str:
        return f"research/terms/folds/{self.name}.html"


@dataclass(frozen=True)
class FoldedPart:
    """A part of the form that can be folded: its fields, and what describes the answers in them."""

    name: str
    title: str
    describe: Callable[[Said], str]
    groups: tuple[Group, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def fields(self) -> set[str]:
        return {*self.others, *(one.name for one in terms_of(*self.groups))}


def folds_of(form: CampaignForm, read: CampaignForm) -> list[Fold]:
    """Return the folded parts of a form. `read` is the form that has read its answers. A part with
    an error is open, and so is the researcher's in a new form that lacks the name or contact."""
    said = _said_in(read)
    return [
        Fold(
            part.name,
            part.title,
            TO_CORRECT if wrong else part.describe(said),
            wrong or (part.name == "researcher" and _is_unnamed(form)),
        )
        for part in FOLDED_PARTS
        for wrong in [any(form.errors.get(name) for name in part.fields)]
    ]


def _said_in(read: CampaignForm) -> Said:
    data = read.cleaned_data
    scheme = data.get("scheme")
    return {
        name: value
        for name, value in data.items()
        if scheme in read.fitting.get(name, [scheme]) and value not in (None, "", [])
    }


def _is_unnamed(form: CampaignForm) -> bool:
    new = not form.is_bound and form.offer.campaign is None
    return new and not all(form.initial.get(name) for name in ("researcher", "contact"))


def _sentence(parts: Iterator[str]) -> str:
    return ", ".join(part for part in parts if part)


def _researcher(said: Said) -> str:
    given = (said.get(name, "") for name in ("researcher", "institution", "contact"))
    return _sentence(given) or "No name or contact"


def _wordings(said: Said) -> str:
    number = len(said.get("wordings", ())) + 1
    wordings = f"{number} wordings, compared" if number > 1 else "One wording"
    return f"{wordings}, {'in Markdown' if said.get('instructions_markdown') else 'plain text'}"


def _consent(said: Said) -> str:
    words = len(said.get("consent", "").split())
    return f"Consent page, {counted(words, 'word')}" if words else "No consent page"


def _practice(said: Said) -> str:
    practice, quiz = said.get("practice"), said.get("quiz")
    tasks = counted(practice, "practice task") if practice else "No practice"
    return f"{tasks}, {'quiz of ' + counted(len(quiz), 'question') if quiz else 'no quiz'}"


def _quality(said: Said) -> str:
    most, gold = said.get("most_judgments"), said.get("known_every")
    repeats, training = said.get("repeat_every"), said.get("training_hits")
    warm_up, share = said.get("warm_up"), said.get("pass_share")
    parts = [
        f"Up to {most:,} judgments until settled" if most else "Fixed number of judgments",
        f"1 in {gold:,} tasks has a gold answer" if gold else "",
        counted(training, "training task") if training else "",
        f"pass score {_plain(share)}%" if share else "",
        f"1 in {repeats:,} tasks is repeated" if repeats else "",
        f"warm-up of {counted(warm_up, 'task')}" if warm_up else "",
    ]
    return _sentence(iter([*parts, "" if any(parts[1:]) else "no other checks"]))


def _limits(said: Said) -> str:
    workers, each = said.get("most_workers"), said.get("most_hits_per_worker")
    minutes, pilot = said.get("minutes"), said.get("pilot_items")
    time = f"{_plain(minutes)} {'minute' if minutes == 1 else 'minutes'} per task"
    parts = [
        time if minutes else "",
        f"at most {counted(workers, 'worker')}" if workers else "any number of workers",
        f"{counted(each, 'task')} each" if each else "",
        f"pilot of {counted(pilot, 'item')}" if pilot else "",
        "each worker starts elsewhere" if said.get("walk") == Walk.OWN else "",
        "set times" if said.get("opens_at") or said.get("closes_at") else "",
    ]
    return _sentence(iter(parts))


def _payment(said: Said) -> str:
    fee, days = said.get("fee_percent"), said.get("approve_after_days")
    review = f"approved after {counted(days, 'day')}" if days else "you review all judgments"
    return f"{f'Platform’s fee of {_plain(fee)}%' if fee else 'No platform fee'}, {review}"


def _recruitment(said: Said) -> str:
    rules = [name for name in QualificationTerms.base_fields if name in said]
    place = said.get("place_hits")
    parts = [
        LINKS.get(said.get("link_trust", ""), ""),
        "access code" if said.get("access_code") else "",
        counted(len(rules), "condition") + " for joining" if rules else "anyone may join",
        "approved by you" if said.get("screened") else "",
        f"{counted(place, 'task')} per submission" if place else "",
        "completion code" if said.get("completion_code") else "",
    ]
    return _sentence(iter(parts))


def _plain(number: Decimal | None) -> str:
    return "" if number is None else f"{number.normalize():f}"


FOLDED_PARTS = (
    FoldedPart(
        "researcher", "Researcher", _researcher, (), ("researcher", "institution", "contact")
    ),
    FoldedPart("wordings", "Wordings", _wordings, (), ("instructions_markdown", "wordings")),
    FoldedPart("consent", "Consent", _consent, (), ("consent",)),
    FoldedPart("practice", "Practice and quiz", _practice, (Practice, QuizTerms)),
    FoldedPart("quality", "Quality", _quality, QUALITY),
    FoldedPart("limits", "Limits", _limits, LIMITS, ("minutes",)),
    FoldedPart("payment", "Fee and approval", _payment, (), ("fee_percent", "approve_after_days")),
    FoldedPart(
        "recruitment",
        "Recruitment",
        _recruitment,
        (Recruitment, Return),
        tuple(QualificationTerms.base_fields),
    ),
)
