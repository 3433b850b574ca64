"""Files of spans built all at once: the streamed ones must equal them."""

import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from agreement.spans.consensus import span_votes
from analysis.exports.csv_files import csv_file
from analysis.exports.spans import SPAN_COLUMNS, Settled, in_characters, labels_of
from analysis.reading.extent import Extent, final_of
from analysis.reading.span_material import SpanMaterial
from annotation.models import Campaign
from midpath.exchange.spans.brat import CONF, NO_TYPE, _line, _lines
from midpath.exchange.spans.conll import HEAD, START, _tags
from midpath.exchange.spans.tag_names import SPACE, plain_names
from midpath.exchange.spans.web_annotation import _annotations
from midpath.exchange.web_annotations import CONTEXT
from midpath.gold.span_lines import SpanItem
from midpath.schemes.base import Settings
from midpath.schemes.spans.answer import named_spans
from midpath.scoring.spans import span_lines

OLDEST = (1980, 1, 1, 0, 0, 0)


def spans_csv(material: SpanMaterial) -> bytes:
    """Return a row for each span that a worker marked, and for each span of a consensus."""
    items = {item.name: item for item in material.items.values()}
    unit = material.settings["unit"]
    rows = [row for line in span_lines(material.counting()) for row in _rows(line, items, unit)]
    return csv_file(SPAN_COLUMNS, rows)


def _rows(line: dict[str, Any], items: dict[str, SpanItem], unit: str) -> Iterator[dict[str, Any]]:
    item = items[line["item"]]
    votes = {tuple(span): count for *span, count in line["votes"]}
    voted, words = ({tuple(span) for span in line[way]} for way in ("voted", "words"))
    gold = None if item.gold is None else set(item.gold)
    for span in sorted({*votes, *words}):
        begin, end, label = span
        yield {
            "item": item.name,
            "from": begin,
            "to": end,
            "label": label,
            "text": item.reading.of(begin, end, unit),
            "workers": votes.get(span, 0),
            "judgments": line["n"],
            "votes": span in voted,
            "words": span in words,
            "gold": "" if gold is None else span in gold,
        }


def settled_in(campaign: Campaign) -> list[Settled]:
    """Return the judged or decided texts, all of them read at once."""
    material = SpanMaterial(campaign)
    settings, unit = campaign.settings, campaign.settings["unit"]
    final = final_of(Extent(campaign))
    found = []
    for number, (pk, item) in enumerate(material.items.items(), 1):
        judged = {
            str(one.worker): in_characters(item, material.answer(one), unit)
            for one in material.judgments
            if one.item_id == pk and one.counts
        }
        if pk in final:
            spans = in_characters(item, named_spans(final[pk].vector, settings), unit)
        else:
            spans = span_votes(list(judged.values())).chosen if judged else []
        if judged or pk in final:
            found.append(Settled(number, item, judged, spans))
    return found


def in_conll(settled: Iterable[Settled], settings: Settings) -> bytes:
    names = plain_names(labels_of(settings), SPACE)
    lines = [HEAD, ""]
    for one in settled:
        text, words = one.item.reading.text, one.item.reading.words
        tags = _tags(text, words, one.spans, names)
        if text.startswith(START):
            lines.append(HEAD)
        lines += [
            f"{text[begin:end]} -X- _ {tag}" for (begin, end), tag in zip(words, tags, strict=True)
        ]
        lines.append("")
    return "\n".join([*lines, ""]).encode()


def in_brat(settled: Iterable[Settled], settings: Settings) -> bytes:
    labels = labels_of(settings)
    names = plain_names(labels, NO_TYPE)
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as archive:
        types = "\n".join(names[label] for label in labels)
        _add(archive, "annotation.conf", CONF.format(types=types))
        shown = "\n".join(f"{names[label]} | {label}" for label in labels)
        _add(archive, "visual.conf", f"[labels]\n{shown}\n\n[drawing]\n")
        for one in settled:
            text = one.item.reading.text
            _add(archive, f"{one.number:06}.txt", text)
            lines = [
                _line(number, names[label], text, list(_lines(text, begin, end)))
                for number, (begin, end, label) in enumerate(one.spans, 1)
            ]
            _add(archive, f"{one.number:06}.ann", "".join(lines))
    return body.getvalue()


def _add(archive: zipfile.ZipFile, name: str, text: str) -> None:
    info = zipfile.ZipInfo(name, OLDEST)
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, text.encode())


def in_web_annotation(settled: Sequence[Settled], settings: Settings) -> bytes:
    items = [
        annotation
        for one in settled
        for annotation in _annotations(one.item.name, one.item.reading.text, one.judged)
    ]
    page = {"@context": CONTEXT, "id": "urn:midpath:spans", "type": "AnnotationPage"}
    return (json.dumps(page | {"items": items}, ensure_ascii=False, indent=1) + "\n").encode()
