"""`manage.py draw_pairs`: the command of the program `midpath`, which also makes a dataset of pairs
from a dataset of documents."""

from argparse import ArgumentParser
from typing import cast

from django.core.management.base import CommandError

from addons.alignment.analysis.alignment_groups import groups_of
from addons.alignment.models import Alignment
from addons.alignment.services.draws import make_drawn_dataset, require_documents, require_groups
from analysis.reading.documents import documents_in
from annotation.management.base import (
    ProgramCommand,
    add_documents_argument,
    dataset_named,
    named_or_numbered,
)
from annotation.models import Dataset
from midpath.alignment.groups import Groups
from midpath.alignment.options.draw import USUAL_EDGE
from midpath.commands.draw_pairs import Arguments, DrawPairs, Flags, groups_in_files
from midpath.console.streams import file_named
from midpath.exchange.files import called
from midpath.exchange.pairs.content import write_pairs


class DatasetFlags(Flags):
    """The flags with those that need a database."""

    name: str | None
    disagree_with: str | None


class DrawPairsOfDataset(DrawPairs):
    help = f"{DrawPairs.help} From a dataset of documents, it makes a dataset of pairs."
    examples = f"""
  manage.py draw_pairs 5 --level sections --seed 7 --name "Section pairs"
  manage.py draw_pairs 5 --disagree-with "HMM of 10" --name "Disputed pairs"{DrawPairs.examples}"""
    group_flags = ("disagree_with", "groups")

    @classmethod
    def add_documents(cls, parser: ArgumentParser) -> None:
        add_documents_argument(parser)

    @classmethod
    def add_groups(cls, source: Arguments) -> None:
        source.add_argument(
            "--disagree-with",
            metavar="ALIGNMENT",
            help="an alignment of the dataset, by number or name: more than half of its runs count",
        )
        super().add_groups(source)

    @classmethod
    def add_output(cls, parser: ArgumentParser) -> None:
        parser.add_argument("--name", help="the name of the pair dataset")
        super().add_output(parser)

    def sample(self, options: Flags) -> None:
        flags = cast(DatasetFlags, options)
        path = file_named(flags["documents"])
        if path is None:
            self._sample_dataset(dataset_named(flags["documents"]), flags)
            return
        if flags["disagree_with"]:
            raise CommandError(
                f"{called(path)} has no alignments. Give its groups with --groups FILE."
            )
        if flags["name"]:
            raise CommandError("--name names a dataset, but none is created from a file.")
        super().sample(options)

    def _sample_dataset(self, dataset: Dataset, flags: DatasetFlags) -> None:
        require_documents(dataset)
        if not flags["name"] and not flags["dry_run"]:
            raise CommandError("Name the dataset of pairs with --name, or try with --dry-run.")
        groups = _groups_of(dataset, flags)
        result = self.draw(documents_in(dataset), dataset.details["statistics"], groups, flags)
        if flags["dry_run"]:
            return
        made = make_drawn_dataset(
            documents=dataset,
            user=None,
            name=flags["name"] or "",
            results=result.found,
            drawn=result.drawn,
        )
        self.messages(flags).write(
            f"Dataset {made.pk} ({made.name}) with {made.item_count:,} pairs."
        )
        if out := flags["out"]:
            pairs = made.items.order_by("position").values_list("text", "content")
            self.write(out, flags, write_pairs(pairs))


def _groups_of(dataset: Dataset, flags: DatasetFlags) -> Groups | None:
    if not flags["disagree_with"]:
        return groups_in_files(documents_in(dataset), flags)
    alignment = alignment_named(flags["disagree_with"], dataset)
    require_groups(alignment, dataset, flags["level"] or alignment.options.level)
    return groups_of(alignment, flags["edge"] or USUAL_EDGE)


def alignment_named(value: str, dataset: Dataset) -> Alignment:
    ready = Alignment.objects.filter(dataset=dataset, status=Alignment.Status.READY)
    found = named_or_numbered(ready, value)
    if found is None:
        known = ", ".join(f"{one.pk} ({one.name})" for one in ready.only("name")[:10])
        raise CommandError(
            f"{dataset.name} has no alignment {value!r} that is ready: {known or 'none yet'}."
        )
    return found


class Command(ProgramCommand):
    program = DrawPairsOfDataset
