"""Sentences about the language of documents, and the lemmas and vectors that a user supplied."""

from collections.abc import Iterator, Mapping
from typing import Any

from midpath.alignment.options.lexicon import LexiconOptions
from midpath.options.base import kind_of
from midpath.text.formatting import counted

LANGUAGES = dict(kind_of(LexiconOptions, "language").choices)


def lexicon_lines(results: Mapping[str, Any]) -> Iterator[str]:
    """Yield the language with the lemmas, and the word vectors, if any were supplied."""
    if lexicon := results.get("lexicon"):
        parts = [f"language: {LANGUAGES[lexicon['language']]}"]
        if lexicon["lemmas"] or lexicon["lemmas_unused"]:
            parts.append(counted(lexicon["lemmas"], "lemma"))
        if unused := lexicon["lemmas_unused"]:
            parts.append(f"{counted(unused, 'lemma')} not used: not single words")
        yield ", ".join(parts)
    if vectors := results.get("vectors"):
        share = vectors["known_words"] / max(1, vectors["words"])
        unknown = vectors["unknown_segments"]
        without = f"; {results['level']} without any: {unknown:,}" if unknown else ""
        yield (
            f"word vectors of {vectors['dimensions']:,} dimensions, for clustering and the cosine: "
            f"{share:.1%} of the words have one{without}"
        )
