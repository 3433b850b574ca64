"""`midpath score --evidence`: figures of questions, and of systems that answer them."""

from argparse import ArgumentParser
from typing import TYPE_CHECKING

from agreement.bootstrap import Plan
from midpath.console.output import Lines
from midpath.lazy import LazyModule
from midpath.scoring.by_column import BY
from midpath.scoring.scorers.base import Options, Scored, Scorer, add_files_argument
from midpath.tables.headlines import EVIDENCE

if TYPE_CHECKING:
    from midpath.scoring.scored import evidence
else:
    evidence = LazyModule("midpath.scoring.scored.evidence")


class EvidenceScorer(Scorer):
    place = 4
    name = "evidence"
    inputs = ("evidence",)
    files = ("evidence", "predictions")
    own = ("predictions", BY, "workload")
    alone = {"predictions": "--predictions goes with --evidence FILE, which has the questions."}
    for_one_set = ("predictions", BY, "workload")
    headlines = EVIDENCE
    purpose = "of evidence"
    units = "documents"
    examples = """
  midpath score --evidence evidence.jsonl --predictions system.jsonl
  midpath score --evidence evidence.jsonl --by categories --by document
"""

    def add_files(self, parser: ArgumentParser) -> None:
        add_files_argument(
            parser,
            "evidence",
            "questions on documents and the sentences that answer them: JSON lines "
            "(.jsonl), SQuAD (.json) or PrivacyQA's table (.csv, .tsv); with the baselines",
        )
        parser.add_argument(
            "--predictions",
            metavar="FILE",
            help="for --evidence: a system's answers, one line each: "
            '{"question": id, "sentences": [0, 3]}, [] for no answer; a question without an id is '
            "named after its document and its number there, document/1",
        )

    def score(self, options: Options, plan: Plan | None, errors: Lines) -> Scored:
        return evidence.scored(options, plan, errors)


scorer = EvidenceScorer()
