"""The terms of a campaign as clients read and send them, with the defaults of the schemes."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal
from typing import Any

from rest_framework import serializers

from annotation.api.fields import Moment, Text, Whole, YesOrNo
from annotation.api.people_terms import PeopleTerms, PeopleTermsRead
from annotation.languages import NAMES
from annotation.models import Campaign as CampaignModel
from annotation.models.campaign import (
    LONGEST_CONSENT,
    MOST_APART,
    MOST_AT_ONCE,
    MOST_CLAIMS,
    MOST_DAYS,
    MOST_HITS,
    MOST_JOINS,
    MOST_PRACTICE,
    MOST_QUESTIONS,
    MOST_TRIES,
    MOST_WARM_UP,
    MOST_WORKERS,
)
from annotation.money import hourly
from annotation.schemes import SCHEMES
from annotation.schemes.terms import UsualTerms
from annotation.services.campaigns.campaigns import MAX_REDUNDANCY
from annotation.services.campaigns.wages import warnings_of

A_SHARE = r"0\.([1-9][0-9]{0,2}|0[1-9][0-9]?|00[1-9])|1(\.0{1,3})?"
HELP = {
    "name": "Different from the names of the dataset's other campaigns.",
    "redundancy": "How many different workers judge each item.",
    "most_judgments": "Ask on until more than half agree, up to so many judgments of an item; "
    "null: `redundancy` is all. Only where an answer is one of a few.",
    "majority_of": "`answers`: each answer by itself; `yes_no`: all that count as yes are one.",
    "known_every": "One HIT in this many has a known answer; null: none has.",
    "known_feedback": "Whether a worker is told after each known answer if it was given.",
    "known_agreement": "How much of an answer has to agree with the known one, from 0.001 to 1, a "
    "decimal "
    "string: F1 of segments, groups or sentences. null: only the very same is right. Of "
    "flat, nested and evidence only.",
    "training_hits": "How many known HITs come first, each explained after it is answered.",
    "pass_share": (
        "The share of known answers that must be right, from 0.001 to 1, a decimal string; "
        "whoever has fewer is stopped. null: nobody is."
    ),
    "pass_after": "How many known answers a worker must have given after the training before "
    "the share is checked.",
    "leave_out_failed": "Whether the judgments of workers who are stopped are taken out of the "
    "figures and asked of others.",
    "repeat_every": "One HIT in this many, at most, is one that the worker judged before, given to "
    "them again to see whether they answer it the same: paid, and in no figure. null: none is.",
    "repeat_after": "How many other HITs lie between a HIT and its repeat, at least.",
    "warm_up": "After how many HITs, training not counted, a worker is told whether it can be told "
    "yet that their answers depend on the texts; 0: never. They are HITs like all others: paid, "
    "and in the figures.",
    "most_workers": "How many workers may join; needed with training or known answers, for which "
    "each of them is paid. null: any number.",
    "most_hits_per_worker": "How many HITs one worker may do after the training; null: all.",
    "walk": "`together`: all workers walk one order from its first HIT on; `own`: each from a "
    "place of their own, drawn by the campaign's seed, round to where they began. With `own`, "
    "items get their judgments late, so the reading test certifies workers late. Fixed at the "
    "launch.",
    "most_project_hits": "Whoever has done so many HITs in all campaigns of the project, training "
    "aside, is handed out no more here; null: any number.",
    "most_at_once": "How many HITs one worker may hold at once in all campaigns of the project; "
    "null: one in each.",
    "qualifications": "What is asked of whoever joins: `not_who_did` and `only_who_passed` "
    "(numbers of campaigns), `more_tasks_than`, `approved_above` (a share, as a text), `countries` "
    "and `languages` (codes). What is left out asks nothing. Fixed at the launch.",
    "opens_at": "No HIT is handed out before, by the database's clock; null: at once.",
    "closes_at": "No HIT is handed out from then on; what is held may be submitted. null: no end.",
    "joins_per_address": "How many new workers may join within an hour from one address (of IPv6 "
    "from one /64 network); null: any number. A researcher's token joins workers beside it.",
    "claims_per_minute": "How many HITs one worker is handed out in a minute, on average; the "
    "first five come at once. null: any number.",
    "hourly_wage": "What an hour of work pays, a decimal string; the reward follows from it and "
    "from `seconds_expected`, rounded up to a thousandth. Send this or `reward`. null: the reward "
    "was given directly.",
    "reward": "What a worker is paid for each judgment, a decimal string. Sent without "
    "`hourly_wage`, it is fixed; left out, it follows from the wage.",
    "currency": "The currency of the reward, as three capital letters.",
    "fee_percent": "What the platform adds to each reward, in percent of it, a decimal string.",
    "budget": "The most that may be owed and paid, the platform's fee, training, known answers and "
    "bonuses included, a decimal string. Nothing is handed out beyond it. null: no limit.",
    "approve_after_days": "After how many days a judgment that nobody reviewed is accepted by "
    "itself; null: only by hand.",
    "seconds_expected": "How many seconds a judgment is expected to take, to show the hours of "
    "work and the pay per hour; null: not known.",
    "seconds_allotted": "How many seconds a worker has for a HIT before it is offered to someone "
    "else.",
    "instructions": "What workers read before they begin. A blank one becomes the scheme's own.",
    "language": "The language of the instructions, the consent and the labels, in which workers' "
    "pages open: `en`, `es`, `hi` or `ar`; empty: not said. Fixed at the launch.",
    "instructions_markdown": "Whether the instructions are Markdown; else they are plain text.",
    "consent": "What workers agree to before the first HIT, in Markdown; empty: nothing.",
    "quiz": "Questions about the instructions, asked before the first HIT: each has `question`, "
    "`answers` with `text` and `right`, and `why`, which is told after a try.",
    "quiz_pass": "How many questions have to be answered right; null: all.",
    "practice": "On how many items workers practise before their first HIT; 0: none.",
    "practice_pass": "How many of them have to be answered right; null: workers go through them.",
    "practice_tries": "How often a worker may practise; whoever fails the last time is stopped.",
    "quiz_tries": "How often a worker may try; whoever fails the last time is stopped.",
    "consent_version": "The version of the consent that is asked now; 0 where none is, and of a "
    "draft.",
    "settings": "The scheme's own; what is left out comes from its preset or its defaults. "
    + "".join(
        f"{scheme.title}: {scheme.settings_told}. "
        for scheme in SCHEMES.values()
        if scheme.settings_told
    )
    + "Other schemes have none.",
}


class Campaign(PeopleTermsRead):
    """A campaign with its terms and its state. Whoever may not run campaigns is told no codes:
    with them one joins as a worker."""

    CODES = ("code", "access_code", "completion_code", "screen_out_code", "no_consent_code")

    id = serializers.IntegerField(help_text="The campaign's number, which its addresses name.")
    project = serializers.IntegerField(
        source="dataset.project_id", help_text="The project that its dataset belongs to."
    )
    dataset = serializers.IntegerField(source="dataset_id", help_text="The dataset it asks about.")
    name = serializers.CharField(help_text=HELP["name"])
    scheme = serializers.CharField(help_text="What workers do with each item.")
    status = serializers.ChoiceField(
        CampaignModel.Status.choices, help_text="Only a live campaign hands out HITs."
    )
    code = serializers.CharField(
        help_text="Workers join under this code; empty for members who may not run campaigns."
    )
    redundancy = serializers.IntegerField(help_text=HELP["redundancy"])
    asked_beyond = serializers.IntegerField(
        help_text="How many judgments are asked for beyond `redundancy`, of items that were named "
        "in particular."
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
        help_text="What an hour of work pays by the reward and `seconds_expected`; null: not known."
    )
    warnings = serializers.SerializerMethodField(
        help_text="What is legal but probably not meant, each as a sentence: pay below 8 an hour, "
        "or of which nobody can tell what an hour pays, and no name or contact of the researcher."
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
        help_text="How many items are judged, not counting those with known answers; 0 before the "
        "launch.",
    )
    left_out = serializers.IntegerField(
        help_text="How many items of the dataset are left out, because the scheme cannot be asked "
        "about them: flat and nested segmentation need texts of 2 to 60 words."
    )
    workers = serializers.IntegerField(source="worker_count", help_text="How many have joined.")
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
        told: dict[str, Any] = super().to_representation(instance)
        hidden = () if getattr(instance, "shows_codes", True) else self.CODES
        return told | dict.fromkeys(hidden, "")


class Terms(PeopleTerms):
    """The terms that a draft may still change."""

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
        max_value=MOST_APART,
        help_text=HELP["repeat_every"],
    )
    repeat_after = Whole(
        required=False, min_value=1, max_value=MOST_APART, help_text=HELP["repeat_after"]
    )
    warm_up = Whole(required=False, min_value=0, max_value=MOST_WARM_UP, help_text=HELP["warm_up"])
    most_workers = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MOST_WORKERS,
        help_text=HELP["most_workers"],
    )
    most_hits_per_worker = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MOST_HITS,
        help_text=HELP["most_hits_per_worker"],
    )
    walk = serializers.ChoiceField(
        CampaignModel.Walk.choices, required=False, help_text=HELP["walk"]
    )
    most_project_hits = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MOST_HITS,
        help_text=HELP["most_project_hits"],
    )
    most_at_once = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MOST_AT_ONCE,
        help_text=HELP["most_at_once"],
    )
    qualifications = serializers.DictField(required=False, help_text=HELP["qualifications"])
    opens_at = Moment(required=False, allow_null=True, help_text=HELP["opens_at"])
    closes_at = Moment(required=False, allow_null=True, help_text=HELP["closes_at"])
    joins_per_address = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MOST_JOINS,
        help_text=HELP["joins_per_address"],
    )
    claims_per_minute = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MOST_CLAIMS,
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
        max_value=MOST_DAYS,
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
        max_length=LONGEST_CONSENT,
        allow_blank=True,
        help_text=HELP["consent"],
    )
    quiz = serializers.ListField(
        child=serializers.DictField(),
        required=False,
        max_length=MOST_QUESTIONS,
        help_text=HELP["quiz"],
    )
    quiz_pass = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MOST_QUESTIONS,
        help_text=HELP["quiz_pass"],
    )
    quiz_tries = Whole(
        required=False, min_value=1, max_value=MOST_TRIES, help_text=HELP["quiz_tries"]
    )
    practice = Whole(
        required=False, min_value=0, max_value=MOST_PRACTICE, help_text=HELP["practice"]
    )
    practice_pass = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MOST_PRACTICE,
        help_text=HELP["practice_pass"],
    )
    practice_tries = Whole(
        required=False, min_value=1, max_value=MOST_TRIES, help_text=HELP["practice_tries"]
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
            # A default wage would be sent with a reward, and only one of them may be.
            if name != "hourly_wage" and all(other == first for other in others):
                found[name].default = first
        return found


def usual_by_scheme() -> dict[str, Mapping[str, Any]]:
    """Return for each term the default of each scheme, used if a client leaves the term out."""
    return {
        term.name: {name: getattr(one.usual_terms, term.name) for name, one in SCHEMES.items()}
        for term in fields(UsualTerms)
    }


def in_words(usual: Mapping[str, Any]) -> str:
    """Return the default that most schemes share, then those of the others, in words.

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
