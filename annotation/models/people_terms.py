"""The terms of a campaign about who may join, and how workers return. They can change while the
campaign runs."""

from dataclasses import dataclass

from django.db import models
from django.db.models import Q

from annotation.models.rules import rule, rule_if_set
from annotation.models.terms.base import (
    MAX_CODE_LENGTH,
    TYPED_EXACTLY,
    Code,
    Line,
    Selection,
    term,
    terms_of,
)
from midpath.options.base import Tick, Whole

MAX_PER_DAY = 100_000
MAX_CLAIMS_PER_ADDRESS = 100_000
MAX_PLACE_HITS = 10_000
MAX_PLACE_MINUTES = 1_440


class LinkTrust(models.TextChoices):
    """The trust in the id of a link."""

    CODE = "code", "any link; returning workers show a return code"
    SIGNED = "signed", "only links that Midpath signed"
    PLATFORM = "platform", "only links that Prolific signed"


TRUSTED = (
    (LinkTrust.CODE, "Any link; returning workers show a return code"),
    (LinkTrust.SIGNED, "Only links that you sign here, one per id"),
    (LinkTrust.PLATFORM, "Only links that Prolific signs"),
)


@dataclass
class About:
    """The terms that tell workers about the study before they join."""

    title: str = term(
        "",
        Line(120),
        label="Title for workers",
        help="Workers see this title and never the campaign’s name, so the name can contain what "
        "they should not know. Leave empty to show what they do, such as “Cutting texts”.",
        api="The title on workers' pages; empty: what they do. They never see `name`.",
        column="What workers call the work; without it, what they do in it.",
        layout="own",
    )
    researcher: str = term(
        "",
        Line(120),
        label="Researcher’s name",
        help="Workers see it before they join.",
        api="The researcher's name, shown to workers before they join; empty: none.",
    )
    institution: str = term(
        "",
        Line(200),
        label="Institution",
        api="The researcher's institution, shown to workers; empty: none.",
    )
    contact: str = term(
        "",
        Line(200),
        label="Contact",
        help="An e-mail address or another way to reach you. Workers see it, too.",
        api="How workers can contact the researcher, such as an e-mail address; empty: none.",
        layout="alone",
    )


@dataclass
class Recruitment:
    """The terms about who may join."""

    link_trust: str = term(
        "code",
        Selection(LinkTrust.choices, shown=TRUSTED),
        label="Allowed links",
        help="With the first option, workers can also choose their own name. With the others, each "
        "person needs a signed link.",
        api="Which links are accepted: `code`: any link, with a return code for returning workers; "
        "`signed`: only links signed by Midpath; `platform`: only links signed by Prolific. With "
        "the last two, workers cannot join with a name.",
        layout="alone",
    )
    access_code: str = term(
        "",
        Line(MAX_CODE_LENGTH, TYPED_EXACTLY),
        label="Access code",
        help="Workers type it when they join. Leave empty for none.",
        api="The access code for joining; empty: none.",
    )
    platform_study: str = term(
        "",
        Line(120),
        label="Prolific’s id of the study",
        help="Only links of this study are accepted. Leave empty for any study.",
        api="With `platform`: the only Prolific study whose links are accepted; empty: any.",
    )
    joins_per_day: int | None = term(
        None,
        Whole(1, MAX_PER_DAY, optional=True),
        label="New workers per day",
        help="From all addresses, within 24 hours. Prevents one person with many names from using "
        "up the budget. Leave empty for no limit.",
        api="The maximum number of new workers within 24 hours; null: no limit. Workers joined "
        "with a researcher's token are not limited.",
    )
    claims_per_address: int | None = term(
        900,
        Whole(1, MAX_CLAIMS_PER_ADDRESS, optional=True),
        label="Tasks per minute for one address",
        help="For all workers at this address together. Leave empty for no limit.",
        api="The maximum number of HITs per minute for one IP address and web process; null: no "
        "limit.",
    )
    screened: bool = term(
        False,
        Tick(),
        label="Approve each new worker before their first task",
        api="Whether a researcher must approve each new worker before their first HIT.",
    )
    offered: bool = term(
        False,
        Tick(),
        label="Offer to workers of this project on their own page",
        help="Shown to workers who fulfil its conditions, as long as it lets them in. Workers from "
        "a platform do not see it: they find their work there.",
        api="Whether workers of the project (except those sent by a platform) see it on their own "
        "page while they could join.",
        column="Whether workers of the project find it on their own page.",
    )


@dataclass
class Return:
    """The terms about how workers return to a platform."""

    place_hits: int | None = term(
        None,
        Whole(1, MAX_PLACE_HITS, optional=True),
        label="Tasks per submission",
        help="After this many tasks, a worker has completed their submission on the platform and "
        "sees the code. Leave empty to show it when no tasks are left for them.",
        api="The number of HITs (without training) that complete a submission; null: when there "
        "are no more HITs for the worker.",
    )
    place_minutes: int | None = term(
        None,
        Whole(1, MAX_PLACE_MINUTES, optional=True),
        label="Or minutes of active work",
        help="Whichever comes first. Leave empty for no time limit.",
        api="Alternatively the minutes of active work that complete it; null: no limit.",
    )
    completion_code: str = term(
        "",
        Code(),
        label="Completion code",
        help="For workers who complete their submission.",
        api="The code shown after a completed submission; empty: none.",
        column="Shown to workers who completed their submission.",
    )
    screen_out_code: str = term(
        "",
        Code(),
        label="Screen-out code",
        help="For workers who are not let in or who fail the training.",
        api="The code shown to workers who are not admitted or fail the training; empty: none.",
        column="Shown to workers who are not admitted or fail the training.",
    )
    no_consent_code: str = term(
        "",
        Code(),
        label="No-consent code",
        help="For workers who do not consent.",
        api="The code shown to workers who do not consent; empty: none.",
        column="Shown to workers who do not consent.",
    )
    return_address: str = term(
        "",
        Line(500, {"inputmode": "url", "spellcheck": "false"}),
        label="Return address",
        help="{code}, {id}, {study} and {session} are filled in. Leave empty for Prolific’s "
        "address if Prolific sent the worker, and none for others.",
        api="The platform address for returning, with the placeholders `{code}`, `{id}`, `{study}` "
        "and `{session}`; its host must be one that the server knows. Empty: Prolific's address "
        "for workers sent by Prolific, none for others.",
    )


PEOPLE = (About, Recruitment, Return)
PEOPLE_TERMS = tuple(one.name for one in terms_of(*PEOPLE))
PEOPLE_CONSTRAINTS = (
    rule("a_link_is_trusted_in_a_known_way", Q(link_trust__in=LinkTrust.values)),
    *(
        rule_if_set(f"{field}_are_positive", field, gte=1)
        for field in ("joins_per_day", "claims_per_address", "place_hits", "place_minutes")
    ),
)
