"""A typology's stored results in words and figures, and those of COLING 2014 for 23 languages. Only
words are computed here."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from addons.typology.models import Typology
from addons.typology.results import results_of
from annotation.research.common.figure_caption import Figure
from midpath.text.formatting import counted, signed
from midpath.typology.result_shapes import Interval, Results, Samples

Side = Literal["prepositional", "postpositional"]
PRE: Side = "prepositional"
POST: Side = "postpositional"


@dataclass(frozen=True)
class Published:
    """A row of Table 3 as printed: 300,000 sentences, lists of 200 words by entropy."""

    code: str
    language: str
    family: str
    rho_left: float
    rho_right: float
    difference: float
    predicted: Side
    true: Side


TABLE = (
    Published("bg", "Bulgarian", "Slavic", 0.726, 0.518, 0.208, PRE, PRE),
    Published("da", "Danish", "Germanic", 0.621, 0.495, 0.126, PRE, PRE),
    Published("nl", "Dutch", "Germanic", 0.662, 0.204, 0.458, PRE, PRE),
    Published("en", "English", "Germanic", 0.461, 0.436, 0.025, PRE, PRE),
    Published("de", "German", "Germanic", 0.563, 0.517, 0.046, PRE, PRE),
    Published("it", "Italian", "Romance", 0.730, 0.456, 0.274, PRE, PRE),
    Published("mk", "Macedonian", "Slavic", 0.692, 0.488, 0.205, PRE, PRE),
    Published("no", "Norwegian", "Germanic", 0.619, 0.600, 0.019, PRE, PRE),
    Published("pl", "Polish", "Slavic", 0.798, 0.554, 0.243, PRE, PRE),
    Published("ru", "Russian", "Slavic", 0.743, 0.652, 0.091, PRE, PRE),
    Published("sl", "Slovenian", "Slavic", 0.701, 0.668, 0.032, PRE, PRE),
    Published("sv", "Swedish", "Germanic", 0.663, 0.525, 0.138, PRE, PRE),
    Published("uk", "Ukrainian", "Slavic", 0.785, 0.714, 0.070, PRE, PRE),
    Published("gu", "Gujarati", "Indic", 0.540, 0.581, -0.041, POST, POST),
    Published("hi", "Hindi", "Indic", 0.529, 0.731, -0.202, POST, POST),
    Published("ja", "Japanese", "Japanese", 0.429, 0.626, -0.197, POST, POST),
    Published("ne", "Nepali", "Indic", 0.495, 0.719, -0.224, POST, POST),
    Published("ta", "Tamil", "Southern Dravidian", 0.748, 0.805, -0.057, POST, POST),
    Published("tr", "Turkish", "Turkic", 0.531, 0.769, -0.238, POST, POST),
    Published("et", "Estonian", "Finnic", 0.790, 0.733, 0.057, PRE, POST),
    Published("fi", "Finnish", "Finnic", 0.671, 0.656, 0.015, PRE, POST),
    Published("hu", "Hungarian", "Ugric", 0.457, 0.329, 0.128, PRE, POST),
    Published("lt", "Lithuanian", "Baltic", 0.715, 0.724, -0.009, POST, PRE),
)
# §4.3: the smallest corpora in the paper, for which 21 of 23 languages were right.
FEWEST_SENTENCES = 10_000


SIDES = {"prepositional", "postpositional"}
VERDICTS = {
    "prepositional": "Prepositional: adpositions come before their nouns",
    "postpositional": "Postpositional: adpositions come after their nouns",
    "inconclusive": "Inconclusive: few adpositions, or too few sentences",
    "undecided": "Undecided: the interval of the difference includes 0",
    "undefined": "Undetermined: there is too little to compare",
}
CLASSES = {
    "ambipositional": "Of four classes: ambipositional, with function words on both sides.",
    "none": "Of four classes: no adpositions.",
}
UNTESTED = "The rule for this class is Midpath’s own, and was not tested on such a language."
SAID = {"undefined": "without a result"}
VARIED = {
    "entropy": "with the most varied neighbours on either side",
    "counts": "with the most distinct neighbours on either side",
}
RHO = (
    "Spearman’s ρ over the words in both lists: the list by neighbours on either side and the list "
    "by {side} neighbours only. The shared words are ranked among themselves by each criterion. "
    "The closer to 1, the more similar the two orders."
)


def verdict_of(typology: Typology) -> tuple[str, str]:
    """Return a heading and its reason."""
    found = results_of(typology)
    decision = decision_of(found)
    if decision in SIDES and doubts_of(typology):
        return f"{decision.capitalize()} at first sight", _why(found)
    return VERDICTS[decision], _why(found)


def decision_of(found: Results) -> str:
    """Return the decision with the interval; alone if there is none."""
    return found["interval"]["decision"] if "interval" in found else found["decision"]


def _why(found: Results) -> str:
    difference, decision = found["difference"], decision_of(found)
    if difference is None:
        return f"{_sentence(found['reason'])} Two lists are compared over the words they share."
    apart = signed(difference)
    if decision == "undefined":
        return f"There is no interval: {found['interval']['reason']}."
    if decision == "undecided":
        return (
            f"ρ(TL) − ρ(TR) is {apart}, which alone would mean {found['decision']}. With "
            f"{_ends(found['interval'])}, other sentences could have decided otherwise. More "
            "sentences make the interval narrower."
        )
    if decision == "inconclusive":
        return (
            f"ρ(TL) − ρ(TR) is {apart}, closer to zero than the margin of "
            f"{signed(found['margin'])}. This happens if a language has few or no adpositions as "
            "separate words, or if the corpus is too small."
        )
    side = "left" if decision == "prepositional" else "right"
    within = f", with {_ends(found['interval'])}" if "interval" in found else ""
    return (
        f"The words {VARIED[found['by']]} are rather those that have them on their {side}: "
        f"ρ(TL) − ρ(TR) is {apart}{within}, and the margin is {signed(found['margin'])}."
    )


def _ends(interval: Interval) -> str:
    if interval["low"] is None or interval["high"] is None:
        return "no interval"
    low, high = signed(interval["low"]), signed(interval["high"])
    return f"a {interval['level']:.0%} interval from {low} to {high}"


def doubts_of(typology: Typology) -> list[str]:
    """Return the reasons to doubt the decision."""
    return list(_doubts(results_of(typology)))


def _doubts(found: Results) -> Iterator[str]:
    sentences, types, top = found["sentences"], found["types"], found["top"]
    if sentences < FEWEST_SENTENCES:
        yield (
            f"Only {counted(sentences, 'sentence')}: the paper’s smallest corpora had "
            f"{FEWEST_SENTENCES:,}. Treat this as a first impression."
        )
    if types < 2 * top:
        yield (
            f"The lists contain {min(types, top):,} of {counted(types, 'distinct word')}, so they "
            "would be similar in any language. Try again with fewer words per list."
        )
    decision, sampled = decision_of(found), found["samples"]["decision"]
    if found["samples"]["drawn"] and decision not in {sampled, "undecided"}:
        yield f"The samples together give a different result: {sampled}."


def better_of(typology: Typology) -> list[str]:
    """Return the indicators that find the known function words better than frequency does."""
    precision = results_of(typology)["precision"]
    against = {} if precision is None else precision["against_frequency"]
    return [name for name, one in against.items() if one["better"]]


def cells_of(typology: Typology) -> list[Figure]:
    found = results_of(typology)
    return [
        _rho(found, "left", "TL"),
        _rho(found, "right", "TR"),
        _difference(found),
        _sampled(found["samples"]),
        Figure(
            label="Sentences",
            value=f"{found['sentences']:,}",
            note=f"{counted(found['tokens'], 'word')}, {found['types']:,} distinct",
            definition=(
                "Words are case-insensitive sequences of letters, marks and digits. A text is "
                "one sentence; documents are split into sentences, without their titles."
            ),
        ),
    ]


def _rho(found: Results, side: Literal["left", "right"], name: str) -> Figure:
    value = found["rho_left"] if side == "left" else found["rho_right"]
    number = found["shared_left"] if side == "left" else found["shared_right"]
    shared = f"{number:,} of {counted(found['top'], 'word')} shared"
    return Figure(
        label=f"ρ({name})",
        value="" if value is None else signed(value),
        note=shared if value is not None or not found["reason"] else _sentence(found["reason"]),
        definition=RHO.format(side=side),
    )


def _difference(found: Results) -> Figure:
    value = found["difference"]
    pearson = found["difference_r"]
    if value is None:
        note = "Requires ρ of both lists."
    else:
        note = f"margin {signed(found['margin'])}"
        if "interval" in found:
            note = f"{_ends(found['interval']).removeprefix('a ')} · {note}"
        note += "" if pearson is None else f" · by Pearson’s r {signed(pearson)}"
    return Figure(
        label="ρ(TL) − ρ(TR)",
        value="" if value is None else signed(value),
        note=note,
        definition="Above zero for a prepositional language, below for a postpositional one; "
        "within the margin around zero, undecided. In the paper, ρ separated the languages better "
        "than Pearson’s r, and entropies better than counts. The interval comes from resampled "
        "sentences: the difference plus and minus 1.96 standard errors. If it includes 0, the side "
        "is undecided.",
    )


def class_of(typology: Typology) -> str:
    """Return one of four classes in a sentence; empty without a difference."""
    found = results_of(typology).get("adposition_class")
    if found is None or found["name"] == "undefined":
        return ""
    prefer = (
        f"Of {counted(found['words'], 'function word')}, {found['left']:,} prefer varied words on "
        f"their left and {found['right']:,} on their right by {found['bits']:g} bit or more."
    )
    if found["name"] in CLASSES:
        return f"{CLASSES[found['name']]} {prefer} {UNTESTED}"
    because = f", because {found['reason']}" if found["reason"] else ""
    return f"Of four classes: {found['name']}{because}. {prefer}"


def _sampled(samples: Samples) -> Figure:
    definition = (
        "The list by both sides comes from the whole corpus, the others from each sample (§4.3). "
        "The mean of the differences decides for the samples together."
    )
    if samples["mean"] is None:
        why = samples["reason"] or "No samples were requested."
        return Figure("Over samples", "", why, definition)
    spread = "" if samples["sd"] is None else f"sd {signed(samples['sd'])} · "
    times = ", ".join(
        f"{samples['decisions'][decision]:,} {SAID.get(decision, decision)}"
        for decision in VERDICTS
        if samples["decisions"].get(decision)
    )
    note = f"{spread}{samples['drawn']:,} of {counted(samples['sentences'], 'sentence')}: {times}"
    definition = f"{definition} {samples['note']}".strip()
    return Figure("Over samples, mean", signed(samples["mean"]), note, definition)


def _sentence(reason: str) -> str:
    return f"{reason[:1].upper()}{reason[1:]}."
