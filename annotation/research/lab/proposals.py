"""Words that an add-on proposes for a project's list of prepositions."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.addons import Link, installed_addons, modules_of_addons
from annotation.models import Project
from annotation.research.common.access import ResearcherRequest

FIRST = 20


@dataclass(frozen=True, kw_only=True)
class Source:
    """Words that an add-on proposes, the most likely first.

    `query` are the parameters of the URL that choose it. `own` is Midpath's list of its language,
    as stored with it."""

    name: str
    address: str
    query: str
    language: str
    words: Sequence[str]
    own: Sequence[str]


@dataclass(frozen=True)
class Proposal:
    """Words that look like prepositions, and the list in use."""

    source: Source
    present: Sequence[str]

    @property
    def new(self) -> list[str]:
        return without(self.source.words, self.present)

    @property
    def parts(self) -> list[tuple[str, list[str]]]:
        words = self.source.words
        return [
            ("New", self.new),
            ("In both", without(words, self.new)),
            ("Only in the present list", without(self.present, words)),
        ]

    def fillings(self) -> dict[str, tuple[str, Sequence[str]]]:
        """Return the word lists that can fill the box, by their name in the URL."""
        words = self.source.words
        found: dict[str, tuple[str, Sequence[str]]] = {
            "proposed": (f"all {len(words):,} proposed", words)
        }
        if len(words) > FIRST:
            found["first"] = (f"the first {FIRST} proposed", words[:FIRST])
        if self.present:
            found["both"] = ("both lists", [*self.present, *self.new])
            found["present"] = ("the present list", self.present)
        return found


def proposed_source(request: ResearcherRequest, project: Project) -> Source | None:
    """Return what an add-on proposes for this URL, by its module `word_proposals`."""
    for module in modules_of_addons("word_proposals"):
        found: Source | None = module.proposed_words(request, project)
        if found is not None:
            return found
    return None


def links_of_addons(project: Project) -> list[Link]:
    return [link for config in installed_addons() for link in config.lab_links(project)]


def without(words: Sequence[str], others: Sequence[str]) -> list[str]:
    known = {word.casefold() for word in others}
    return [word for word in words if word.casefold() not in known]
