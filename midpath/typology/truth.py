"""The true classes of languages, from a file, and how many predictions are correct."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from fsspec.utils import infer_compression

from midpath.typology.corpus_files import BadCorpus, lines_of

NAMES = {
    "prepositional": ("pre", "pre-", "prepositional", "prepositions"),
    "postpositional": ("post", "post-", "postpositional", "postpositions"),
    "ambipositional": ("ambi", "ambi-", "ambi-positional", "ambipositional", "both"),
    "none": ("none", "adposition-less", "adpositionless"),
}
CLASSES = {name: decision for decision, names in NAMES.items() for name in names}


class Correct(NamedTuple):
    """The correct predictions among those with a known truth, and those that decide nothing."""

    correct: int
    known: int
    open: int

    def __str__(self) -> str:
        return f"{self.correct:,} of {self.known:,}; not decided: {self.open:,}"


def read_truth(path: Path) -> dict[str, str]:
    """Return the class of each language. A line has a language, a tab and its class.

    Empty lines and lines that begin with # are skipped.
    """
    found: dict[str, str] = {}
    for number, line in enumerate(lines_of(path), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        language, *rest = (cell.strip() for cell in line.split("\t"))
        if len(rest) != 1 or not language:
            raise BadCorpus(path, "give a language, one tab, and its class.", number)
        decision = CLASSES.get(rest[0].casefold())
        if decision is None:
            known = ", ".join(NAMES)
            raise BadCorpus(path, f"“{rest[0]}” is not a class. Give one of {known}.", number)
        if found.setdefault(language.casefold(), decision) != decision:
            raise BadCorpus(path, f"“{language}” has another class above. Keep one.", number)
    if not found:
        raise BadCorpus(path, "the file is empty. Give a language, a tab and its class.")
    return found


def language_of(file: str) -> str:
    """Return the language that a corpus file is named after.

    >>> language_of("corpora/English.txt"), language_of("s3://corpora/english.txt.gz")
    ('english', 'english')
    """
    name = Path(file)
    return Path(name.stem if infer_compression(file) else name).stem.casefold()


def count_correct(predicted: Iterable[tuple[str, str]], truth: Mapping[str, str]) -> Correct:
    """Return how many predictions, each for a file, are correct.

    >>> found = [("en.txt", "prepositional"), ("hi.txt", "undecided"), ("xx.txt", "none")]
    >>> count_correct(found, {"en": "prepositional", "hi": "postpositional"})
    Correct(correct=1, known=2, open=1)
    """
    named = [(language_of(file), one) for file, one in predicted]
    known = [(truth[language], one) for language, one in named if language in truth]
    correct = sum(true == one for true, one in known)
    return Correct(correct, len(known), sum(one not in NAMES for _, one in known))


def unmatched(files: Iterable[str], truth: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Return the files whose language has no truth, and the languages of the truth without a
    file."""
    names = list(files)
    languages = {language_of(file) for file in names}
    without = [file for file in names if language_of(file) not in truth]
    return without, [language for language in truth if language not in languages]
