"""Invented languages, to test which words are adpositions and on which side they occur."""

from random import Random

from annotation.models import Dataset, Project
from annotation.services.datasets.datasets import import_dataset
from tests.helpers.factories import make_project

ADPOSITIONS = tuple(f"ad{letter}" for letter in "abcdefgh")
CONSONANTS, VOWELS = "bdgklmnprst", "aeiou"
VERBS = 30


def sentences(how_many: int, *, before: bool = True, seed: int = 1) -> list[str]:
    """Return sentences of a noun, a verb and three phrases, each a noun with its adposition before
    or after it. Adpositions are adjacent to verbs and nouns on their outer side, to few nouns on
    the inner."""
    luck = Random(seed)
    nouns = [a + b + c + d for a in CONSONANTS for b in VOWELS for c in CONSONANTS for d in "ao"]
    verbs = [f"{noun}n" for noun in nouns[:VERBS]]
    found: dict[str, None] = {}
    while len(found) < how_many:
        words = [luck.choice(nouns), luck.choice(verbs)]
        for _ in range(3):
            place = luck.randrange(len(ADPOSITIONS))
            noun = luck.choice(nouns[place * 40 : place * 40 + 40])
            words += [ADPOSITIONS[place], noun]
        found[" ".join(words if before else reversed(words))] = None
    return list(found)


def make_texts(
    project: Project | None = None, how_many: int = 300, *, before: bool = True
) -> Dataset:
    return import_dataset(
        project=project or make_project(),
        user=None,
        name=f"{how_many} sentences",
        filename="sentences.txt",
        body="\n".join(sentences(how_many, before=before)).encode(),
    )
