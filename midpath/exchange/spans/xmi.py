"""Read the XMI of UIMA, as INCEpTION, WebAnno and other programs write it.

    <xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" …>
      <type:NamedEntity xmi:id="5" sofa="1" begin="0" end="10" value="Person"/>
      <cas:Sofa xmi:id="1" sofaID="_InitialView" sofaString="Ada Brandt left."/>
    </xmi:XMI>

An element with a begin and an end is an annotation, whose layer is its name. Places are in UTF-16.
Entities and external files are refused, as is XML that is nested deeply."""

import re
from collections.abc import Iterator, Mapping, Sequence

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser, ParseError

from midpath.exchange.rows import BadCell, Faults
from midpath.exchange.spans.layers import Annotation, Layered, places_in

ROOT, VIEW = "{http://www.omg.org/XMI}XMI", "_InitialView"
SOFA = "{http:///uima/cas.ecore}Sofa"
XMI_ID = "{http://www.omg.org/XMI}id"
PLACE = re.compile(r"[0-9]{1,9}")
# Elements that are no annotations of people.
STRUCTURE = {
    *("NULL", "View", "Sofa", "FSArray", "StringArray", "IntegerArray", "FSList", "Token"),
    *("Sentence", "Paragraph", "Heading", "DocumentMetaData", "DocumentAnnotation", "Div"),
    *("TagsetDescription", "TagDescription", "XmlDocument", "XmlElement", "XmlTextNode"),
    *("CASMetadata", "LayerDefinition", "FeatureDefinition"),
}
OWN = {XMI_ID, "sofa", "begin", "end"}
ENDS = ({"Governor", "Dependent"}, {"source", "target"})
MAX_DEPTH, MAX_ELEMENTS = 20, 2_000_000
HOSTILE = "The XML declares entities or a document type, which are refused. Export it again."
DEEP = f"The XML is nested more than {MAX_DEPTH} levels deep, or has too many elements."
NO_TEXT = "The file has no text: no Sofa has a sofaString."
FORM = "An annotation is not at a place of the text. Export the file again."
Elements = Sequence[tuple[str, Mapping[str, str]]]


def is_xmi(text: str) -> bool:
    return "http://www.omg.org/XMI" in text[:20_000] and text.lstrip()[:1] == "<"


def read_xmi(name: str, who: str, body: bytes, to: Faults, *, known: bool = False) -> Layered:
    """Return the document in a file, or raise BadCell."""
    elements = _elements(body)
    sofas = [one for tag, one in elements if tag == SOFA and "sofaString" in one]
    if not sofas:
        raise BadCell("", NO_TEXT)
    sofa = next((one for one in sofas if one.get("sofaID") == VIEW), sofas[0])
    text = sofa["sofaString"]
    found = list(_annotations(elements, sofa.get(XMI_ID, ""), text, to))
    return Layered(name, who, text, found, known)


def _annotations(elements: Elements, sofa: str, text: str, to: Faults) -> Iterator[Annotation]:
    at = places_in(text)
    for tag, attributes in elements:
        layer = tag.rpartition("}")[2]
        if layer in STRUCTURE:
            continue
        if not attributes.keys() >= {"begin", "end"}:
            to.skip_field(0, layer, "element")
        elif any(attributes.keys() >= ends for ends in ENDS):
            to.skip(0, "relation")
        elif attributes.get("sofa", sofa) != sofa:
            to.skip(0, "annotation of another view")
        else:
            begin, end = (_place(attributes[name]) for name in ("begin", "end"))
            features = {
                name.rpartition("}")[2]: value
                for name, value in attributes.items()
                if name not in OWN and value
            }
            if not 0 <= at(begin) <= at(end):
                raise BadCell(layer, FORM)
            yield Annotation(layer, at(begin), at(end), features)


def _place(cell: str) -> int:
    if not PLACE.fullmatch(cell):
        raise BadCell("", FORM)
    return int(cell)


class _Target:
    """Collects the elements below the root with their attributes; others are only counted."""

    def __init__(self) -> None:
        self._depth = self._count = 0
        self._found: list[tuple[str, Mapping[str, str]]] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        self._count += 1
        if self._depth > MAX_DEPTH or self._count > MAX_ELEMENTS:
            raise BadCell("", DEEP)
        if self._depth == 1 and tag != ROOT:
            raise BadCell("", "This is XML, but not UIMA's XMI.")
        if self._depth == 2:
            self._found.append((tag, dict(attributes)))

    def end(self, _: str) -> None:
        self._depth -= 1

    def data(self, _: str) -> None:
        """Ignore text between elements."""

    def close(self) -> Elements:
        return self._found


def _elements(body: bytes) -> Elements:
    parser = DefusedXMLParser(target=_Target(), forbid_dtd=True)
    try:
        parser.feed(body)
        found: Elements = parser.close()
    except DefusedXmlException as error:
        raise BadCell("", HOSTILE) from error
    except ParseError as error:
        line, column = error.position
        raise BadCell("", f"The XML is broken in line {line}, column {column + 1}.") from error
    except (LookupError, ValueError) as error:
        if isinstance(error, BadCell):
            raise
        raise BadCell("", "The encoding of the XML is unknown. Save it as UTF-8.") from error
    return found
