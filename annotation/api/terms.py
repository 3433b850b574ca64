"""The terms of a campaign as clients read and send them, with each scheme's defaults."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal
from typing import Any

from rest_framework import serializers

from annotation.api.fields import Moment, Text, Whole, YesOrNo
from annotation.api.people_terms import PeopleTerms, PeopleTermsRead
from annotation.models import Campaign as CampaignModel
from annotation.models.campaign import (
    MAX_APART,
    MAX_CLAIMS,
    MAX_CONCURRENT,
    MAX_CONSENT_LENGTH,
    MAX_DAYS,
    MAX_HITS,
    MAX_JOINS,
    MAX_PRACTICE,
    MAX_QUESTIONS,
    MAX_TRIES,
    MAX_WARM_UP,
    MAX_WORKERS,
)
from annotation.schemes import SCHEMES
from annotation.schemes.mixins import HasSettings
from annotation.schemes.terms import UsualTerms
from annotation.services.campaigns.campaigns import MAX_REDUNDANCY
from annotation.services.campaigns.wages import warnings_of
from annotation.text.formatting import hourly
from annotation.text.languages import NAMES

A_SHARE = r"0\.([1-9][0-9]{0,2}|0[1-9][0-9]?|00[1-9])|1(\.0{1,3})?"
HELP = {
    "name": "Different from the names of the dataset's other campaigns.",
    "redundancy": "The number of different workers per item.",
    "most_judgments": (
        "Request more judgments until more than half agree, up to this number per item; null: "
        "only `redundancy`. Only for schemes with few possible answers."
    ),
    "majority_of": (
        "`answers`: each answer separately; `yes_no`: all answers that count as yes are merged."
    ),
    "known_every": "One HIT in this many has a gold answer; null: none.",
    "known_feedback": "Whether workers see after each gold HIT if their answer was correct.",
    "known_agreement": "How much of an answer must match the gold answer, from 0.001 to 1, a "
    "decimal "
    "string: F1 of segments, groups or sentences. null: only the exact answer is correct. Only "
    "for flat, nested and evidence.",
    "training_hits": (
        "The number of gold HITs that come first as training, each explained after the answer."
    ),
    "pass_share": (
        "The pass score: the share of gold answers that must be correct, from 0.001 to 1, a "
        "decimal string; workers below it are stopped. null: no one is stopped."
    ),
    "pass_after": "The number of gold HITs after training before the share is checked.",
    "leave_out_failed": (
        "Whether the judgments of stopped workers are removed from the figures and requested again."
    ),
    "repeat_every": (
        "At most one HIT in this many repeats an earlier HIT of the worker, to check whether "
        "they answer it the same: paid, but not in the figures. null: none."
    ),
    "repeat_after": "The minimum number of other HITs between a HIT and its repeat.",
    "warm_up": (
        "The number of HITs (without training) after which a page shows the worker how their "
        "answers compare and whether they depend on the texts; 0: never. These HITs are paid "
        "and in the figures."
    ),
    "most_workers": (
        "The maximum number of workers; required with training or gold answers, which are paid "
        "per worker. null: no limit."
    ),
    "most_hits_per_worker": "The maximum number of HITs per worker after training; null: all.",
    "walk": (
        "`together`: all workers follow one order from the first HIT; `own`: each starts at a "
        "random place (by the campaign's seed) and goes round. With `own`, items get their "
        "judgments late, so the reading test certifies workers late. Fixed at launch."
    ),
    "most_project_hits": (
        "The maximum number of HITs per worker in all campaigns of the project, without "
        "training, after which they get no more here; null: no limit."
    ),
    "most_at_once": (
        "The maximum number of open HITs per worker in all campaigns of the project; null: one "
        "in each."
    ),
    "qualifications": "Requirements for new workers: `not_who_did` and `only_who_passed` "
    "(numbers of campaigns), `more_tasks_than`, `approved_above` (a share, as a text), `countries` "
    "and `languages` (codes). Omitted rules do not apply. Fixed at launch.",
    "opens_at": "When HITs are first handed out, by the database clock; null: at once.",
    "closes_at": (
        "When the last HITs are handed out; open HITs can still be submitted. null: no end."
    ),
    "joins_per_address": (
        "The maximum number of new workers per hour from one IP address (for IPv6, one /64 "
        "network); null: no limit. Workers joined with a researcher's token are not limited."
    ),
    "claims_per_minute": (
        "The maximum average number of HITs per minute and worker; the first five are not "
        "delayed. null: no limit."
    ),
    "hourly_wage": (
        "The hourly wage, a decimal string; the reward is computed from it and "
        "`seconds_expected`, rounded up to a thousandth. Send either this or `reward`. null: "
        "the reward was given directly."
    ),
    "reward": (
        "The reward per judgment, a decimal string. If sent without `hourly_wage`, it is "
        "fixed; if omitted, it is computed from the wage."
    ),
    "currency": "The currency of the reward, as three capital letters.",
    "fee_percent": "The platform's fee in percent of each reward, a decimal string.",
    "budget": (
        "The maximum that may be owed and paid, including the platform's fee, training, gold "
        "answers and bonuses, a decimal string. No HITs are handed out beyond it. null: no "
        "limit."
    ),
    "approve_after_days": (
        "The number of days after which unreviewed judgments are accepted automatically; null: "
        "never."
    ),
    "seconds_expected": (
        "The expected seconds per judgment, used to show hours of work and hourly pay; null: "
        "unknown."
    ),
    "seconds_allotted": (
        "The time limit in seconds per HIT, after which it is offered to someone else."
    ),
    "instructions": "The instructions for workers. Blank: the scheme's own.",
    "language": (
        "The language of the instructions, consent text and labels, used for workers' pages at "
        "first: `en`, `es`, `hi` or `ar`; empty: not given. Fixed at launch."
    ),
    "instructions_markdown": "Whether the instructions are Markdown; otherwise plain text.",
    "consent": "The consent text before the first HIT, in Markdown; empty: none.",
    "quiz": (
        "Questions about the instructions before the first HIT: each has `question`, `answers` "
        "with `text` and `right`, and `why`, shown after a try."
    ),
    "quiz_pass": "The number of questions that must be answered correctly; null: all.",
    "practice": "The number of practice items before the first HIT; 0: none.",
    "practice_pass": (
        "The number of practice items that must be answered correctly; null: no minimum."
    ),
    "practice_tries": "The number of practice tries; workers who fail every try are stopped.",
    "quiz_tries": "The number of tries; workers who fail every try are stopped.",
    "consent_version": "The current version of the consent text; 0 if none, and for a draft.",
    "settings": "The scheme's settings; omitted ones come from its preset or its defaults. "
    + "".join(
        f"{scheme.title}: {scheme.settings_help}. "
        for scheme in SCHEMES.values()
        if isinstance(scheme, HasSettings)
    )
    + "Other schemes have none.",
}


class Campaign(PeopleTermsRead):
    """A campaign with its terms and state. Codes, which let anyone join as a worker, are only
    returned to members who may run campaigns."""

    CODES = ("code", "access_code", "completion_code", "screen_out_code", "no_consent_code")

    id = serializers.IntegerField(help_text="The campaign's number, used in its addresses.")
    project = serializers.IntegerField(
        source="dataset.project_id", help_text="The project of its dataset."
    )
    dataset = serializers.IntegerField(source="dataset_id", help_text="Its dataset.")
    name = serializers.CharField(help_text=HELP["name"])
    scheme = serializers.CharField(help_text="What workers do with each item.")
    status = serializers.ChoiceField(
        CampaignModel.Status.choices, help_text="Only a live campaign hands out HITs."
    )
    code = serializers.CharField(
        help_text="The code for joining; empty for members who may not run campaigns."
    )
    redundancy = serializers.IntegerField(help_text=HELP["redundancy"])
    asked_beyond = serializers.IntegerField(
        help_text="The number of judgments requested beyond `redundancy` for selected items."
    )
    most_judgments = serializers.IntegerField(allow_null=True, help_text=HELP["most_judgments"])
    majority_of = serializers.ChoiceField(
        CampaignModel.MajorityOf.choices, help_text=HELP["majority_of"]
    )
    known_every = serializers.IntegerField(allow_null=True, help_text=HELP["known_every"])
    known_feedback = serializers.BooleanField(help_text=HELP["known_feedback"])
    known_agreement = serializers.CharField(allow_null=True, help_text=HELP["known_agreement"])
    training_hits = serializers.IntegerField(help_text=HELP["training_hits"])
    pass_share = serializers.CharField(allow_null=True, help_text=HELP["pass_share"])
    pass_after = serializers.IntegerField(help_text=HELP["pass_after"])
    leave_out_failed = serializers.BooleanField(help_text=HELP["leave_out_failed"])
    repeat_every = serializers.IntegerField(allow_null=True, help_text=HELP["repeat_every"])
    repeat_after = serializers.IntegerField(help_text=HELP["repeat_after"])
    warm_up = serializers.IntegerField(help_text=HELP["warm_up"])
    most_workers = serializers.IntegerField(allow_null=True, help_text=HELP["most_workers"])
    most_hits_per_worker = serializers.IntegerField(
        allow_null=True, help_text=HELP["most_hits_per_worker"]
    )
    walk = serializers.ChoiceField(CampaignModel.Walk.choices, help_text=HELP["walk"])
    most_project_hits = serializers.IntegerField(
        allow_null=True, help_text=HELP["most_project_hits"]
    )
    most_at_once = serializers.IntegerField(allow_null=True, help_text=HELP["most_at_once"])
    qualifications = serializers.DictField(help_text=HELP["qualifications"])
    opens_at = serializers.DateTimeField(allow_null=True, help_text=HELP["opens_at"])
    closes_at = serializers.DateTimeField(allow_null=True, help_text=HELP["closes_at"])
    joins_per_address = serializers.IntegerField(
        allow_null=True, help_text=HELP["joins_per_address"]
    )
    claims_per_minute = serializers.IntegerField(
        allow_null=True, help_text=HELP["claims_per_minute"]
    )
    hourly_wage = serializers.CharField(allow_null=True, help_text=HELP["hourly_wage"])
    reward = serializers.CharField(help_text=HELP["reward"])
    paid_per_hour = serializers.SerializerMethodField(
        help_text="The hourly pay from the reward and `seconds_expected`; null: unknown."
    )
    warnings = serializers.SerializerMethodField(
        help_text=(
            "Warnings, each a sentence: pay below 8 an hour or of unknown hourly value, and a "
            "missing name or contact of the researcher."
        )
    )
    currency = serializers.CharField(help_text=HELP["currency"])
    fee_percent = serializers.CharField(help_text=HELP["fee_percent"])
    budget = serializers.CharField(allow_null=True, help_text=HELP["budget"])
    approve_after_days = serializers.IntegerField(
        allow_null=True, help_text=HELP["approve_after_days"]
    )
    seconds_allotted = serializers.IntegerField(help_text=HELP["seconds_allotted"])
    seconds_expected = serializers.IntegerField(allow_null=True, help_text=HELP["seconds_expected"])
    instructions = serializers.CharField(help_text=HELP["instructions"])
    language = serializers.CharField(help_text=HELP["language"])
    instructions_markdown = serializers.BooleanField(help_text=HELP["instructions_markdown"])
    consent = serializers.CharField(help_text=HELP["consent"])
    consent_version = serializers.IntegerField(help_text=HELP["consent_version"])
    quiz = serializers.ListField(child=serializers.DictField(), help_text=HELP["quiz"])
    quiz_pass = serializers.IntegerField(allow_null=True, help_text=HELP["quiz_pass"])
    quiz_tries = serializers.IntegerField(help_text=HELP["quiz_tries"])
    practice = serializers.IntegerField(help_text=HELP["practice"])
    practice_pass = serializers.IntegerField(allow_null=True, help_text=HELP["practice_pass"])
    practice_tries = serializers.IntegerField(help_text=HELP["practice_tries"])
    settings = serializers.DictField(help_text=HELP["settings"])
    hits = serializers.IntegerField(
        source="hit_count",
        help_text=(
            "The number of items to judge, without those with gold answers; 0 before the launch."
        ),
    )
    left_out = serializers.IntegerField(
        help_text=(
            "The number of items left out because they do not fit the scheme: flat and nested "
            "segmentation need texts of 2 to 60 words."
        )
    )
    workers = serializers.IntegerField(
        source="worker_count", help_text="The number of workers who joined."
    )
    created_at = serializers.DateTimeField(help_text="When it was drafted.")
    launched_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was launched; null for a draft."
    )
    archived_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was archived (read-only); null: it is not."
    )
    closed_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was closed; null unless it is."
    )

    def get_paid_per_hour(self, instance: CampaignModel) -> str | None:
        found = hourly(Decimal(instance.reward), instance.seconds_expected)
        return None if found is None else str(found)

    def get_warnings(self, instance: CampaignModel) -> list[str]:
        return warnings_of(instance)

    def to_representation(self, instance: CampaignModel) -> dict[str, Any]:
        values: dict[str, Any] = super().to_representation(instance)
        hidden = () if getattr(instance, "shows_codes", True) else self.CODES
        return values | dict.fromkeys(hidden, "")


class Terms(PeopleTerms):
    """The terms, all of which can be changed in a draft."""

    name = Text(required=False, max_length=120, help_text=HELP["name"])
    redundancy = Whole(
        required=False, min_value=1, max_value=MAX_REDUNDANCY, help_text=HELP["redundancy"]
    )
    most_judgments = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_REDUNDANCY,
        help_text=HELP["most_judgments"],
    )
    majority_of = serializers.ChoiceField(
        CampaignModel.MajorityOf.choices, required=False, help_text=HELP["majority_of"]
    )
    known_every = Whole(
        required=False, allow_null=True, min_value=2, max_value=1000, help_text=HELP["known_every"]
    )
    known_feedback = YesOrNo(required=False, help_text=HELP["known_feedback"])
    known_agreement = Text(
        required=False, allow_null=True, pattern=A_SHARE, help_text=HELP["known_agreement"]
    )
    training_hits = Whole(
        required=False, min_value=0, max_value=100, help_text=HELP["training_hits"]
    )
    pass_share = Text(
        required=False,
        allow_null=True,
        pattern=A_SHARE,
        help_text=HELP["pass_share"],
    )
    pass_after = Whole(required=False, min_value=1, max_value=1000, help_text=HELP["pass_after"])
    leave_out_failed = YesOrNo(required=False, help_text=HELP["leave_out_failed"])
    repeat_every = Whole(
        required=False,
        allow_null=True,
        min_value=2,
        max_value=MAX_APART,
        help_text=HELP["repeat_every"],
    )
    repeat_after = Whole(
        required=False, min_value=1, max_value=MAX_APART, help_text=HELP["repeat_after"]
    )
    warm_up = Whole(required=False, min_value=0, max_value=MAX_WARM_UP, help_text=HELP["warm_up"])
    most_workers = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_WORKERS,
        help_text=HELP["most_workers"],
    )
    most_hits_per_worker = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_HITS,
        help_text=HELP["most_hits_per_worker"],
    )
    walk = serializers.ChoiceField(
        CampaignModel.Walk.choices, required=False, help_text=HELP["walk"]
    )
    most_project_hits = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_HITS,
        help_text=HELP["most_project_hits"],
    )
    most_at_once = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_CONCURRENT,
        help_text=HELP["most_at_once"],
    )
    qualifications = serializers.DictField(required=False, help_text=HELP["qualifications"])
    opens_at = Moment(required=False, allow_null=True, help_text=HELP["opens_at"])
    closes_at = Moment(required=False, allow_null=True, help_text=HELP["closes_at"])
    joins_per_address = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_JOINS,
        help_text=HELP["joins_per_address"],
    )
    claims_per_minute = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_CLAIMS,
        help_text=HELP["claims_per_minute"],
    )
    hourly_wage = Text(
        required=False,
        allow_null=True,
        pattern=r"[0-9]{1,4}(\.[0-9]{1,2})?",
        help_text=HELP["hourly_wage"],
    )
    reward = Text(required=False, pattern=r"[0-9]{1,5}(\.[0-9]{1,3})?", help_text=HELP["reward"])
    currency = Text(required=False, pattern="[A-Z]{3}", help_text=HELP["currency"])
    fee_percent = Text(
        required=False,
        pattern=r"100(\.0{1,2})?|[0-9]{1,2}(\.[0-9]{1,2})?",
        help_text=HELP["fee_percent"],
    )
    budget = Text(
        required=False,
        allow_null=True,
        pattern=r"[0-9]{1,9}(\.[0-9]{1,2})?",
        help_text=HELP["budget"],
    )
    approve_after_days = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_DAYS,
        help_text=HELP["approve_after_days"],
    )
    seconds_allotted = Whole(
        required=False, min_value=30, max_value=604_800, help_text=HELP["seconds_allotted"]
    )
    seconds_expected = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=604_800,
        help_text=HELP["seconds_expected"],
    )
    instructions = Text(
        required=False, max_length=10_000, allow_blank=True, help_text=HELP["instructions"]
    )
    language = serializers.ChoiceField(
        ("", *NAMES), required=False, allow_blank=True, help_text=HELP["language"]
    )
    instructions_markdown = YesOrNo(required=False, help_text=HELP["instructions_markdown"])
    consent = Text(
        required=False,
        max_length=MAX_CONSENT_LENGTH,
        allow_blank=True,
        help_text=HELP["consent"],
    )
    quiz = serializers.ListField(
        child=serializers.DictField(),
        required=False,
        max_length=MAX_QUESTIONS,
        help_text=HELP["quiz"],
    )
    quiz_pass = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_QUESTIONS,
        help_text=HELP["quiz_pass"],
    )
    quiz_tries = Whole(
        required=False, min_value=1, max_value=MAX_TRIES, help_text=HELP["quiz_tries"]
    )
    practice = Whole(
        required=False, min_value=0, max_value=MAX_PRACTICE, help_text=HELP["practice"]
    )
    practice_pass = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_PRACTICE,
        help_text=HELP["practice_pass"],
    )
    practice_tries = Whole(
        required=False, min_value=1, max_value=MAX_TRIES, help_text=HELP["practice_tries"]
    )
    settings = serializers.DictField(required=False, help_text=HELP["settings"])

    def validate_known_agreement(self, value: str | None) -> Decimal | None:
        return None if value is None else Decimal(value)

    def validate_pass_share(self, value: str | None) -> Decimal | None:
        return None if value is None else Decimal(value)

    def validate_budget(self, value: str | None) -> Decimal | None:
        return None if value is None else Decimal(value)

    def validate_fee_percent(self, value: str) -> Decimal:
        return Decimal(value)

    def validate_hourly_wage(self, value: str | None) -> Decimal | None:
        return None if value is None else Decimal(value)

    def validate_reward(self, value: str) -> Decimal:
        return Decimal(value)


class FirstTerms(Terms):
    """The terms of a new campaign; its scheme has a default for each but the name."""

    def get_fields(self) -> dict[str, Any]:
        found = super().get_fields()
        for name, usual in usual_by_scheme().items():
            found[name].help_text = f"{found[name].help_text} Default: {in_words(usual)}."
            first, *others = usual.values()
            # Otherwise a default wage would be sent along with a reward, but only one of them is
            # allowed.
            if name != "hourly_wage" and all(other == first for other in others):
                found[name].default = first
        return found


def usual_by_scheme() -> dict[str, Mapping[str, object]]:
    """Return each term's default by scheme, used if a client omits the term."""
    return {
        term.name: {name: getattr(one.usual_terms, term.name) for name, one in SCHEMES.items()}
        for term in fields(UsualTerms)
    }


def in_words(usual: Mapping[str, object]) -> str:
    """Describe the most common default, followed by those of the other schemes.

    >>> in_words({"flat": 10, "nested": 10, "evidence": 3})
    '10; of evidence 3'
    >>> in_words({"flat": ""})
    'empty'
    """
    written = {
        name: json.dumps(value, default=str).strip('"') or "empty" for name, value in usual.items()
    }
    (shared, times), *_ = Counter(written.values()).most_common(1)
    if times == 1 < len(written):
        return "; ".join(f"of {name} {value}" for name, value in written.items())
    others = [f"of {name} {value}" for name, value in written.items() if value != shared]
    return "; ".join([shared, *others])
