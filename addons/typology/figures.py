"""A typology's stored results in words and figures. Only words are computed here."""

from collections.abc import Iterator
from typing import Literal

from addons.typology.models import Typology
from addons.typology.published import FEWEST_SENTENCES
from addons.typology.result_shapes import Results, Samples, results_of
from annotation.research.common.figure_caption import Figure
from annotation.text.formatting import counted, signed

SIDES = {"prepositional", "postpositional"}
VERDICTS = {
    "prepositional": "Prepositional: adpositions come before their nouns",
    "postpositional": "Postpositional: adpositions come after their nouns",
    "inconclusive": "Inconclusive: few adpositions, or too few sentences",
    "undefined": "Undetermined: there is too little to compare",
}
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
    decision = found["decision"]
    if decision in SIDES and doubts_of(typology):
        return f"{decision.capitalize()} at first sight", _why(found)
    return VERDICTS[decision], _why(found)


def _why(found: Results) -> str:
    difference = found["difference"]
    if difference is None:
        return f"{_sentence(found['reason'])} Two lists are compared over the words they share."
    apart = signed(difference)
    if found["decision"] == "inconclusive":
        return (
            f"ρ(TL) − ρ(TR) is {apart}, closer to zero than the margin of "
            f"{signed(found['margin'])}. This happens if a language has few or no adpositions as "
            "separate words, or if the corpus is too small."
        )
    side = "left" if found["decision"] == "prepositional" else "right"
    return (
        f"The words {VARIED[found['by']]} are rather those that have them on their {side}: "
        f"ρ(TL) − ρ(TR) is {apart}, and the margin is {signed(found['margin'])}."
    )


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
    whole, sampled = found["decision"], found["samples"]["decision"]
    if found["samples"]["drawn"] and sampled != whole:
        yield f"The samples together give a different result: {sampled}."


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
        note += "" if pearson is None else f" · by Pearson’s r {signed(pearson)}"
    return Figure(
        label="ρ(TL) − ρ(TR)",
        value="" if value is None else signed(value),
        note=note,
        definition="Above zero for a prepositional language, below for a postpositional one; "
        "within the margin around zero, undecided. In the paper, ρ separated the languages better "
        "than Pearson’s r, and entropies better than counts.",
    )


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
        if samples["decisions"][decision]
    )
    note = f"{spread}{samples['drawn']:,} of {counted(samples['sentences'], 'sentence')}: {times}"
    definition = f"{definition} {samples['note']}".strip()
    return Figure("Over samples, mean", signed(samples["mean"]), note, definition)


def _sentence(reason: str) -> str:
    return f"{reason[:1].upper()}{reason[1:]}."
