"""The files that a campaign of evidence is exported as."""

from annotation.schemes.base import OutFile

FILES = (
    OutFile(
        "gold",
        "gold.json",
        "Everything: the documents, every question with its answers that count and what they "
        "agree on, the figures with their version, the baselines, and the campaign’s terms.",
    ),
    OutFile(
        "evidence-jsonl",
        "evidence.jsonl",
        "Documents, questions and answers as JSON lines, with all that was said beside the "
        "evidence. Imported again and replayed, it gives the same answers; the command score "
        "--evidence finds the same figures in it.",
    ),
    OutFile(
        "squad",
        "squad.json",
        "The form of SQuAD 2.0: each run of sentences, or each span, as an answer with its place.",
    ),
    OutFile(
        "privacyqa",
        "privacyqa.tsv",
        "PrivacyQA’s table: one row for each question and sentence, and a column for each worker. "
        "Divided by tabs, as it was published.",
    ),
    OutFile(
        "privacyqa-csv",
        "privacyqa.csv",
        "The same table divided by commas, for spreadsheets: what looks like a formula has an "
        "apostrophe before it.",
    ),
    OutFile(
        "web-annotation",
        "annotations.jsonld",
        "W3C Web Annotation: one annotation for each answer, by position and by quote.",
    ),
    OutFile(
        "answer-sets",
        "answer-sets.json",
        "For each question the sections of its document that hold anybody’s evidence, as the "
        "evaluation of alignments takes them (ACL 2014).",
    ),
)
