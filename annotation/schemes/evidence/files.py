"""The export files of an evidence campaign."""

from annotation.schemes.base import OutFile

FILES = (
    OutFile(
        "gold",
        "gold.json",
        "Everything: the documents, every question with the answers that count and their "
        "consensus, the figures with their version, the baselines, and the campaign’s terms.",
    ),
    OutFile(
        "evidence-jsonl",
        "evidence.jsonl",
        "Documents, questions and answers in JSON lines, including the answers to the "
        "additional questions. Imported again and replayed, it gives the same answers; the "
        "command score --evidence computes the same figures from it.",
    ),
    OutFile(
        "evidence-answered",
        "answered.evidence.jsonl",
        "The same without the questions on which a minority of the workers found no answer, as "
        "PrivacyQA published its questions.",
    ),
    OutFile(
        "squad",
        "squad.json",
        "The format of SQuAD 2.0: each run of sentences, or each span, is an answer with its "
        "position.",
    ),
    OutFile(
        "privacyqa",
        "privacyqa.tsv",
        "PrivacyQA’s table: one row per question and sentence, one column per worker. Separated "
        "by tabs, as published.",
    ),
    OutFile(
        "privacyqa-csv",
        "privacyqa.csv",
        "The same table separated by commas, for spreadsheets: values that look like formulas "
        "start with an apostrophe.",
    ),
    OutFile(
        "privacyqa-answered",
        "answered.privacyqa.tsv",
        "PrivacyQA’s table without the questions on which a minority of the workers found no "
        "answer.",
    ),
    OutFile(
        "web-annotation",
        "annotations.jsonld",
        "W3C Web Annotation: one annotation per answer, by position and by quote.",
    ),
    OutFile(
        "answer-sets",
        "answer-sets.json",
        "For each question, the sections of its document that contain anyone’s evidence, as "
        "input for the evaluation of alignments (ACL 2014).",
    ),
)
