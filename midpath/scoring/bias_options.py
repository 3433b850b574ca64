"""The options of `midpath score --bias`."""

from argparse import ArgumentParser

from agreement.prepositions import languages


def add_bias_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--bias",
        action="store_true",
        help="show the annotators' preferences regardless of the text: segments, their lengths, "
        "cuts around prepositions, heights of trees compared with random trees; with both kinds "
        "of files, also how entailment is distributed over the texts",
    )
    parser.add_argument(
        "--prepositions",
        metavar="LIST",
        help=f"for --bias: a language ({', '.join(languages())}; default en) or a file with one "
        "word per line",
    )
    parser.add_argument(
        "--tags",
        metavar="COLUMN",
        help="for --bias: the column with a tag for each word, separated by spaces, to show cuts "
        "around verb phrases: parts of speech (VBD, VERB, ...) or chunks (B-VP, I-VP)",
    )
    parser.add_argument(
        "--by-worker",
        action="store_true",
        help="show each annotator against the others, and what they prefer with --bias. Only where "
        'the keys "1", "2", ... of the file mean the same person in every text; tables and '
        "Midpath's own files say so themselves",
    )
