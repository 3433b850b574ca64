"""WebAnno's TSV and UIMA's XMI, alone and in the exports of INCEpTION."""

import io
import zipfile

import pytest

from midpath.exchange.readers import read_upload
from midpath.exchange.rows import Faults
from midpath.exchange.spans.formats import UIMA, form_of, read_marked
from midpath.exchange.spans.marked_text import Marked
from midpath.exchange.wanted import USUAL, Wanted

TEXT = "🙂 Ada Brandt left\nfor Oslo"
ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
HEAD = ["#FORMAT=WebAnno TSV 3.3", f"#T_SP={ENTITY}|identifier|value"]
SPANS = ((2, 12, "Person"), (22, 26, "Place"))


def tsv(*more: str, person: str = "Person", tail: str = "") -> str:
    header = [*HEAD, *more, "", ""]
    rows = [
        "#Text=🙂 Ada Brandt left",
        f"1-1\t0-2\t🙂\t_\t_\t{tail}",
        f"1-2\t3-6\tAda\thttp://x[1]\t{person}[1]\t{tail}",
        f"1-3\t7-13\tBrandt\thttp://x[1]\t{person}[1]\t{tail}",
        f"1-4\t14-18\tleft\t_\t_\t{tail}",
        "",
        "#Text=for Oslo",
        f"2-1\t19-22\tfor\t_\t_\t{tail}",
        f"2-2\t23-27\tOslo\t*\tPlace\t{tail}",
    ]
    return "\n".join([*header, *rows, ""])


def xmi(*more: str, person: str = "Person", text: str = TEXT) -> str:
    shown = text.replace("\n", "&#10;")
    return "\n".join(
        [
            '<?xml version="1.1" encoding="UTF-8"?>',
            '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore"',
            ' xmlns:t="http:///de/ner/type.ecore" xmi:version="2.0"><cas:NULL xmi:id="0"/>',
            f'<t:NamedEntity xmi:id="5" sofa="1" begin="3" end="13" value="{person}"/>',
            '<t:NamedEntity xmi:id="6" sofa="1" begin="23" end="27" value="Place" identifier="x"/>',
            '<t:Token xmi:id="7" sofa="1" begin="3" end="6"/>',
            *more,
            f'<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" sofaString="{shown}"/>',
            '<cas:View sofa="1" members="5 6"/></xmi:XMI>',
        ]
    )


def packed(**files: str | bytes) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return body.getvalue()


def read(
    body: str | bytes, name: str = "a.tsv", wanted: Wanted = USUAL
) -> tuple[list[Marked], Faults]:
    given = body if isinstance(body, bytes) else body.encode()
    assert form_of(name, given) == UIMA
    faults = Faults()
    return list(read_marked(UIMA, name, given, faults, wanted)), faults


@pytest.mark.parametrize(("name", "body"), [("a.tsv", tsv()), ("a.xmi", xmi())])
def test_a_document_is_a_text_with_spans(name: str, body: str) -> None:
    (found,), faults = read(body, name)
    assert not faults.errors
    assert found.text == TEXT
    assert found.answers == {"1": SPANS}
    assert "1 feature not read: NamedEntity.identifier" in map(str, faults.skipped)


def test_stacked_annotations_and_parts_of_words_are_read() -> None:
    body = "\n".join(
        [*HEAD, "", "#Text=Oslo is", "1-1\t0-4\tOslo\t*|*[2]\tPlace|Team\\[x\\][2]",
         "1-1.1\t0-2\tOs\t*\t*", "1-2\t5-7\tis\t*[2]\tTeam\\[x\\][2]", ""]
    )  # fmt: skip
    (found,), faults = read(body)
    assert not faults.errors
    assert found.answers["1"] == (
        (0, 2, "NamedEntity"), (0, 4, "Place"), (0, 7, "Team[x]"),
    )  # fmt: skip


def test_relations_and_chains_are_counted() -> None:
    more = ("#T_RL=webanno.custom.Rel|kind|BT_webanno.custom.Rel", "#T_CH=coref.Link|a|b")
    (found,), faults = read(tsv(*more, tail="r\t1-2\t_\tx[1]"))
    assert found.answers == {"1": SPANS}
    assert {one.reason: one.count for one in faults.skipped[:2]} == {
        "relation": 12,
        "link of a chain": 6,
    }
    element = '<t:Rel sofa="1" begin="3" end="6" Governor="5" Dependent="6"/>'
    (found,), faults = read(xmi(element), "a.xmi")
    assert found.answers == {"1": SPANS}
    assert "1 relation" in map(str, faults.skipped)


def test_one_of_several_layers_is_chosen() -> None:
    body = xmi('<t:Mood xmi:id="9" sofa="1" begin="14" end="18" tone="calm"/>')
    found, faults = read(body, "a.xmi")
    assert not found
    assert faults.controls == ["NamedEntity", "Mood"]
    assert "several layers: NamedEntity, Mood" in faults.errors[0].message
    (one,), faults = read(body, "a.xmi", Wanted("Mood"))
    assert one.answers == {"1": ((13, 17, "calm"),)}
    assert "2 annotations of the layer NamedEntity" in map(str, faults.skipped)
    (one,), _ = read(body, "a.xmi", Wanted("NamedEntity.identifier"))
    assert one.answers["1"][1] == (22, 26, "x")


def test_the_annotators_of_a_project_are_read_and_its_curation_is_gold() -> None:
    files: dict[str, str | bytes] = {
        "annotation/d.txt/ann.tsv": tsv(),
        "annotation/d.txt/bob.tsv": tsv(person="Group"),
        "annotation/d.txt/INITIAL_CAS.tsv": tsv(),
        "curation/d.txt/CURATION_USER.tsv": tsv(),
        "source/d.txt": TEXT,
    }
    (found,), faults = read(packed(**files), "a.zip")
    assert not faults.errors
    assert found.answers == {"ann": SPANS, "bob": ((2, 12, "Group"), SPANS[1])}
    assert found.known == SPANS
    assert found.name == "d.txt"
    assert "2 files not read: annotation/d.txt/INITIAL_CAS.tsv, source/d.txt" in map(
        str, faults.skipped
    )


def test_xmi_is_read_with_its_types_and_within_an_archive() -> None:
    one = packed(**{"ann.xmi": xmi(), "TypeSystem.xml": "<x/>"})
    (found,), faults = read(one, "a.zip")
    assert (found.answers, faults.errors) == ({"1": SPANS}, [])
    other = packed(**{"bob.xmi": xmi(person="Group"), "TypeSystem.xml": "<x/>"})
    project = packed(**{"annotation/d/ann.zip": one, "annotation/d/bob.zip": other})
    (found,), faults = read(project, "a.zip")
    assert sorted(found.answers) == ["ann", "bob"]


def test_files_of_one_text_are_of_several_annotators() -> None:
    (found,), _ = read(packed(**{"ann.xmi": xmi(), "bob.xmi": xmi()}), "a.zip")
    assert sorted(found.answers) == ["ann", "bob"]


BOMB = xmi().replace("<xmi:XMI", '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><xmi:XMI', 1)
OUTSIDE = BOMB.replace('"aaaa"', 'SYSTEM "file:///etc/passwd"')
DEEP = xmi("<a>" * 30 + "</a>" * 30)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (BOMB, "entities or a document type"),
        (OUTSIDE, "entities or a document type"),
        (DEEP, "nested more than 20 levels"),
        (xmi()[:-9], "broken in line"),
        (xmi().replace('begin="3"', 'begin="1"'), "not at a place of the text"),
        (xmi().replace('begin="3"', 'begin="x"'), "not at a place of the text"),
        (xmi().replace("sofaString", "other"), "no Sofa has a sofaString"),
        (tsv().replace("TSV 3.3", "TSV 2"), "from 3.0 to 3.3"),
        (tsv().replace("14-18", "14-19"), "Row 9, “left”"),
        (tsv().replace("23-27", "90000-90004"), "are not those of this text"),
        (tsv().replace("#Text=for", "#Text=to"), "do not add up"),
        (tsv().replace("2-2\t", "2:2\t"), "needs 5 columns"),
    ],
)
def test_hostile_and_broken_files_are_refused(body: str, said: str) -> None:
    found, faults = read(body)
    assert not found
    assert said in faults.errors[0].message


def test_a_layered_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("midpath.exchange.spans.uima.MAX_BYTES", 3000)
    inner = packed(**{"a.xmi": xmi() + " " * 3000})
    for body in (inner, packed(**{"annotation/d/ann.zip": inner})):
        found, faults = read(body, "a.zip")
        assert not found
        assert "unpacks to more than" in faults.errors[0].message


def test_an_upload_has_gold_spans() -> None:
    parsed = read_upload("a.tsv", tsv().encode())
    assert not parsed.errors
    assert '"Person"' in parsed.items[0].content["columns"]["gold"]
