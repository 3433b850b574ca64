"""`manage.py convert_evidence`: convert an evidence file to another format, without any service."""

from pathlib import Path

from django.core.management.base import CommandError, CommandParser

from annotation.management.base import MidpathCommand
from midpath.console.streams import write_file
from midpath.exchange.evidence.common_form import BadEvidence
from midpath.exchange.evidence.evidence_files import read_evidence_file, write_evidence
from midpath.exchange.evidence.without_minority import without_minority_in
from midpath.scoring.segment_files import first_fault
from midpath.text.formatting import counted


class Command(MidpathCommand):
    help = (
        "Write a file of evidence (questions on documents, and the sentences that answer them) in "
        "another form. The file extensions determine the formats: .jsonl, .json (SQuAD), .tsv or "
        ".csv "
        "(PrivacyQA's table, by tabs or by commas), and, to write only, .jsonld (W3C Web "
        "Annotation). Reports what the new format cannot store. Needs no database."
    )
    examples = """
  manage.py convert_evidence evidence.jsonl evidence.tsv
  manage.py convert_evidence dev-v2.0.json evidence.jsonl
  manage.py convert_evidence evidence.jsonl annotations.jsonld
  manage.py convert_evidence evidence.jsonl answered.tsv --without-minority
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", metavar="IN", help="the file to read")
        parser.add_argument("target", metavar="OUT", help="the file to write; it is replaced")
        parser.add_argument(
            "--without-minority",
            action="store_true",
            help="leave out the questions on which some annotators, but fewer than half, found no "
            "answer, as PrivacyQA does; reports their number",
        )

    def handle(
        self, *, source: str, target: str, without_minority: bool, **options: object
    ) -> None:
        path = source
        try:
            evidence, left_out = read_evidence_file(source), 0
            if without_minority:
                evidence, left_out = without_minority_in(evidence)
            path = target
            body, lost = write_evidence(target, evidence)
        except BadEvidence as bad:
            raise CommandError(first_fault(path, bad, self.stderr)) from bad
        write_file(Path(target), body)
        for what, times in lost.items():
            self.stderr.write(f"{target} cannot store {what}: {times:,}.")
        if without_minority:
            self.stderr.write(
                f"Left out: {counted(left_out, 'question')}: a minority found no answer."
            )
        self.stdout.write(
            f"{target}: {len(evidence.documents):,} documents, {len(evidence.questions):,} "
            f"questions, {len(evidence.annotators):,} annotators."
        )
