"""The metadata of a dataset in Croissant 1.0: files, tables and columns, as JSON-LD."""

from collections.abc import Mapping, Sequence
from typing import Any

from analysis.exports.tables.card import description_of
from analysis.exports.tables.columns import Column, Kind
from analysis.exports.tables.table_file import TableFile
from annotation.models import AgreementState, Campaign

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
CONTEXT: Mapping[str, Any] = {
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


def croissant_of(campaign: Campaign, held: Sequence[TableFile]) -> dict[str, Any]:
    """Return the metadata; its version is the campaign's."""
    state = AgreementState.objects.filter(campaign=campaign).first()
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": VERSION,
        "name": campaign.name,
        "description": description_of(campaign),
        "version": f"{state.version if state else 0}.0.0",
        "distribution": [_file(one) for one in held],
        "recordSet": [_records(one) for one in held],
    }


def _file(held: TableFile) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": f"{held.table.name}.parquet",
        "name": f"{held.table.name}.parquet",
        "contentUrl": held.path,
        "contentSize": f"{held.size} B",
        "encodingFormat": PARQUET,
        "sha256": held.digest,
    }


def _records(held: TableFile) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": held.table.name,
        "name": held.table.name,
        "description": held.table.what,
        "field": [_field(held.table.name, column) for column in held.table.columns],
    }


def _field(table: str, column: Column) -> dict[str, Any]:
    told = {
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
    return told | ({"repeated": True} if column.kind is Kind.NUMBERS else {})
