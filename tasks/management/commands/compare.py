"""`manage.py compare`: compare a crowd with gold, from two files, without any service."""

from analysis.comparing.comparers import COMPARERS
from analysis.scoring.options import FilesCommand, examples_of


class Command(FilesCommand):
    help = (
        "Hold what a crowd said against gold, from files: α between the two, α of both together "
        "and of each, and in what they differ, as a comparison's page shows them. "
        f"{' '.join(comparer.purpose for comparer in COMPARERS)} Needs no database. What is in "
        "only one of the files is left out and counted. docs/metrics/ defines every figure, and "
        "manage.py score --help describes the files."
    )
    examples = examples_of(COMPARERS)
    scorers = COMPARERS
