"""The terms about who may join and how workers leave, as clients read and send them."""

from rest_framework import serializers

from annotation.api.fields import Form, Strict, Text, Whole, YesOrNo
from annotation.models.people_terms import (
    CODE,
    MAX_ADDRESS_LENGTH,
    MAX_CLAIMS_PER_ADDRESS,
    MAX_CODE_LENGTH,
    MAX_PER_DAY,
    MAX_PLACE_HITS,
    MAX_PLACE_MINUTES,
    LinkTrust,
)

HELP = {
    "link_trust": (
        "Which links are accepted: `code`: any link, with a return code for returning workers; "
        "`signed`: only links signed by Midpath; `platform`: only links signed by Prolific. "
        "With the last two, workers cannot join with a name."
    ),
    "platform_study": (
        "With `platform`: the only Prolific study whose links are accepted; empty: any."
    ),
    "access_code": "The access code for joining; empty: none.",
    "screened": "Whether a researcher must approve each new worker before their first HIT.",
    "offered": (
        "Whether workers of the project (except those sent by a platform) see it on their own "
        "page while they could join."
    ),
    "joins_per_day": (
        "The maximum number of new workers within 24 hours; null: no limit. Workers joined "
        "with a researcher's token are not limited."
    ),
    "claims_per_address": (
        "The maximum number of HITs per minute for one IP address and web process; null: no limit."
    ),
    "place_hits": (
        "The number of HITs (without training) that complete a submission; null: when there "
        "are no more HITs for the worker."
    ),
    "place_minutes": "Alternatively the minutes of active work that complete it; null: no limit.",
    "completion_code": "The code shown after a completed submission; empty: none.",
    "screen_out_code": (
        "The code shown to workers who are not admitted or fail the training; empty: none."
    ),
    "no_consent_code": "The code shown to workers who do not consent; empty: none.",
    "title": "The title on workers' pages; empty: what they do. They never see `name`.",
    "researcher": "The researcher's name, shown to workers before they join; empty: none.",
    "institution": "The researcher's institution, shown to workers; empty: none.",
    "contact": "How workers can contact the researcher, such as an e-mail address; empty: none.",
    "return_address": (
        "The platform address for returning, with the placeholders `{code}`, `{id}`, `{study}` "
        "and `{session}`; its host must be one that the server knows. Empty: Prolific's "
        "address for workers sent by Prolific, none for others."
    ),
}


def _positive(name: str, most: int) -> Whole:
    return Whole(required=False, allow_null=True, min_value=1, max_value=most, help_text=HELP[name])


def _words(name: str, longest: int) -> Text:
    return Text(required=False, allow_blank=True, max_length=longest, help_text=HELP[name])


def _code(name: str) -> Text:
    return Text(
        required=False,
        allow_blank=True,
        max_length=MAX_CODE_LENGTH,
        pattern=f"({CODE})?",
        help_text=HELP[name],
    )


class PeopleTermsRead(Form):
    """The terms about people."""

    title = serializers.CharField(help_text=HELP["title"])
    researcher = serializers.CharField(help_text=HELP["researcher"])
    institution = serializers.CharField(help_text=HELP["institution"])
    contact = serializers.CharField(help_text=HELP["contact"])
    link_trust = serializers.ChoiceField(LinkTrust.choices, help_text=HELP["link_trust"])
    platform_study = serializers.CharField(help_text=HELP["platform_study"])
    access_code = serializers.CharField(help_text=HELP["access_code"])
    screened = serializers.BooleanField(help_text=HELP["screened"])
    offered = serializers.BooleanField(help_text=HELP["offered"])
    joins_per_day = serializers.IntegerField(allow_null=True, help_text=HELP["joins_per_day"])
    claims_per_address = serializers.IntegerField(
        allow_null=True, help_text=HELP["claims_per_address"]
    )
    place_hits = serializers.IntegerField(allow_null=True, help_text=HELP["place_hits"])
    place_minutes = serializers.IntegerField(allow_null=True, help_text=HELP["place_minutes"])
    completion_code = serializers.CharField(help_text=HELP["completion_code"])
    screen_out_code = serializers.CharField(help_text=HELP["screen_out_code"])
    no_consent_code = serializers.CharField(help_text=HELP["no_consent_code"])
    return_address = serializers.CharField(help_text=HELP["return_address"])


class PeopleTerms(Strict):
    """The terms about people, all of them optional."""

    title = _words("title", 120)
    researcher = _words("researcher", 120)
    institution = _words("institution", 200)
    contact = _words("contact", 200)
    link_trust = serializers.ChoiceField(
        LinkTrust.choices, required=False, help_text=HELP["link_trust"]
    )
    platform_study = Text(
        required=False, allow_blank=True, max_length=120, help_text=HELP["platform_study"]
    )
    access_code = Text(
        required=False, allow_blank=True, max_length=MAX_CODE_LENGTH, help_text=HELP["access_code"]
    )
    screened = YesOrNo(required=False, help_text=HELP["screened"])
    offered = YesOrNo(required=False, help_text=HELP["offered"])
    joins_per_day = _positive("joins_per_day", MAX_PER_DAY)
    claims_per_address = _positive("claims_per_address", MAX_CLAIMS_PER_ADDRESS)
    place_hits = _positive("place_hits", MAX_PLACE_HITS)
    place_minutes = _positive("place_minutes", MAX_PLACE_MINUTES)
    completion_code = _code("completion_code")
    screen_out_code = _code("screen_out_code")
    no_consent_code = _code("no_consent_code")
    return_address = Text(
        required=False,
        allow_blank=True,
        max_length=MAX_ADDRESS_LENGTH,
        help_text=HELP["return_address"],
    )
