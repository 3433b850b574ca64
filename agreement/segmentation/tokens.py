"""The tokens of segmentations in text form: marks and words, and what is refused in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, NoReturn

from agreement.segmentation.vectors import IllFormed

SPECIAL = re.compile(r"([|()\\])")
ESCAPED = re.compile(r"\\([|()\\])")
TOKENS = {  # a mark, or a word: escaped characters and all but spaces and marks
    "|": re.compile(r"([|])|((?:\\[|()\\]|[^\s|])+)"),
    "()": re.compile(r"([()])|((?:\\[|()\\]|[^\s()])+)"),
}
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
PLAIN = re.compile("[^\\s|()\\\\\x00\ud800-\udfff]+")  # most words: nothing to escape or refuse

UNBALANCED = (
    "The bracket that {does} at character {character} was never {done}. Every bracket that {does} "
    "must {must}."
)


class Token(NamedTuple):
    mark: str  # "|", "(", ")" or "" for a word
    word: str
    position: int


def tokens_of(text: object, marks: str) -> Iterator[Token]:
    if not isinstance(text, str):
        raise IllFormed("The segmentation must be text.", "not a text")
    if bad := UNSTORABLE.search(text):
        raise IllFormed(
            f"Character {bad.start() + 1} is a NUL or half of a surrogate pair. Remove it.",
            "forbidden character",
            bad.start(),
        )
    for match in TOKENS[marks].finditer(text):
        mark, word = match.groups()
        yield Token(mark or "", ESCAPED.sub(r"\1", word or ""), match.start())


def check_number(found: list[Token], words: Sequence[str] | None) -> None:
    """Refuse the first word too many at once, so that very long input costs no time."""
    if words is not None and len(found) > len(words):
        check_words(found, words, 0)


def check_opened(opened: int, words: Sequence[str] | None, token: Token) -> None:
    """Refuse more brackets than a text of these words can have, so that they cost no time.

    A small excess is left to the messages about groups, which say more.
    """
    if words is not None and opened > 2 * len(words) + 10:
        raise IllFormed(
            f"Bracket number {opened} opens at character {token.position + 1}. A text of "
            f"{len(words)} words has {max(len(words) - 1, 0)} of them.",
            "too many brackets",
            token.position,
        )


def check_words(found: list[Token], words: Sequence[str] | None, end: int) -> None:
    if not found:
        raise IllFormed("The segmentation has no words.", "no words", 0)
    if words is None:
        return
    for number, (token, word) in enumerate(zip(found, words, strict=False), 1):
        if token.word != word:
            raise IllFormed(
                f"Word {number} is “{shortened(token.word)}” where the text has "
                f"“{shortened(word)}” (character {token.position + 1}). Keep the words as they "
                "are, in order.",
                "wrong words",
                token.position,
            )
    if len(found) != len(words):
        more = len(found) > len(words)
        than, advice = (
            ("more", "Remove the extra words") if more else ("fewer", "Write all of them")
        )
        raise IllFormed(
            f"The segmentation has {than} words than the text, which has {len(words)}. {advice}.",
            "wrong words",
            found[len(words)].position if more else end,
        )


def shortened(word: str) -> str:
    return word if len(word) <= 40 else word[:39] + "…"


@lru_cache(maxsize=2**12)
def escaped(word: str) -> str:
    if PLAIN.fullmatch(word):
        return word
    if not word or word.split() != [word] or UNSTORABLE.search(word):
        raise IllFormed(
            f"The word {shortened(word)!r} is empty, or contains white space, a NUL or half of a "
            "surrogate pair.",
            "bad word",
        )
    return SPECIAL.sub(r"\\\1", word)


def refuse_unbalanced(does: str, done: str, must: str, position: int) -> NoReturn:
    message = UNBALANCED.format(does=does, done=done, must=must, character=position + 1)
    raise IllFormed(message, "unbalanced brackets", position)
