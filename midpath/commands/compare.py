"""`midpath compare`: compare a crowd with gold, from two files."""

from midpath.comparing.comparers import COMPARERS
from midpath.scoring.options import FilesCommand, examples_of


class Compare(FilesCommand):
    help = (
        "Compare a crowd with gold, from files: α between the two, α of both together and of "
        "each, and how they differ, as on a comparison's page. "
        f"{' '.join(comparer.purpose for comparer in COMPARERS)} Needs no database. Items in "
        "only one of the files are left out and counted. docs/metrics/ defines every figure, and "
        "midpath score --help describes the files."
    )
    examples = examples_of(COMPARERS)
    scorers = COMPARERS


command = Compare
