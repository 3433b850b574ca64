"""`manage.py align`: the command of the program `midpath`, which also aligns a dataset."""

from argparse import ArgumentParser

from addons.alignment.analysis.campaign_golds import golds_of
from addons.alignment.services.draws import require_documents
from analysis.reading.documents import documents_in
from annotation.management.base import ProgramCommand, add_documents_argument, dataset_named
from midpath.alignment.golds import Golds
from midpath.alignment.places import Named
from midpath.commands.align import Align, Flags
from midpath.console.streams import file_named


class AlignDataset(Align):
    examples = f"""
  manage.py align 5 --groups 12 --method strict_forward --out groups.jsonl{Align.examples}"""

    @classmethod
    def add_documents(cls, parser: ArgumentParser) -> None:
        add_documents_argument(parser)

    def documents_of(self, options: Flags) -> tuple[list[Named], Golds]:
        if file_named(options["documents"]):
            return super().documents_of(options)
        dataset = dataset_named(options["documents"])
        require_documents(dataset)
        found = golds_of(
            dataset, options["level"], least=options["labels_least"], without=options["without"]
        )
        return list(documents_in(dataset)), found


class Command(ProgramCommand):
    program = AlignDataset
