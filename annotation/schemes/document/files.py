"""The export files of a collection."""

from annotation.schemes.base import OutFile

FILES = (
    OutFile(
        "versions",
        "versions.jsonl",
        "One line per version that counts: the site, the worker’s number, address, date, text "
        "and main headings.",
    ),
)
