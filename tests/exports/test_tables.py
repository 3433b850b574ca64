"""Tables of every campaign: the same rows in each form, without loss."""

import csv
import io
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import example, given, settings
from hypothesis import strategies as st

from agreement.votes.crowd import consensus_lines
from analysis.exports.export_registry import export_file
from analysis.exports.tables.columns import Column, Kind, Table
from analysis.exports.tables.folder import EXPORTS, TABLES
from analysis.exports.tables.forms import FORMS
from analysis.reading import extent
from annotation.models import Campaign, Judgment
from annotation.schemes import scheme_of
from annotation.schemes.tables import TABLE_FILES
from annotation.services.work.exclusion import exclude_worker
from midpath.exchange.spreadsheets import as_meant
from midpath.schemes.overlap import groups_of
from tests.helpers.every_scheme import KINDS, judged_campaign
from tests.helpers.factories import make_user
from tests.helpers.tiers import by_tier

ROOT = Path(__file__).resolve().parents[2]
NAMED = {table.name: table for table in TABLES}
TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1)
WHOLE = st.integers(-(2**53), 2**53)
CELLS: Mapping[Kind, st.SearchStrategy[Any]] = {
    Kind.TEXT: st.one_of(
        TEXT, st.sampled_from(["=1+1", "'=x", "'", "\r", "-1", "a\rb\nc", "\ufeff"])
    ),
    Kind.WHOLE: WHOLE,
    Kind.NUMBER: st.floats(allow_nan=False, allow_infinity=False),
    Kind.CHOICE: st.booleans(),
    Kind.MOMENT: st.datetimes(timezones=st.just(UTC)),
    Kind.NUMBERS: st.lists(WHOLE),
    Kind.JSON: st.recursive(
        st.one_of(TEXT, WHOLE, st.none()),
        lambda deeper: st.one_of(st.lists(deeper), st.dictionaries(TEXT, deeper)),
    ).filter(lambda value: value is not None),
}
ANY = Table(
    "any", "Any.", tuple(Column(kind.name, kind, "Any.") for kind in Kind), lambda _: iter(())
)
ROWS = st.lists(
    st.fixed_dictionaries({kind.name: st.none() | cells for kind, cells in CELLS.items()})
)


def read(form: str, body: bytes, table: Table) -> list[dict[str, Any]]:
    """Read a table in the simplest way."""
    kinds = {one.name: one.kind for one in table.columns}
    match form:
        case "parquet":
            rows = pq.read_table(io.BytesIO(body)).to_pylist()
        case "jsonl":
            rows = [json.loads(line) for line in body.decode().split("\n") if line]
        case _:
            lines = csv.DictReader(io.StringIO(body.decode("utf-8-sig"), newline=""))
            rows = [{name: _cell(cell, kinds[name]) for name, cell in row.items()} for row in lines]
    return [{name: _meant(value, kinds[name]) for name, value in row.items()} for row in rows]


def _cell(cell: str, kind: Kind) -> Any:
    if not cell:
        return None
    match kind:
        case Kind.WHOLE | Kind.NUMBER:
            return float(cell) if kind is Kind.NUMBER else int(cell)
        case Kind.CHOICE:
            return {"yes": True, "no": False}[cell]
        case Kind.NUMBERS:
            return json.loads(cell)
    return as_meant(cell)


def _meant(value: Any, kind: Kind) -> Any:
    if value is None:
        return None
    if kind is Kind.MOMENT and isinstance(value, str):
        return datetime.fromisoformat(value)
    return json.loads(value) if kind is Kind.JSON else value


def written(form: str, table: Table, rows: list[Any]) -> bytes:
    sink = io.BytesIO()
    FORMS[form](table, rows, sink)
    return sink.getvalue()


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=by_tier(quick=25, long=40))
@given(rows=ROWS)
def test_any_rows_come_back_as_they_were(form: str, rows: list[dict[str, Any]]) -> None:
    assert read(form, written(form, ANY, rows), ANY) == rows


@pytest.mark.parametrize("form", FORMS)
def test_an_empty_text_is_nothing_in_each_form(form: str) -> None:
    table = Table("one", "One.", (Column("cell", Kind.TEXT, "A text."),), lambda _: iter(()))
    assert written(form, table, [{"cell": ""}]) == written(form, table, [{"cell": None}])


@given(text=TEXT)
@example(text="=1+1")
@example(text="\t@x")
@example(text="'-1")
def test_no_cell_of_a_spreadsheet_begins_a_formula(text: str) -> None:
    table = Table("one", "One.", (Column("cell", Kind.TEXT, "A text."),), lambda _: iter(()))
    body = written("csv", table, [{"cell": text}]).decode("utf-8-sig")
    [_, [cell]] = csv.reader(io.StringIO(body, newline=""))
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


def test_the_pages_offer_what_is_made() -> None:
    assert [file.name for file in TABLE_FILES] == list(EXPORTS)
    assert [file.title for file in TABLE_FILES] == [one.ending for one in EXPORTS.values()]


def test_each_column_is_explained_in_the_docs() -> None:
    docs = (ROOT / "docs" / "tables.md").read_text()
    for table in TABLES:
        _, _, section = docs.partition(f"## `{table.name}`\n{table.what}\n")
        for column in (*table.columns, *table.with_wordings):
            line = f"| `{column.name}` | {column.kind.value} | {column.what} |\n"
            assert line in section.split("\n#")[0], (table.name, column.name)


@pytest.fixture(params=KINDS)
def campaign(request: pytest.FixtureRequest, db: None) -> Campaign:
    return judged_campaign(request.param)


def rows_of(campaign: Campaign, table: str, form: str = "parquet") -> list[dict[str, Any]]:
    return read(form, export_file(campaign.pk, f"table-{table}-{form}").body, NAMED[table])


@pytest.mark.long
def test_every_table_of_every_scheme_is_the_same_in_each_form(campaign: Campaign) -> None:
    for name, table in NAMED.items():
        rows = rows_of(campaign, name)
        assert rows, name
        assert rows == rows_of(campaign, name, "jsonl") == rows_of(campaign, name, "csv"), name
        assert [*rows[0]] == [one.name for one in table.columns]


@pytest.mark.long
def test_judgments_say_what_the_database_says(campaign: Campaign) -> None:
    scheme = scheme_of(campaign)
    rows = {row["judgment"]: row for row in rows_of(campaign, "judgments")}
    judgments = Judgment.objects.filter(campaign=campaign).select_related("hit__item")
    assert len(rows) == len(judgments) > 0
    for one in judgments:
        row = rows[one.pk]
        assert (row["item"], row["name"]) == (one.hit.item.position, one.hit.item.text)
        assert (row["vector"], row["submitted_at"]) == (one.vector, one.submitted_at)
        assert row["answer"] == (
            scheme.written(one.vector, one.hit.item, campaign.settings) or None
        )
        again = scheme.parse(row["given"], one.hit.item, campaign.settings)
        assert list(again) == one.vector


@pytest.mark.few(4)
def test_shares_are_of_what_counts(campaign: Campaign) -> None:
    first = campaign.enrolments.order_by("pk")[0]
    exclude_worker(enrolment=first, user=make_user(), reason="a habit")
    answers: dict[int, list[tuple[int, ...]]] = {}
    for row in rows_of(campaign, "judgments"):
        assert row["counts"] == (row["worker"] != first.worker.number)
        if row["counts"]:
            answers.setdefault(row["item"], []).append(tuple(row["vector"]))
    for row in rows_of(campaign, "distribution"):
        assert row["judgments"] == len(answers[row["item"]])
        assert row["share"] == row["votes"] / row["judgments"]
        if row["part"] == "answer":
            assert row["votes"] == answers[row["item"]].count(tuple(row["vector"]))
    for row in rows_of(campaign, "consensus"):
        assert row["judgments"] == len(answers[row["item"]])
    [worker] = [row for row in rows_of(campaign, "workers") if row["excluded"]]
    assert (worker["counting"], worker["median_seconds"]) == (0, None)


@pytest.mark.long
@pytest.mark.django_db
def test_a_tree_has_the_posterior_of_each_group() -> None:
    campaign = judged_campaign("nested")
    judgments = rows_of(campaign, "judgments")
    for row in rows_of(campaign, "distribution"):
        if row["part"] == "group":
            trees = [groups_of(one["vector"]) for one in judgments if one["item"] == row["item"]]
            has = [(row["begin"], row["end"] - 1) in tree for tree in trees]
            assert row["share"] == sum(has) / len(has)


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["pair", "label one", "label scale"])
def test_probabilities_are_those_of_the_model(kind: str) -> None:
    campaign = judged_campaign(kind)
    votes = [
        (row["name"], str(row["worker"]), row["answer"]) for row in rows_of(campaign, "judgments")
    ]
    theirs = {line["pair"]: line["posterior"] for line in consensus_lines(votes)}
    rows = rows_of(campaign, "distribution")
    assert rows
    for row in rows:
        assert row["dawid_skene"] == pytest.approx(theirs[row["name"]][row["answer"]], abs=1e-6)


@pytest.mark.django_db
def test_items_are_read_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = judged_campaign("flat")
    whole = rows_of(campaign, "judgments")
    monkeypatch.setattr(extent, "ITEMS_AT_ONCE", 2)
    with CaptureQueriesContext(connection) as queries:
        assert rows_of(campaign, "judgments") == whole
    pieces = -(-campaign.hits.count() // 2)
    assert len([one for one in queries if "annotation_judgment" in one["sql"]]) == pieces > 1
