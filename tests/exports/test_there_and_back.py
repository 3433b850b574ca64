"""Round trips of campaign files: hypothesis draws names and labels that a file might lose."""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.exports import label, pair, spans
from analysis.exports.spans import (
    AnsweredText,
    in_brat,
    in_conll,
    in_label_studio,
    in_spacy,
    in_web_annotation,
    settled_of,
)
from analysis.exports.tables.forms import FORMS as TABLE_FORMS
from analysis.exports.tables.judgments import JUDGMENTS, judgment_row
from analysis.reading.label_material import LabelMaterial
from analysis.reading.pair_material import PairMaterial
from analysis.reading.span_material import SpanMaterial
from annotation.recorded.midpath_table import reader_of
from annotation.schemes import SCHEMES
from midpath.exchange.parquet import COLUMNS
from midpath.exchange.spans.conll import Inexpressible
from midpath.exchange.subprocesses.read_parquet import Limits, as_json_lines
from midpath.schemes.spans.answer import named_spans
from midpath.schemes.spans.places import reading_of
from tests.exports import drawn, slow_span_files
from tests.exports.drawn import Drawn
from tests.helpers.tiers import by_tier

pytestmark = pytest.mark.long
FORMS = ("csv", "jsonl")
BOUNDS: Limits = {
    "columns": COLUMNS,
    "most_columns": 100,
    "most_rows": 100,
    "most_unpacked": 2**20,
    "most_characters": 2**20,
}
OTHERS: dict[str, tuple[str, Callable[..., Iterator[bytes]]]] = {
    "conll": ("conll", in_conll),
    "spacy": ("jsonl", in_spacy),
    "label-studio": ("json", in_label_studio),
    "brat": ("zip", in_brat),
    "web-annotation": ("jsonld", lambda settled, settings: in_web_annotation(settled)),
}
AT_ONCE: dict[str, Callable[..., bytes]] = {
    "conll": slow_span_files.in_conll,
    "brat": slow_span_files.in_brat,
    "web-annotation": slow_span_files.in_web_annotation,
}
ENDINGS = {"crowd-kit": "a.csv", "label-studio": "a.json"}
Answers = dict[tuple[str, str], tuple[int, ...]]


def read_back(one: Drawn, filename: str, body: bytes) -> Answers:
    """Return the answers of a file under the campaign's settings, as an upload finds them."""
    scheme, settings = SCHEMES[one.campaign.scheme], one.campaign.settings
    reader = reader_of(one.campaign.scheme, body)
    waiting = dict(reader.read(filename, body).answers)
    found = {}
    for item in one.items.values():
        for name in dict.fromkeys(reader.names_of(item)):
            for answer in waiting.pop(name, ()):
                payload = reader.payload(answer, item, settings)
                vector = scheme.parse(payload, item, settings)
                reader.hold(answer, lambda: scheme.written(vector, item, settings))  # noqa: B023
                found[item.text, answer.annotator] = tuple(vector)
    assert not waiting
    return found


def material(kind: Callable[..., Any], one: Drawn) -> Any:
    made = kind(one.campaign)
    item_of = getattr(made, "item_of", None) or made._item
    vars(made)["judgments"] = list(one.judgments)
    vars(made)["items"] = {pk: item_of(item) for pk, item in one.items.items()}
    return made


def given_to(made: Any, pk: int) -> list[tuple[int, Sequence[int]]]:
    """Return the counting judgments of an item, as they are read back."""
    return [(one.worker, one.vector) for one in made.judgments if one.item_id == pk and one.counts]


def judged_in(made: Any) -> list[tuple[Any, list[tuple[int, Sequence[int]]]]]:
    items = ((item, given_to(made, pk)) for pk, item in made.items.items())
    return [(item, given) for item, given in items if given]


@pytest.mark.parametrize("form", TABLE_FORMS)
@settings(max_examples=by_tier(quick=25, long=100))
@given(one=st.one_of(drawn.segmentations(), drawn.labels(), drawn.pairs(), drawn.spans()))
def test_the_table_of_judgments(form: str, one: Drawn) -> None:
    rows = [
        judgment_row(one.campaign, one.items[judged.item_id], judged) for judged in one.judgments
    ]
    sink = io.BytesIO()
    TABLE_FORMS[form](JUDGMENTS, rows, sink)
    body = sink.getvalue()
    if form == "parquet":  # in this process, as a separate one would take long a hundred times
        form, body = "jsonl", as_json_lines(body, BOUNDS)
    assert read_back(one, f"a.{form}", body) == one.counting


@pytest.mark.parametrize("form", [*FORMS, "crowd-kit", "label-studio"])
@settings(max_examples=by_tier(quick=25, long=60))
@given(one=drawn.labels())
def test_labels(form: str, one: Drawn) -> None:
    writers: dict[str, Callable[..., Iterator[bytes]]] = {
        "csv": label.judgments_in_csv,
        "jsonl": label.judgments_in_json_lines,
        "crowd-kit": label.for_crowd_kit,
        "label-studio": label.for_label_studio,
    }
    made = material(LabelMaterial, one)
    rows = judged_in(made) if form == "label-studio" else made.in_order()
    body = b"".join(writers[form](one.campaign.settings, rows))
    assert read_back(one, ENDINGS.get(form, f"a.{form}"), body) == one.counting


@pytest.mark.parametrize("form", [*FORMS, "crowd-kit", "label-studio"])
@settings(max_examples=by_tier(quick=25, long=60))
@given(one=drawn.pairs())
def test_pairs(form: str, one: Drawn) -> None:
    writers: dict[str, Callable[..., Iterator[bytes]]] = {
        "csv": pair.judgments_in_csv,
        "jsonl": pair.judgments_in_json_lines,
        "crowd-kit": pair.for_crowd_kit,
        "label-studio": pair.for_label_studio,
    }
    made = material(PairMaterial, one)
    rows = judged_in(made) if form == "label-studio" else made.in_order()
    body = b"".join(writers[form](made, rows))
    assert read_back(one, ENDINGS.get(form, f"a.{form}"), body) == one.counting


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=by_tier(quick=25, long=60))
@given(one=drawn.spans())
def test_spans(form: str, one: Drawn) -> None:
    write = {"csv": spans.judgments_in_csv, "jsonl": spans.judgments_in_json_lines}[form]
    body = b"".join(write(one.campaign.settings, material(SpanMaterial, one).in_order()))
    assert read_back(one, f"a.{form}", body) == one.counting


@settings(max_examples=by_tier(quick=25, long=60))
@given(one=drawn.spans())
def test_the_table_of_spans_is_what_all_at_once_gives(one: Drawn) -> None:
    """The texts are in the order of their first counting judgments."""
    made = material(SpanMaterial, one)
    texts = dict.fromkeys(judged.item_id for judged in made.judgments if judged.counts)
    judged = ((made.items[pk], given_to(made, pk)) for pk in texts)
    body = b"".join(spans.spans_in_csv(one.campaign.settings, judged))
    assert body == slow_span_files.spans_csv(made)


def named(one: Drawn, item: int, vector: Any) -> set[Any]:
    """Return spans by name in characters, as in other programs."""
    reading, unit = reading_of(one.items[item]), one.campaign.settings["unit"]
    return {
        (*reading.characters(begin, end, unit), name)
        for begin, end, name in named_spans(vector, one.campaign.settings)
    }


@pytest.mark.quick
@pytest.mark.parametrize("form", OTHERS)
@settings(max_examples=by_tier(quick=10, long=60))
@given(one=drawn.spans(), data=st.data())
def test_spans_of_other_programs(form: str, one: Drawn, data: st.DataObject) -> None:
    """Settled spans only; for Label Studio and Web Annotation each counting judgment."""
    ending, write = OTHERS[form]
    decided = {
        judged.item_id: judged.vector for judged in one.judgments if data.draw(st.booleans())
    }
    made = material(SpanMaterial, one)
    texts = [
        AnsweredText(item, given_to(made, pk), decided.get(pk)) for pk, item in made.items.items()
    ]
    settled = list(settled_of(one.campaign.settings, texts))
    try:
        body = b"".join(write(settled, one.campaign.settings))
    except Inexpressible as trouble:
        assert form == "conll"
        with pytest.raises(Inexpressible, match=re.escape(str(trouble))):
            slow_span_files.in_conll(settled, one.campaign.settings)
        return
    if form in AT_ONCE:
        assert body == AT_ONCE[form](settled, one.campaign.settings)
    found = read_back(one, f"a.{ending}", body)
    if form in {"label-studio", "web-annotation"}:
        assert found == one.counting
        return
    wanted = {one.items[list(one.items)[each.number - 1]].text: {*each.spans} for each in settled}
    pks = {item.text: pk for pk, item in one.items.items()}
    assert {name: named(one, pks[name], vector) for (name, _), vector in found.items()} == wanted
