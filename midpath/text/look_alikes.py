"""Find labels that are probably one label in several spellings."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal, InvalidOperation

from midpath.json_types import JsonMapping
from midpath.text.characters import FORGET_JOINERS, canonical, visible

GOLD = "gold"
MAX_REMARKS, MAX_SHOWN = 10, 60
# Letters of other scripts that are drawn like Latin ones: Cyrillic, Greek, Armenian.
LOOKS = str.maketrans(
    "АВЕЅЗІЈКМНОРСТУХҮԚԜаеѕіјоорсухһԁԛԝӏѵ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορυχϲϳ" + "ՍՕօոսհցզ",
    "ABES3IJKMHOPCTYXYQWaesijoopcyxhdqwlv" + "ABEZHIKMNOPTYXayikvopuxcj" + "UOonuhgq",
)


def remarks_on(labels: Iterable[str]) -> list[str]:
    """Return a remark on each two labels that differ only in case, in spaces or in how a number is
    written, or that look alike in two scripts.

    >>> remarks_on(["yes", "no", "Yes"])
    ['“yes” and “Yes” differ only in case. They count as different labels.']
    >>> remarks_on(["1", "1.0"])
    ['“1” and “1.0” are the same number. They count as different labels.']
    """
    first: dict[object, str] = {}
    found = []
    for label in dict.fromkeys(labels):
        other = first.setdefault(_key_of(label), label)
        if other is not label:
            found.append(f"{_difference(other, label)} They count as different labels.")
    if (more := len(found) - MAX_REMARKS) > 0:
        found[MAX_REMARKS:] = [f"{more:,} more labels have such a twin."]
    return found


def _key_of(label: str) -> object:
    if label.isascii():
        return _number(label) or " ".join(label.casefold().split())
    drawn = unicodedata.normalize("NFKC", canonical(label).translate(FORGET_JOINERS))
    return _number(drawn) or " ".join(drawn.translate(LOOKS).casefold().split())


def _number(label: str) -> tuple[Decimal] | None:
    """Return the number that a label is, in a tuple; None for any other label. It is exact, since
    long numbers are names."""
    if label[-1:] not in "0123456789." or label[:1] not in "0123456789+-.":
        return None
    try:
        return (Decimal(label),)
    except InvalidOperation:
        return None


def _difference(one: str, other: str) -> str:
    both = f"{_quoted(one)} and {_quoted(other)}"
    if one.casefold() == other.casefold():
        return f"{both} differ only in case."
    if one.split() == other.split():
        return f"{both} differ only in spaces."
    if _number(one) and _number(other):
        return f"{both} are the same number."
    for mine, theirs in ((one, other), (other, one)):
        if sign := next(_foreign(mine, theirs), ""):
            return f"{both} look alike, but {_quoted(mine)} contains {sign}."
    return f"{both} look alike."


def _foreign(label: str, other: str) -> Iterator[str]:
    """Yield the names of the signs of a label that the other label does not have, unless they are
    Latin."""
    for sign in label:
        name = unicodedata.name(sign, "")
        if not sign.isascii() and sign not in other and not name.startswith("LATIN"):
            yield f"U+{ord(sign):04X} {name}".strip()


def _quoted(given: str) -> str:
    label = visible(given)
    return f"“{label}”" if len(label) <= MAX_SHOWN else f"“{label[: MAX_SHOWN - 1]}…”"


def remarks_on_gold(contents: Iterable[JsonMapping]) -> list[str]:
    """Return remarks on the gold answers in the contents of items, if these are labels."""
    return remarks_on(label for content in contents for label in _gold_in(content))


def _gold_in(content: JsonMapping) -> Iterator[str]:
    gold = content.get(GOLD, content.get("columns", {}).get(GOLD))
    if isinstance(gold, str) and not gold.lstrip().startswith(("[", "{")):
        yield from filter(None, map(str.strip, gold.split("|")))


def remark_on_booleans(row: int, labels: Sequence[str]) -> list[str]:
    """Return a remark if a file has true or false, first in this row, and also the words."""
    words = [label for label in labels if label.casefold() in {"true", "false"}]
    if not row or not words:
        return []
    said = f"Row {row} has true or false without quotation marks, which is read as “yes” or “no”"
    return [f"{said}, but other rows have {_quoted(words[0])}. They count as different labels."]
