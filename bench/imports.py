"""The cost of importing texts as a dataset, compared with PostgreSQL's own COPY of the resulting
rows.

"Read" is the file alone; "imported" is everything: reading, checking and storing."""

import statistics
from io import BytesIO
from itertools import count

from django.db import connection

from annotation.models import Dataset, Project
from annotation.services.datasets.datasets import import_dataset
from bench.exports import TURNS, timed
from midpath.exchange.readers import read_upload

TEXTS = 100_000
ROWS = (
    "COPY (SELECT dataset_id, position, text, content FROM annotation_item "
    "WHERE dataset_id = {dataset}) TO STDOUT"
)
INTO = "COPY annotation_item (dataset_id, position, text, content) FROM STDIN"


def main(texts: int = TEXTS) -> None:
    project, numbers = Project.objects.create(name=f"{texts:,} texts"), count(1)
    body = "".join(f"one of so many texts {number}\n" for number in range(texts)).encode()

    def imported() -> None:
        name = f"texts {next(numbers)}"
        import_dataset(project=project, user=None, name=name, filename="texts.txt", body=body)

    times: dict[str, list[float]] = {"read": [], "imported": [], "COPY": []}
    for _ in range(TURNS):
        times["read"].append(timed(lambda: read_upload("texts.txt", body)))
        times["imported"].append(timed(imported))
        times["COPY"].append(timed_copy(project))
    print(f"{texts:,} texts, {len(body) / 1e6:.1f} MB")
    median = {name: statistics.median(each) for name, each in times.items()}
    for name, seconds in median.items():
        print(f"{name:9}{seconds:7.2f} s")
    print(f"an import costs {median['imported'] / median['COPY']:.1f} times COPY of its rows")


def timed_copy(project: Project) -> float:
    """Return the seconds that COPY takes to store the rows of the latest dataset once more."""
    latest = Dataset.objects.filter(project=project).latest("pk")
    other = Dataset.objects.create(project=project, name=f"copy of {latest.pk}")
    rows = BytesIO()
    with connection.cursor() as cursor:
        cursor.copy_expert(ROWS.format(dataset=latest.pk), rows)
        first, second = (f"{number}\t".encode() for number in (latest.pk, other.pk))
        lines = (second + line[len(first) :] for line in rows.getvalue().splitlines(keepends=True))
        ready = BytesIO(b"".join(lines))
        return timed(lambda: cursor.copy_expert(INTO, ready))
