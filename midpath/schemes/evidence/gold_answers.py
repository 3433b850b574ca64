"""The gold answer of a question: an expert's evidence, from `gold` in the file's extra."""

from midpath.schemes.base import InvalidAnswer, Item, Settings
from midpath.schemes.evidence.answer import evidence_of_expert
from midpath.schemes.evidence.vector import Meaning, vector_of

GOLD = "gold"


def known_vector(item: Item, settings: Settings) -> tuple[int, ...] | None:
    """Return the vector of the gold answer; None if there is none. Only evidence and option have
    gold answers, so the rest is left empty."""
    given = item.content.get("extra", {}).get(GOLD)
    if given is None:
        return None
    if not isinstance(given, dict):
        raise InvalidAnswer(
            'The gold answer is not an object such as {"answerable": true, "sentences": [3, 4]}.',
            field=GOLD,
        )
    answerable, choice, sentences = evidence_of_expert(given, item)
    meaning = Meaning(answerable, "", choice, "", "", "", (), sentences)
    return vector_of(meaning, settings)
