"""Tables of adposition typologies for a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from unicodedata import category, east_asian_width

from corpus.indicators import INDICATORS
from corpus.words import JOINERS

SHORT = {"prepositional": "pre", "postpositional": "post", "inconclusive": "near 0"}


def typology_lines(found: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    width = 1 + max(len(result["file"]) for result in found)
    yield from _decisions(found, width)
    yield ""
    yield from _samples(found, width)
    for result in found:
        yield from _notes(result)
    for result in found:
        yield from _words(result)
        if result["precision"]:
            yield from _precision(result)


def _decisions(found: Sequence[Mapping[str, Any]], width: int) -> Iterator[str]:
    first = found[0]
    total, left, right = first["lists"]
    yield (
        f"Top {first['top']:,} words by {total} against those by {left} (TL) and {right} (TR); "
        f"inconclusive nearer to zero than {first['margin']:g}"
    )
    yield (
        f"{'file':<{width}}{'sentences':>12}{'tokens':>12}{'types':>10}{'ρ(TL)':>8}{'ρ(TR)':>8}"
        f"{'diff.':>8}{'r diff.':>9}{'shared':>11}  decision"
    )
    for result in found:
        shared = f"{result['shared_left']:,}/{result['shared_right']:,}"
        yield (
            f"{_wide(result['file'], width)}{result['sentences']:>12,}{result['tokens']:>12,}"
            f"{result['types']:>10,}{_plain(result['rho_left']):>8}{_plain(result['rho_right']):>8}"
            f"{_signed(result['difference']):>8}{_signed(result['difference_r']):>9}{shared:>11}"
            f"  {result['decision']}"
        )


def _samples(found: Sequence[Mapping[str, Any]], width: int) -> Iterator[str]:
    asked = found[0]["samples"]
    yield (
        f"{asked['asked']:,} samples of {asked['sentences']:,} sentences against the whole "
        f"corpus' {found[0]['lists'][0]}"
    )
    yield f"{'file':<{width}}{'mean':>9}{'sd':>8}{'pre':>6}{'post':>6}{'near 0':>8}  decision"
    for result in found:
        sampled = result["samples"]
        if sampled["reason"]:
            yield f"{_wide(result['file'], width)}  {sampled['reason']}"
            continue
        times = sampled["decisions"]
        yield (
            f"{_wide(result['file'], width)}{_signed(sampled['mean']):>9}{_plain(sampled['sd']):>8}"
            f"{times['prepositional']:>6,}{times['postpositional']:>6,}{times['inconclusive']:>8,}"
            f"  {sampled['decision']}{' *' if sampled['note'] else ''}"
        )
    notes = sorted({result["samples"]["note"] for result in found} - {""})
    yield from (f"* {note}" for note in notes)


def _notes(result: Mapping[str, Any]) -> Iterator[str]:
    if result["reason"]:
        yield f"{result['file']}: undefined, {result['reason']}."
    if result["decision"] == "inconclusive":
        yield f"{result['file']}: {result['meaning']}"


def _words(result: Mapping[str, Any]) -> Iterator[str]:
    listed = result["function_words"]
    if listed["words"]:
        yield f"\n{result['file']}: function words by {listed['by']}"
        yield f"{'word':<20}{'times':>10}" + "".join(f"{name:>9}" for name in INDICATORS[1:])
        for row in listed["words"]:
            values = "".join(
                f"{row[name]:>9,.0f}" if name.endswith("C") else f"{row[name]:>9.3f}"
                for name in INDICATORS[1:]
            )
            yield f"{_wide(row['word'], 20)}{row['frequency']:>10,}{values}"
    proposed = result["proposed"]
    if proposed["words"]:
        yield f"\n{result['file']}: words that look {proposed['side']}, the likeliest first"
        yield f"{'word':<20}{'times':>10}{'LCE':>9}{'RCE':>9}{'score':>9}"
        for row in proposed["words"]:
            values = "".join(f"{row[name]:>9.3f}" for name in ("lce", "rce", "score"))
            yield f"{_wide(row['word'], 20)}{row['frequency']:>10,}{values}"


def _precision(result: Mapping[str, Any]) -> Iterator[str]:
    found = result["precision"]
    yield (
        f"\n{result['file']}: AP@{found['n']} against {found['gold']:,} function words, of which "
        f"{found['gold_in_corpus']:,} occur"
    )
    yield f"{'':<24}" + "".join(f"{name:>9}" for name in INDICATORS)
    for name, row in (
        ("whole corpus", found["whole"]),
        (f"mean of {found['measured']:,}", found["mean"]),
    ):
        if row:
            yield f"{name:<24}" + "".join(f"{row[each]:>9.3f}" for each in INDICATORS)
    against = found["against_frequency"]
    if against:
        stars = ("*" if against[name]["better"] else "" for name in INDICATORS[1:])
        yield f"{'better than Fr (p < .05)':<33}" + "".join(f"{star:>9}" for star in stars)
    for title, zones in (("by N", found["by_size"]), ("by V", found["by_vocabulary"])):
        yield f"(AP − AP of Fr) / AP of Fr, {title}"
        yield from map(_zone, zones)
    if found["reason"]:
        yield found["reason"]


def _zone(zone: Mapping[str, Any]) -> str:
    span = f"{zone['low']:,}" + ("" if zone["low"] == zone["high"] else f"–{zone['high']:,}")
    name = f"{span:<18}{zone['samples']:>4} ×"
    if not zone["gain"]:
        return f"{name:<33}undefined"
    return f"{name:<33}" + "".join(f"{_signed(zone['gain'][each]):>9}" for each in INDICATORS[1:])


def _wide(text: str, width: int) -> str:
    """Return the text padded to `width` columns, without control characters.

    Marks take no column, letters of some scripts two.
    """
    text = "".join(
        each if each.isprintable() or each in JOINERS else "\N{REPLACEMENT CHARACTER}"
        for each in text
    )
    columns = sum(
        0 if category(each) in {"Mn", "Me", "Cf"} else 1 + (east_asian_width(each) in "FW")
        for each in text
    )
    return text + " " * max(1, width - columns)


def _plain(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _signed(value: float | None) -> str:
    return "–" if value is None else f"{value:+.3f}".replace("-", "−")
