"""The first pairs of the shared RTE data, as a file and as a dataset."""

import csv
import io
from pathlib import Path

from annotation.models import Dataset, Item, Project
from tests.comparing.shared_data import RTE

PAIRS = 200


def write_pairs(file: Path) -> list[dict[str, str]]:
    """Write ten judgments of each pair to a file, and return them."""
    rows = list(csv.DictReader(io.StringIO(RTE.read_text())))[: 10 * PAIRS]
    with file.open("w", newline="") as out:
        writer = csv.DictWriter(out, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return rows


def pairs_of(rows: list[dict[str, str]], project: Project) -> Dataset:
    """Make a dataset of the pairs, with their gold answers."""
    first = {row["pair"]: row for row in reversed(rows)}
    names = list(dict.fromkeys(row["pair"] for row in rows))
    dataset = Dataset.objects.create(
        project=project, name="RTE", kind="pairs", item_count=len(names)
    )
    Item.objects.bulk_create(
        Item(
            dataset=dataset,
            position=position,
            text=name,
            content={
                "left": {"text": first[name]["text"]},
                "right": {"text": first[name]["hypothesis"]},
                "gold": first[name]["gold"],
            },
        )
        for position, name in enumerate(names, 1)
    )
    return dataset
