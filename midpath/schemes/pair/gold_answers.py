"""The gold answer of a pair, by its name in the dataset's file."""

from midpath.schemes.base import InvalidAnswer, Item, Settings
from midpath.text.characters import caseless


def known_answer(item: Item, settings: Settings) -> int | None:
    gold = item.content.get("gold")
    return None if gold is None else answer_named(str(gold), settings, "gold answer")


def answer_named(given: str, settings: Settings, what: str = "answer") -> int:
    """Return the index of an answer by its label or its key.

    Yes and no are accepted as well, if only one answer means that.
    """
    answers = settings["answers"]
    named = caseless(given)
    for name in ("label", "key"):
        for index, answer in enumerate(answers):
            if caseless(answer[name]) == named:
                return index
    meant = [index for index, answer in enumerate(answers) if _word(answer) == named]
    if len(meant) == 1:
        return meant[0]
    labels = "; ".join(answer["label"] for answer in answers)
    raise InvalidAnswer(
        f"The {what} “{given}” is not one of this campaign’s answers. They are: {labels}.",
        field="gold",
    )


def _word(answer: dict[str, object]) -> str:
    return "yes" if answer["yes"] else "no"
