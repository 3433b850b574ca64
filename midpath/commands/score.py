"""`midpath score`: compute agreement from files of judgments."""

from midpath.scoring.options import FilesCommand, examples_of
from midpath.scoring.scorers import SCORERS


class Score(FilesCommand):
    help = (
        f"Compute agreement: {'; '.join(scorer.purpose for scorer in SCORERS)}. Needs no "
        "database. Annotations that cannot be read are left out and counted by reason, with one "
        "example of each; --json lists all of them. To compare one set with another, such as a "
        "crowd with gold, use midpath compare."
    )
    examples = examples_of(SCORERS)
    scorers = SCORERS


command = Score
