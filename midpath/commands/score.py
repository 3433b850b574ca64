"""`midpath score`: compute agreement from files of judgments."""

from argparse import ArgumentParser

from midpath.console.streams import require_place
from midpath.scoring.file_sets import (
    add_table_argument,
    file_sets,
    scored_together,
    sets_of,
    write_table,
)
from midpath.scoring.options import FilesCommand, examples_of
from midpath.scoring.scorers import SCORERS
from midpath.scoring.scorers.base import Options, Scored, Scorer

SEVERAL = """
Several files make a table with a row per set. Flat and nested files of the same name are one set:
Q500_flat.json and Q500_nested.json, or Q500/flat.json and Q500/nested.json, are the set Q500.
NAME=FILE gives a set another name.
"""


class Score(FilesCommand):
    help = (
        f"Compute agreement: {'; '.join(scorer.purpose for scorer in SCORERS)}. Needs no "
        "database. Annotations that cannot be read are left out and counted by reason, with one "
        "example of each; --json lists all of them. To compare one set with another, such as a "
        "crowd with gold, use midpath compare."
    )
    examples = f"{examples_of(SCORERS)}{SEVERAL}"
    scorers = SCORERS

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        add_table_argument(parser)

    def scored(self, scorer: Scorer, options: Options) -> Scored:
        if options["table"] is not None:
            require_place(options["table"])
        every = [
            (one, super(Score, self).scored(scorer, {**options, **one.files}))
            for one in file_sets(scorer, options)
        ]
        sets = sets_of(scorer, every)
        if options["table"] is not None:
            write_table(options["table"], sets)
        return every[0][1] if len(every) == 1 else scored_together(sets, every)


command = Score
