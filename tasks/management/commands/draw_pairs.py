"""`manage.py draw_pairs`: pairs of sections or paragraphs, an equal number from each stratum."""

import resource
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.exchange.drawn import named, pairs_of
from annotation.exchange.pair_content import write_pairs
from annotation.exchange.readers import read_upload
from annotation.exchange.segments import LEVELS
from annotation.management.base import MidpathCommand, positive
from annotation.management.commands.import_dataset import describe
from annotation.management.corpus_table import corpus_table
from annotation.models import Dataset
from annotation.services.draws import insist_on_documents, make_drawn_dataset
from corpus.pairs import DOCUMENT_PAIRS, Plan
from tasks.draw_tables import draw_lines, histogram_lines
from tasks.drawing import Result, contents_of, draw_from

KILOBYTE, MEGABYTE = 2**10, 2**20


class Command(MidpathCommand):
    help = (
        "Draw pairs of sections or of paragraphs by the cosine of their tf-idf vectors, an equal "
        "number from each of [0, .25], (.25, .5], (.5, .75], (.75, 1]. Candidates are all pairs "
        "of segments of two documents of one category; of each category so many pairs of "
        "documents are drawn first. From a dataset of documents it makes a dataset of pairs, from "
        "a file a CSV. The same seed draws the same pairs."
    )
    examples = """
  manage.py draw_pairs 5 --level sections --seed 7 --name "Section pairs"
  manage.py draw_pairs policies.jsonl --level paragraphs --out pairs.csv
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "documents", metavar="DATASET|FILE", help="a dataset's number or name, or a file"
        )
        parser.add_argument("--level", choices=LEVELS, default="sections", help="default: sections")
        parser.add_argument(
            "--per-stratum", type=positive(int), default=250, metavar="N", help="default: 250"
        )
        parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
        parser.add_argument(
            "--document-pairs",
            type=_number_or_all,
            default=DOCUMENT_PAIRS,
            metavar="N|all",
            help=f"pairs of documents of each category; default: {DOCUMENT_PAIRS}",
        )
        parser.add_argument(
            "--smooth", action="store_true", help="smooth the weights as scikit-learn does"
        )
        parser.add_argument("--name", help="what the dataset of pairs is called")
        parser.add_argument("--out", type=Path, metavar="FILE", help="write the pairs as CSV")
        parser.add_argument("--dry-run", action="store_true", help="draw, print, make nothing")

    def handle(self, **options: Any) -> None:
        path = Path(options["documents"])
        if options["seed"] < 0:
            raise CommandError("The seed must be 0 or more.")
        if path.is_file():
            self._from_file(path, options)
        else:
            self._from_dataset(dataset_named(options["documents"]), options)

    def _from_file(self, path: Path, options: Mapping[str, Any]) -> None:
        try:
            parsed = read_upload(path.name, path.read_bytes())
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
        for wrong in parsed.errors:
            self.stderr.write(describe(asdict(wrong)))
        if parsed.errors:
            raise CommandError(f"{path} has errors. Mend them and try again.")
        if parsed.kind != Dataset.Kind.DOCUMENTS:
            raise CommandError(f"{path} holds {parsed.kind}: pairs are drawn from documents.")
        documents = {n: (item.text, item.content) for n, item in enumerate(parsed.items)}
        contents = ((number, content) for number, (_, content) in documents.items())
        result = self._draw(contents, parsed.details["statistics"], options)
        if options["out"] and not options["dry_run"]:
            self._write(options["out"], write_pairs(pairs_of(named(result.drawn), documents)))

    def _from_dataset(self, dataset: Dataset, options: Mapping[str, Any]) -> None:
        insist_on_documents(dataset)
        if not options["name"] and not options["dry_run"]:
            raise CommandError("Name the dataset of pairs with --name, or try with --dry-run.")
        result = self._draw(contents_of(dataset), dataset.details["statistics"], options)
        if options["dry_run"]:
            return
        made = make_drawn_dataset(
            documents=dataset,
            user=None,
            name=options["name"],
            results=result.found,
            drawn=result.drawn,
        )
        self.stdout.write(f"Dataset {made.pk} ({made.name}) with {made.item_count:,} pairs.")
        if options["out"]:
            pairs = made.items.order_by("position").values_list("text", "content")
            self._write(options["out"], write_pairs(pairs))

    def _draw(self, contents: Any, statistics: Any, options: Mapping[str, Any]) -> Result:
        plan = Plan(
            per_stratum=options["per_stratum"],
            seed=options["seed"],
            document_pairs=options["document_pairs"],
            smooth=options["smooth"],
        )
        began = time.monotonic()
        result = draw_from(contents, options["level"], plan, self._progress())
        seconds = time.monotonic() - began
        lines = [
            *corpus_table(statistics),
            "",
            *histogram_lines(result.found["histogram"]["counts"]),
            "",
            *draw_lines(result.found),
            f"Drawn in {seconds:.1f} s; the process held {peak_megabytes():,.0f} MB at most.",
        ]
        self.stdout.write("\n".join(lines))
        return result

    def _progress(self) -> Callable[[int, int], None]:
        """A line that rewrites itself, where somebody looks at it."""
        if not sys.stderr.isatty():
            return lambda done, total: None
        shown = -1

        def show(done: int, total: int) -> None:
            nonlocal shown
            percent = 100 * done // max(1, total)
            if percent != shown:
                shown = percent
                end = "\n" if percent == 100 else "\r"
                self.stderr.write(f"{percent:>3}% of {total:,} candidates", ending=end)

        return show

    def _write(self, path: Path, text: str) -> None:
        try:
            path.write_text(text, encoding="utf-8", newline="")
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{path}, {len(text.encode()):,} bytes")


def dataset_named(value: str) -> Dataset:
    datasets = Dataset.objects.select_related("project")
    found = list(datasets.filter(name=value).order_by("pk")[:2])
    if not found and value.isascii() and value.isdigit() and len(value) < 19:
        found = list(datasets.filter(pk=int(value)))
    if len(found) > 1:
        raise CommandError(f"Several datasets are named {value!r}. Give the number of one.")
    if not found:
        documents = datasets.filter(kind=Dataset.Kind.DOCUMENTS).order_by("pk")[:10]
        known = ", ".join(f"{dataset.pk} ({dataset.name})" for dataset in documents)
        raise CommandError(
            f"There is no file and no dataset {value!r}. Documents: {known or 'none yet'}."
        )
    return found[0]


def peak_megabytes() -> float:
    """Of this process since it began; Linux tells kilobytes, macOS bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (MEGABYTE if sys.platform == "darwin" else KILOBYTE)


def _number_or_all(value: str) -> int | None:
    return None if value == "all" else positive(int)(value)
