"""The files that a collection is exported as."""

from annotation.schemes.base import OutFile

FILES = (
    OutFile(
        "versions",
        "versions.jsonl",
        "A line for each version that counts: the site, the number of the worker, address, date, "
        "text and main headings.",
    ),
)
