"""Flat segmentation: cut a text into parts (ACL 2013 §3)."""

from collections.abc import Sequence
from decimal import Decimal

from django.utils.translation import gettext_noop

from annotation.models import Item
from annotation.schemes.base import Example, Figure
from annotation.schemes.flat.form import FlatSettingsForm
from annotation.schemes.segmentation import Segmentation
from annotation.schemes.terms import PricePaid, UsualTerms
from midpath.json_types import JsonObject
from midpath.schemes.base import Settings
from midpath.schemes.flat import FlatAnswers
from midpath.schemes.flat.settings import check_flat_settings
from midpath.schemes.overlap import Span, segments_of


class Flat(FlatAnswers, Segmentation):
    title = "Flat segmentation"
    known_at = ("columns", "gold_flat")
    work = gettext_noop("Cutting texts")
    question = gettext_noop("Cut the text into parts")
    hint = gettext_noop(
        "Click or tap between two words to cut the text there. Keep words that belong "
        "together in one part."
    )
    instructions = gettext_noop(
        "You see a short text. Cut it into meaningful parts: names, fixed expressions, phrases. "
        "A part can be one word or several. If the text is a single part, submit it without a "
        "cut. There is no single correct answer: cut where you feel that a part ends."
    )
    example = Example(
        words=("apply", "first", "aid", "course", "on", "line"),
        steps=(
            ("apply first aid course on line", gettext_noop("The text at the start.")),
            (
                "apply | first aid course on line",
                gettext_noop("“apply” is one part; the rest says what to apply for."),
            ),
            (
                "apply | first aid course | on line",
                gettext_noop("“on line” says how, so it is a separate part."),
            ),
        ),
        answer="apply | first aid course | on line",
    )
    cites = {"alpha": "ramanath-2013-crowd", "S": "ramanath-2013-crowd"}
    figures = (
        Figure(
            ("alpha", "d1"),
            "α",
            "Agreement on where texts are cut, corrected for chance: 1 is full agreement, 0 is "
            "chance, and below 0 is worse than chance (Krippendorff’s α over boundaries).",
            corrected=True,
        ),
        Figure(
            ("S", "d1"),
            "S",
            "The probability that two random segmentations are at least as far apart as those of "
            "two workers. Chance alone gives more than one half.",
        ),
    )

    # ACL 2013, Table 3.
    usual_terms = UsualTerms(seconds_expected=49)
    price_paid = PricePaid(Decimal("0.02"), 2013)
    settings_form = FlatSettingsForm
    settings_help = (
        '`{"preset": "plain" or "a13", "look_up": "duckduckgo", "bing", "google" or ""}`'
    )

    def check_settings(self, settings: Settings) -> JsonObject:
        return check_flat_settings(settings)

    def parts(self, vector: Sequence[int], settings: Settings) -> set[Span]:
        return segments_of(vector)

    def pictured(self, vector: Sequence[int], item: Item, settings: Settings) -> dict[str, object]:
        space = " " if any(map(str.isspace, item.text)) else ""
        spans = sorted(segments_of(vector))
        return {"parts": [space.join(item.words[first : last + 1]) for first, last in spans]}


scheme = Flat()
