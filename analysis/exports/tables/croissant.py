"""The metadata of a dataset in Croissant 1.0: files, tables and columns, as JSON-LD."""

from collections.abc import Mapping, Sequence

from analysis.exports.tables.card import description_of
from analysis.exports.tables.columns import Column, Kind, TableFile
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
        "version": f"{state.version if state else 0}.0.0",
        "distribution": [_file(one) for one in files],
        "recordSet": [_records(one) for one in files],
    }


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
