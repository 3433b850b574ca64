"""The terms of a campaign as clients read and send them, with each scheme's defaults."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal

from rest_framework import serializers

from annotation.api.basic_fields import Choice, DateTime, Integer, Object, String
from annotation.api.fields import Field, Text
from annotation.api.term_fields import TermsInput, TermsOutput, field_of, output_of
from annotation.models import Campaign as CampaignModel
from annotation.models.campaign import MAX_NAME_LENGTH
from annotation.models.terms.campaign_terms import TERMS, CampaignTerms
from annotation.models.terms.pay_terms import REWARD
from annotation.models.terms.reading_terms import INSTRUCTIONS
from annotation.schemes import SCHEMES
from annotation.schemes.mixins import HasSettings
from annotation.schemes.terms import UsualTerms
from annotation.services.campaigns.wages import warnings_of
from midpath.text.formatting import hourly

HELP = {one.name: one.api for one in (*TERMS, REWARD, INSTRUCTIONS)} | {
    "name": "Different from the names of the dataset's other campaigns.",
    "qualifications": "Requirements for new workers: `not_who_did` and `only_who_passed` "
    "(numbers of campaigns), `more_tasks_than`, `approved_above` (a share, as a text), `countries` "
    "and `languages` (codes). Omitted rules do not apply. `preset` (`a13`, `h14` or `pq`) adds "
    "those of a paper. Fixed at launch.",
    "consent_version": "The current version of the consent text; 0 if none, and for a draft.",
    "settings": "The scheme's settings; omitted ones come from its preset or its defaults, and so "
    "do omitted terms of a new campaign for which the preset's paper gives a number, except for "
    "pairs. "
    + "".join(
        f"{scheme.title}: {scheme.settings_help}. "
        for scheme in SCHEMES.values()
        if isinstance(scheme, HasSettings)
    )
    + "Other schemes have none.",
}


class Campaign(TermsOutput):
    """A campaign with its terms and state. Codes, which let anyone join as a worker, are only
    returned to members who may run campaigns."""

    groups = (CampaignTerms,)
    CODES = ("code", "access_code", "completion_code", "screen_out_code", "no_consent_code")

    id = Integer("The campaign's number, used in its addresses.")
    project = Integer("The project of its dataset.", source="dataset.project_id")
    dataset = Integer("Its dataset.", source="dataset_id")
    name = String(HELP["name"])
    scheme = String("What workers do with each item.")
    status = Choice("Only a live campaign hands out HITs.", CampaignModel.Status.choices)
    code = String("The code for joining; empty for members who may not run campaigns.")
    asked_beyond = Integer(
        "The number of judgments requested beyond `redundancy` for selected items."
    )
    qualifications = Object(HELP["qualifications"])
    reward = output_of(REWARD)
    paid_per_hour = serializers.SerializerMethodField(
        help_text="The hourly pay from the reward and `seconds_expected`; null: unknown."
    )
    warnings = serializers.SerializerMethodField(
        help_text=(
            "Warnings, each a sentence: pay below 8 an hour or of unknown hourly value, and a "
            "missing name or contact of the researcher."
        )
    )
    instructions = output_of(INSTRUCTIONS)
    consent_version = Integer(HELP["consent_version"])
    settings = Object(HELP["settings"])
    hits = Integer(
        "The number of items to judge, without those with gold answers; 0 before the launch.",
        source="hit_count",
    )
    left_out = Integer(
        "The number of items left out because they do not fit the scheme: flat and nested "
        "segmentation need texts of 2 to 60 words."
    )
    workers = Integer("The number of workers who joined.", source="worker_count")
    created_at = DateTime("When it was drafted.")
    launched_at = DateTime("When it was launched; null for a draft.", allow_null=True)
    pilot_ended_at = DateTime(
        "When its pilot ended; null: it has not, or there is none.", allow_null=True
    )
    archived_at = DateTime("When it was archived (read-only); null: it is not.", allow_null=True)
    closed_at = DateTime("When it was closed; null unless it is.", allow_null=True)

    def get_paid_per_hour(self, instance: CampaignModel) -> str | None:
        found = hourly(Decimal(instance.reward), instance.seconds_expected)
        return None if found is None else str(found)

    def get_warnings(self, instance: CampaignModel) -> list[str]:
        return warnings_of(instance)

    def to_representation(self, instance: CampaignModel) -> dict[str, object]:
        values: dict[str, object] = super().to_representation(instance)
        hidden = () if getattr(instance, "shows_codes", True) else self.CODES
        return values | dict.fromkeys(hidden, "")


class Terms(TermsInput):
    """The terms, all of which can be changed in a draft."""

    groups = (CampaignTerms,)
    name = Text(HELP["name"], required=False, max_length=MAX_NAME_LENGTH)
    qualifications = Object(HELP["qualifications"], required=False)
    reward = field_of(REWARD, required=False)
    instructions = field_of(INSTRUCTIONS, required=False)
    settings = Object(HELP["settings"], required=False)


class FirstTerms(Terms):
    """The terms of a new campaign; its scheme has a default for each but the name. The preset in
    its settings may have another one, so what presets say is left to the service."""

    def get_fields(self) -> dict[str, Field]:
        found, of_presets = super().get_fields(), terms_of_presets()
        for name, usual in usual_by_scheme().items():
            found[name].help_text = f"{found[name].help_text} Default: {in_words(usual)}."
            first, *others = usual.values()
            # Otherwise a default wage would be sent along with a reward, but only one of them is
            # allowed.
            own = name == "hourly_wage" or name in of_presets
            if not own and all(other == first for other in others):
                found[name].default = first
        return found


def terms_of_presets() -> set[str]:
    """Return the names of the terms for which some preset has a default of its own."""
    with_settings = (one for one in SCHEMES.values() if isinstance(one, HasSettings))
    papers = (paper for one in with_settings for paper in one.settings_form.papers.values())
    return {name for paper in papers for name in paper.terms}


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
