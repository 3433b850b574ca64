"""The tables that every campaign is exported as, whatever its scheme, each in three forms."""

from typing import NamedTuple

from annotation.schemes.base import OutFile


class TableFiles(NamedTuple):
    """A table and its files, by the name of their form."""

    title: str
    what: str
    files: dict[str, OutFile]


FORMS = {"csv": "CSV", "jsonl": "JSON lines", "parquet": "Parquet"}
WHAT = {
    "judgments": "One judgment a row, those too that do not count: answer, times, review.",
    "consensus": "One item a row: the adjudicator’s decision, else what the workers settle on.",
    "distribution": "One answer, segment, group, span or sentence a row, with the share of "
    "judgments that have it.",
    "items": "One item of the dataset a row, with all that it holds.",
    "workers": "One worker a row, under their number: judgments, times, whether they left.",
    "figures": "One figure a row, of exactly the judgments that count.",
}


def _files(table: str, what: str) -> TableFiles:
    files = {
        form: OutFile(f"table-{table}-{ending}", f"table-{table}.{ending}", f"{what} As {form}.")
        for ending, form in FORMS.items()
    }
    return TableFiles(table.capitalize(), what, files)


FOLDER = OutFile(
    "dataset",
    "dataset.zip",
    "All tables as the folder of a dataset: Parquet, a card (README.md) by which "
    "datasets.load_dataset reads it, and Croissant metadata.",
)
TABLES = tuple(_files(table, what) for table, what in WHAT.items())
TABLE_FILES = tuple(file for table in TABLES for file in table.files.values())
