"""The card of a dataset, README.md, whose header describes its files to `datasets.load_dataset`;
and its metadata in Croissant 1.0: files, tables and columns, as JSON-LD."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from analysis.exports.tables.columns import Column, Kind, TableFile
from annotation.models import AgreementState, Campaign
from annotation.schemes import scheme_of
from midpath.text.formatting import counted
from midpath.text.licences import LICENCES, address_of

TAGS = ("human-annotation", "crowdsourcing", "inter-annotator-agreement", "midpath")
READING = """```python
import datasets, pandas

judgments = datasets.load_dataset("this/folder", split="train")
consensus = datasets.load_dataset("this/folder", "consensus", split="train")
items = pandas.read_parquet("this/folder/data/items.parquet")
```"""
PEOPLE = """Workers are identified by number, never by name or id. Answers under a number are
still about people: share no more than they consented to."""
NO_LICENCE = """Not specified yet. Before you publish the dataset, add a licence to the head of this
card and to `croissant.json`, based on the terms of the items and the workers' consent."""

OF_JUDGMENTS = """Before you publish the judgments, check that these terms and the workers' consent
allow it."""


def card_of(campaign: Campaign, files: Sequence[TableFile]) -> str:
    """Return the card. Values in its header are JSON, which is also YAML."""
    return "\n".join([*_head(campaign, files), *_body(campaign, files)]) + "\n"


def description_of(campaign: Campaign) -> str:
    """Return a description of the dataset in two sentences."""
    dataset = campaign.dataset
    items = dataset.item_count - campaign.left_out
    return (
        f"Judgments of workers on {counted(items, 'item')} of “{dataset.name}”, "
        f"campaign “{campaign.name}”. Their question: {campaign_question(campaign)}"
    )


def campaign_question(campaign: Campaign) -> str:
    return scheme_of(campaign).question_of(campaign.settings)


def _head(campaign: Campaign, files: Sequence[TableFile]) -> Iterator[str]:
    yield "---"
    yield f"pretty_name: {json.dumps(campaign.name)}"
    yield f"tags: {json.dumps(TAGS)}"
    if licence := campaign.dataset.licence:
        yield f"license: {_identifier(licence)}"
    yield "configs:"
    for place, one in enumerate(files):
        yield f"- config_name: {one.table.name}"
        if not place:
            yield "  default: true"
        yield "  data_files:"
        yield "  - split: train"
        yield f"    path: {one.path}"
    yield "---"


def _body(campaign: Campaign, files: Sequence[TableFile]) -> Iterator[str]:
    scheme = scheme_of(campaign)
    yield f"# {plain(campaign.name)}\n\n{plain(description_of(campaign))}\n"
    yield f"- Scheme: {scheme.title.lower()}\n- Judgments per item: {campaign.redundancy}"
    if campaign.asked_beyond:
        yield f"- Extra judgments for some items: {campaign.asked_beyond}"
    yield f"- Reward per judgment: {campaign.reward} {campaign.currency}\n"
    yield f"## Instructions for workers\n\n{_quoted(campaign.instructions)}\n"
    for number, one in enumerate(campaign.wordings, 2):
        yield f"### Wording {number}: {plain(one['name'])}\n\n{_quoted(one['instructions'])}\n"
    yield "## Contents\n\n| configuration | rows | file |\n|---|---|---|"
    yield from (f"| `{one.table.name}` | {one.rows:,} | `{one.path}` |" for one in files)
    yield f"\n## How to read it\n\n{READING}\n"
    yield "Columns with JSON contain it as text: `json.loads` reads a cell."
    for one in files:
        yield f"\n## `{one.table.name}`\n\n{one.table.what}\n"
        yield "| column | type | contents |\n|---|---|---|"
        yield from (
            f"| `{column.name}` | {column.kind.value} | {column.what} |"
            for column in one.table.columns
        )
    yield f"\n## People\n\n{PEOPLE}\n\n## Licence\n\n{_licence_of(campaign)}"


def _licence_of(campaign: Campaign) -> str:
    licence = campaign.dataset.licence
    if not licence:
        return NO_LICENCE
    address = address_of(licence)
    named = plain(licence) if address in licence else f"{plain(licence)} ({address})"
    return f"The items: {named}. {OF_JUDGMENTS}"


def _identifier(licence: str) -> str:
    """Return the licence as the Hugging Face Hub names it: common ones in lower case, others
    `other`."""
    return licence.lower() if licence in LICENCES else "other"


def plain(text: str) -> str:
    r"""Return a text as Markdown that displays it literally.

    >>> plain("*a* <b>")
    '\\*a\\* \\<b\\>'
    """
    return re.sub(r"([\\`*_{}\[\]<>#|])", r"\\\1", " ".join(text.split()))


def _quoted(text: str) -> str:
    """Return the researcher's text, which is Markdown, as a quotation."""
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


VERSION = "http://mlcommons.org/croissant/1.0"
PARQUET = "application/x-parquet"
TYPES = {
    Kind.TEXT: "sc:Text",
    Kind.WHOLE: "sc:Integer",
    Kind.NUMBER: "sc:Float",
    Kind.CHOICE: "sc:Boolean",
    Kind.MOMENT: "sc:DateTime",
    Kind.NUMBERS: "sc:Integer",
    Kind.JSON: "sc:Text",
}
OWN = (
    *("citeAs", "column", "equivalentProperty", "extract", "field", "fileProperty", "fileObject"),
    *("fileSet", "format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField"),
    *("path", "recordSet", "references", "regex", "repeated", "replace", "samplingRate"),
    *("separator", "source", "subField", "transform"),
)
CONTEXT: Mapping[str, object] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{name: f"cr:{name}" for name in OWN},
}


def croissant_of(campaign: Campaign, files: Sequence[TableFile]) -> dict[str, object]:
    """Return the metadata; its version is the campaign's."""
    state = AgreementState.objects.filter(campaign=campaign).first()
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": VERSION,
        "name": campaign.name,
        "description": description_of(campaign),
        **_license(campaign.dataset.licence),
        "version": f"{state.version if state else 0}.0.0",
        "distribution": [_file(one) for one in files],
        "recordSet": [_records(one) for one in files],
    }


def _license(licence: str) -> dict[str, object]:
    return {"license": address_of(licence) or licence} if licence else {}


def _file(file: TableFile) -> dict[str, object]:
    return {
        "@type": "cr:FileObject",
        "@id": f"{file.table.name}.parquet",
        "name": f"{file.table.name}.parquet",
        "contentUrl": file.path,
        "contentSize": f"{file.size} B",
        "encodingFormat": PARQUET,
        "sha256": file.digest,
    }


def _records(file: TableFile) -> dict[str, object]:
    return {
        "@type": "cr:RecordSet",
        "@id": file.table.name,
        "name": file.table.name,
        "description": file.table.what,
        "field": [_field(file.table.name, column) for column in file.table.columns],
    }


def _field(table: str, column: Column) -> dict[str, object]:
    described = {
        "@type": "cr:Field",
        "@id": f"{table}/{column.name}",
        "name": column.name,
        "description": column.what,
        "dataType": TYPES[column.kind],
        "source": {
            "fileObject": {"@id": f"{table}.parquet"},
            "extract": {"column": column.name},
        },
    }
    return described | ({"repeated": True} if column.kind is Kind.NUMBERS else {})
