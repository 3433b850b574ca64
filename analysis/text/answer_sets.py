"""Answer-sets (ACL 2014, 4.1): for each question, the sections that hold anybody's evidence.

Alignments of sections are evaluated by them. Sections are numbered from 0, as in the dataset of
documents.
"""

from collections.abc import Mapping
from typing import Any

import orjson

from analysis.reading.evidence_material import EvidenceMaterial
from annotation.exchange.release import CANONICAL
from annotation.models import Campaign

FORMAT = "midpath answer-sets 1"


def answer_sets(campaign: Campaign) -> bytes:
    """Return a campaign's answer-sets, from judgments that count; equal data gives equal bytes."""
    material = EvidenceMaterial(campaign)
    contents = {item.text: item.content for item in material.documents.values()}
    places = {name: sections_of(content) for name, content in contents.items()}
    questions = []
    for one in material.counting().questions:
        marked = sorted({n for answer in one.answers.values() for n in answer.sentences})
        numbers = sorted({places[one.document][n] for n in marked})
        titles = [section["title"] for section in contents[one.document]["sections"]]
        questions.append(
            {
                "question": one.id,
                "document": one.document,
                "text": one.text,
                "answers": len(one.answers),
                "answering": sum(bool(answer.sentences) for answer in one.answers.values()),
                "sections": [{"section": n, "title": titles[n]} for n in numbers],
                "sentences": marked,
            }
        )
    return orjson.dumps({"format": FORMAT, "questions": questions}, option=CANONICAL)


def sections_of(content: Mapping[str, Any]) -> list[int]:
    """Return the number of the section of each sentence.

    >>> sections = [{"paragraphs": ["One. Two."]}, {"paragraphs": []}, {"paragraphs": ["Two."]}]
    >>> sections_of({"sections": sections, "sentences": ["One.", "Two.", "Two."]})
    [0, 0, 2]
    """
    texts = [" ".join(" ".join(one["paragraphs"]).split()) for one in content["sections"]]
    found, here, end = [], 0, 0
    for sentence in content["sentences"]:
        words = " ".join(sentence.split())
        for number in range(here, len(texts)):
            start = texts[number].find(words, end if number == here else 0)
            if start >= 0:
                here, end = number, start + len(words)
                break
        found.append(here)
    return found
