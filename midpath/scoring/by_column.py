"""The option `--by COLUMN`: figures for each value of a column of the data."""

from argparse import ArgumentParser

BY = "by"


def add_by_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        f"--{BY}",
        action="append",
        metavar="COLUMN",
        help="for --evidence: agreement and F1 for each value of a column of the questions: "
        "category (the question's own; always shown if there is one), categories (chosen by most "
        "annotators), document, length (its number of words), or a field in extra. May be given "
        "several times",
    )
