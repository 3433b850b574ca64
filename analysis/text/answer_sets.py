"""Answer-sets (ACL 2014, 4.1): for each question, the sections that contain evidence by any worker.

They are used to evaluate alignments of sections. Sections are numbered from 0, as in the dataset of
documents.
"""

from collections.abc import Sequence

from analysis.exports.export import Sink
from analysis.exports.json_parts import JsonParts
from analysis.reading.evidence_source import EvidenceSource
from annotation.models import Campaign
from midpath.alignment.gold_files import FORMAT
from midpath.exchange.evidence.common_form import Question
from midpath.json_types import JsonMapping


def write_answer_sets(campaign: Campaign, sink: Sink) -> None:
    """Write a campaign's answer-sets, from judgments that count, some questions at a time; equal
    data gives equal bytes. Call it inside a snapshot."""
    with JsonParts() as parts:
        parts.add("questions", [])
        for documents, questions in EvidenceSource(campaign).few_at_once():
            contents = {name: item.content for name, item in documents.items()}
            places = {name: sections_of(content) for name, content in contents.items()}
            parts.add(
                "questions",
                [
                    answer_set(one, contents[one.document], places[one.document])
                    for one in questions
                ],
            )
        parts.set({"format": FORMAT})
        parts.write(sink)


def answer_set(one: Question, document: JsonMapping, places: Sequence[int]) -> dict[str, object]:
    """Return the answer-set of a question. `places` is the section of each sentence."""
    marked = sorted({n for answer in one.answers.values() for n in answer.sentences})
    titles = [section["title"] for section in document["sections"]]
    return {
        "question": one.id,
        "document": one.document,
        "text": one.text,
        "answers": len(one.answers),
        "answering": sum(bool(answer.sentences) for answer in one.answers.values()),
        "sections": [
            {"section": n, "title": titles[n]} for n in sorted({places[n] for n in marked})
        ],
        "sentences": marked,
    }


def sections_of(content: JsonMapping) -> list[int]:
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
