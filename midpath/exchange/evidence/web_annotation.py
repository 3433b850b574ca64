"""Write the W3C Web Annotation Data Model as JSON-LD: one annotation for each annotator's answer.

The question is a body. Each marked sentence or span is a target with two selectors: one by its
characters in the document's text (TextPositionSelector, Unicode code points from 0, end exclusive)
and one by its words and the words around them (TextQuoteSelector). An answer that marks nothing has
the whole document as its target and says so in a body. Meta-annotations are further bodies."""

from collections.abc import Iterator, Mapping
from urllib.parse import quote

from midpath.exchange.evidence.common_form import Answer, Document, Evidence, Question, Source
from midpath.exchange.web_annotations import body_of, page_of, selectors

NO_ANSWER = "No answer in this document."


def write_web_annotation(source: Source) -> Iterator[bytes]:
    """Yield a page of annotations, one at a time. The same evidence gives the same bytes."""
    annotations = (
        _annotation(document, question, who, answer)
        for document, question in source.in_order()
        for who, answer in question.answers.items()
    )
    return page_of("urn:midpath:evidence", annotations)


def lost_in_web_annotation(evidence: Evidence) -> Mapping[str, int]:
    """Return what the format cannot store, with counts. `web_answers` reads only the answers."""
    documents = evidence.documents.values()
    return {
        "texts of the documents, except marked passages": len(documents),
        "questions without an answer": sum(not one.answers for one in evidence.questions),
        "titles and sections": sum(bool(one.sections or one.title) for one in documents),
        "other fields": sum(bool(one.extra) for one in documents)
        + sum(bool(one.extra) for one in evidence.questions)
        + len(evidence.extra),
    }


def _annotation(
    document: Document, question: Question, annotator: str, answer: Answer
) -> dict[str, object]:
    source = f"urn:midpath:document:{quote(document.name, safe='')}"
    own = f"{quote(question.id, safe='')}:{quote(annotator, safe='')}"
    spans = answer.spans or [document.places[sentence] for sentence in answer.sentences]
    targets = [{"source": source, "selector": selectors(document.full_text, s)} for s in spans]
    return {
        "id": f"urn:midpath:answer:{own}",
        "type": "Annotation",
        "motivation": "highlighting" if spans else "assessing",
        "creator": {
            "id": f"urn:midpath:annotator:{quote(annotator, safe='')}",
            "type": "Person",
            "nickname": annotator,
        },
        "body": list(_bodies(question, answer)),
        "target": targets or source,
    }


def _bodies(question: Question, answer: Answer) -> Iterator[dict[str, str]]:
    yield body_of("questioning", question.text)
    if not answer.sentences:
        yield body_of("assessing", NO_ANSWER)
    if question.category:
        yield body_of("classifying", question.category)
    for name, value in answer.meta.items():
        if name == "categories":
            yield from (body_of("tagging", category) for category in value)
        else:
            yield body_of("assessing", f"{name}: {value}")
