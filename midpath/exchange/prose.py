"""Divide a document's text into sections and paragraphs by the rules of COLING 2014 §2.1."""

import re
from collections.abc import Sequence

from midpath.exchange.decoding import lines_of
from midpath.schemes.document.lines import alike, spaced

# A full stop in any script, and the closing marks that may follow it.
FULL_STOP = re.compile(r"[.。．｡।۔։።][\"'”’»)\]]*$")


def paragraphs_of(text: str) -> list[str]:
    r"""Return the paragraphs. Each line is one, but a line that does not end with a full stop is
    joined with the next.

    >>> paragraphs_of("We collect:\nnames\nand dates.\n\nNothing else.\nThank you")
    ['We collect: names and dates.', 'Nothing else.', 'Thank you']
    """
    found: list[str] = []
    open_lines: list[str] = []
    for line in map(spaced, lines_of(text)):
        if line:
            open_lines.append(line)
            if FULL_STOP.search(line):
                found.append(" ".join(open_lines))
                open_lines = []
    if open_lines:
        found.append(" ".join(open_lines))
    return found


def split_at(text: str, subtitles: Sequence[str]) -> tuple[list[tuple[str, str]], list[str]]:
    r"""Return the sections as (title, text), and the subtitles that equal no line.

    Case, spacing and a colon at the end make no difference. Text before the first subtitle is a
    section without a title.

    >>> split_at("Hello.\nYour choices:\nNone.", ["Your Choices", "Cookies"])
    ([('', 'Hello.'), ('Your choices:', 'None.')], ['Cookies'])
    """
    wanted = {alike(subtitle): subtitle for subtitle in subtitles}
    missed = dict(wanted)
    sections: list[tuple[str, list[str]]] = [("", [])]
    for line in lines_of(text):
        if line.strip() and (key := alike(line)) in wanted:
            missed.pop(key, None)
            sections.append((spaced(line), []))
        else:
            sections[-1][1].append(line)
    found = [(title, "\n".join(lines)) for title, lines in sections]
    return [one for one in found if one[0] or one[1].strip()], list(missed.values())
