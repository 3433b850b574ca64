"""The terms that say who may come in and how they leave, as clients read and send them."""

from rest_framework import serializers

from annotation.api.fields import Form, Strict, Text, Whole, YesOrNo
from annotation.models.people_terms import (
    CODE,
    LONGEST_ADDRESS,
    LONGEST_CODE,
    MOST_A_DAY,
    MOST_CLAIMS_OF_ADDRESS,
    MOST_PLACE_HITS,
    MOST_PLACE_MINUTES,
    LinkTrust,
)

HELP = {
    "link_trust": "What an id in a link is worth: `code`, any link, with a return code for whoever "
    "comes back; `signed`, only links that Midpath signed; `platform`, only links that Prolific "
    "signed. With the last two nobody joins by a name.",
    "platform_study": "With `platform`: the only study of Prolific whose links are taken; empty: "
    "any.",
    "access_code": "What people have to type to join for the first time; empty: nothing.",
    "screened": "Whether a researcher lets each new worker in before their first HIT.",
    "offered": "Whether workers of the project, other than those whom a platform sent, find it on "
    "their own page while they could join it.",
    "joins_per_day": "How many new workers may join within 24 hours; null: any number. A "
    "researcher's token joins workers beside it.",
    "claims_per_address": "How many HITs are handed out to one address in a minute, by each web "
    "process; null: any number.",
    "place_hits": "After how many HITs, training not counted, a worker has completed their place; "
    "null: when nothing is left for them.",
    "place_minutes": "Or after how many minutes of active work; null: however long.",
    "completion_code": "What whoever has completed their place is shown; empty: none.",
    "screen_out_code": "What whoever is not let in, or fails the training, is shown; empty: none.",
    "no_consent_code": "What whoever does not consent is shown; empty: none.",
    "title": "What workers read as the title of the work, on all their pages; empty: what they do. "
    "They never read `name`.",
    "researcher": "Who asks, as workers read it before they join; empty: nothing.",
    "institution": "The researcher's institution, as workers read it; empty: nothing.",
    "contact": "How workers reach the researcher, such as an e-mail address; empty: nothing.",
    "return_address": "The platform's address to which workers go back, with `{code}`, `{id}`, "
    "`{study}` and `{session}` in their places; its host is one that the server knows. Empty: "
    "Prolific's for those whom Prolific sent, none for others.",
}


def _positive(name: str, most: int) -> Whole:
    return Whole(required=False, allow_null=True, min_value=1, max_value=most, help_text=HELP[name])


def _words(name: str, longest: int) -> Text:
    return Text(required=False, allow_blank=True, max_length=longest, help_text=HELP[name])


def _code(name: str) -> Text:
    return Text(
        required=False,
        allow_blank=True,
        max_length=LONGEST_CODE,
        pattern=f"({CODE})?",
        help_text=HELP[name],
    )


class PeopleTermsRead(Form):
    """The terms of people."""

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
    """The terms of people, each of which may be left out."""

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
        required=False, allow_blank=True, max_length=LONGEST_CODE, help_text=HELP["access_code"]
    )
    screened = YesOrNo(required=False, help_text=HELP["screened"])
    offered = YesOrNo(required=False, help_text=HELP["offered"])
    joins_per_day = _positive("joins_per_day", MOST_A_DAY)
    claims_per_address = _positive("claims_per_address", MOST_CLAIMS_OF_ADDRESS)
    place_hits = _positive("place_hits", MOST_PLACE_HITS)
    place_minutes = _positive("place_minutes", MOST_PLACE_MINUTES)
    completion_code = _code("completion_code")
    screen_out_code = _code("screen_out_code")
    no_consent_code = _code("no_consent_code")
    return_address = Text(
        required=False,
        allow_blank=True,
        max_length=LONGEST_ADDRESS,
        help_text=HELP["return_address"],
    )
