"""The tables that every campaign exports, whatever its scheme, each in three formats."""

from typing import NamedTuple

from annotation.schemes.base import OutFile


class TableFiles(NamedTuple):
    """A table and its files, by format."""

    title: str
    what: str
    files: dict[str, OutFile]


FORMS = {"csv": "CSV", "jsonl": "JSON lines", "parquet": "Parquet"}
WHAT = {
    "judgments": "One row per judgment, including those that do not count: answer, times, review.",
    "consensus": "One row per item: the adjudicators’ decision, otherwise the workers’ consensus.",
    "distribution": "One row per answer, segment, group, span or sentence, with the share of "
    "judgments that have it.",
    "items": "One row per item of the dataset, with all its data.",
    "workers": "One row per worker, identified by number: judgments, times, whether they left.",
    "figures": "One row per figure, computed from exactly the judgments that count.",
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
    "All tables as a dataset folder: Parquet, a card (README.md) that datasets.load_dataset "
    "reads, and Croissant metadata.",
)
TABLES = tuple(_files(table, what) for table, what in WHAT.items())
TABLE_FILES = tuple(file for table in TABLES for file in table.files.values())
