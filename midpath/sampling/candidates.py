"""The texts that can be sampled, and how many others are left out, by reason."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import NamedTuple, TypeAlias

from midpath.corpus.words import JOINERS
from midpath.json_types import JsonMapping
from midpath.sampling.options import (
    ANY,
    ENGLISH,
    RandomOptions,
    SampleOptions,
    SentenceOptions,
    TextOptions,
)
from midpath.text.characters import canonical
from midpath.text.sentences import sentences_of

ENGLISH_WORD = re.compile(r"[A-Za-z0-9]+")
# A sentence ends with one of these, in any script, and the closing marks that may follow.
WHOLE = re.compile(r"[.!?…。．｡！？۔؟।॥։።][\"'”’»)\]」』）】》]*")
MAX_TIMES = 10**9
# Random texts of longer words could be longer than a dataset's texts may be.
LONGEST_WORD = 200


class Text(NamedTuple):
    """A text with its words and the columns of its row. `times` is how often it occurs."""

    text: str
    words: tuple[str, ...]
    columns: Mapping[str, object]
    times: int = 1


Reason: TypeAlias = Callable[[Text], str]


@dataclass
class Candidates:
    """The texts that can be sampled, each once. `lengths` counts them by number of words."""

    texts: list[Text] = field(default_factory=list)
    read: int = 0
    left_out: Counter[str] = field(default_factory=Counter)

    @property
    def lengths(self) -> Counter[int]:
        return Counter(len(one.words) for one in self.texts)


def candidates_in(texts: Iterable[Text], options: SampleOptions) -> Candidates:
    """Return the texts that qualify; of equal texts only the first, with the sum of their times."""
    found = Candidates()
    places: dict[str, int] = {}
    reason_of = _reason_of(options)
    for text in texts:
        found.read += 1
        if reason := reason_of(text):
            found.left_out[reason] += 1
            continue
        place = places.setdefault(canonical(text.text), len(found.texts))
        if place == len(found.texts):
            found.texts.append(text)
        else:
            found.left_out["repeated"] += 1
            first = found.texts[place]
            found.texts[place] = first._replace(times=first.times + text.times)
    return found


def sentences_in(documents: Iterable[tuple[str, JsonMapping]]) -> Iterator[Text]:
    """Yield the sentences of documents, with the name of the document and their number in it."""
    for name, content in documents:
        paragraphs = (one for section in content["sections"] for one in section["paragraphs"])
        sentences = (one for paragraph in paragraphs for one in sentences_of(paragraph))
        for number, sentence in enumerate(sentences, 1):
            place = {"document": name, "sentence": number}
            yield Text(sentence, tuple(sentence.split()), place)


def timed(texts: Iterable[Text], column: str) -> Iterator[Text]:
    """Yield texts with the whole number in their column as `times`; 0 if there is none."""
    for text in texts:
        number = number_in(text.columns.get(column))
        whole = number is not None and 0 < number <= MAX_TIMES and number == int(number)
        yield text._replace(times=int(number) if whole and number is not None else 0)


def number_in(value: object) -> Decimal | None:
    """Return the number in a cell of a column; None if it has none.

    >>> number_in("2.50"), number_in(3), number_in(" 1e2 "), number_in("high"), number_in(True)
    (Decimal('2.50'), Decimal('3'), Decimal('1E+2'), None, None)
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = Decimal(str(value).strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _reason_of(options: SampleOptions) -> Reason:
    """Return why a text is no candidate; "" if it is one."""
    further: Reason = _nothing
    if isinstance(options, TextOptions):
        further = _of_text(options)
    elif isinstance(options, SentenceOptions) and options.whole:
        further = _of_sentence
    elif isinstance(options, RandomOptions):
        # A model counts texts of all lengths.
        return _of_log

    def reason(text: Text) -> str:
        if len(text.words) < options.shortest:
            return "too short"
        return "too long" if len(text.words) > options.longest else further(text)

    return reason


def _nothing(_: Text) -> str:
    return ""


def _of_log(text: Text) -> str:
    if not text.times:
        return "no frequency"
    return "very long word" if max(map(len, text.words)) > LONGEST_WORD else ""


def _of_sentence(text: Text) -> str:
    ends = WHOLE.search(text.text[-20:])
    at_end = ends is not None and ends.end() == len(text.text[-20:])
    first = next((one for one in text.text if one.isalnum()), "")
    return "" if at_end and not first.islower() else "not a whole sentence"


def _of_text(options: TextOptions) -> Reason:
    low, high = (None if one is None else Decimal(one) for one in (options.least, options.most))

    def reason(text: Text) -> str:
        if options.alphabet != ANY and not all(_is_plain(one, options) for one in text.words):
            return "other characters"
        if not options.column:
            return ""
        number = number_in(text.columns.get(options.column))
        if number is None:
            return "no number in the column"
        outside = (low is not None and number < low) or (high is not None and number > high)
        return "outside the range" if outside else ""

    return reason


def _is_plain(word: str, options: TextOptions) -> bool:
    """Return whether a word has letters, marks and numerals only."""
    if options.alphabet == ENGLISH:
        return ENGLISH_WORD.fullmatch(word) is not None
    return all(unicodedata.category(one)[0] in "LMN" or one in JOINERS for one in word)
