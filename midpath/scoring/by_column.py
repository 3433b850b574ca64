"""The option `--by COLUMN`: figures for each value of a column of the data."""

from argparse import ArgumentParser

BY = "by"


def add_by_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        f"--{BY}",
        action="append",
        metavar="COLUMN",
        help="add the figures for each value of a column, such as --by language, or for each "
        "number of words: --by length. For evidence, columns of the questions: category (the "
        "question's own; always shown if there is one), categories (chosen by most annotators), "
        "document, or a field in extra. May be given several times",
    )
