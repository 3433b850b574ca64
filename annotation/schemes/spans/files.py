"""The export files of a span campaign."""

from annotation.schemes.base import OutFile

CONLL = "conll"
FILES = (
    OutFile(
        "gold",
        "gold.json",
        "Everything: the texts, every judgment that counts, each consensus, the figures with "
        "their version, and the campaign’s terms.",
    ),
    OutFile(
        "judgments-csv",
        "judgments.csv",
        "One row per judgment, including those that do not count: its spans, times, and the "
        "text’s data. The command score --spans computes the same figures from it.",
    ),
    OutFile("judgments-jsonl", "judgments.jsonl", "The same in JSON lines."),
    OutFile(
        "spans-csv",
        "spans.csv",
        "One row per span marked by anyone: its text, how many workers marked it, and whether "
        "it is settled.",
    ),
    OutFile(
        CONLL,
        "spans.conll",
        "The settled spans in the format of CoNLL-2003: one word per line with its tag.",
    ),
    OutFile(
        "spacy",
        "spacy.jsonl",
        "The settled spans as lines of spaCy’s training data: entities, or spans where they may "
        "overlap.",
    ),
    OutFile(
        "label-studio",
        "label-studio.json",
        "Label Studio’s tasks: every judgment that counts as an annotation, the settled spans "
        "as a prediction, and gold answers as ground truth.",
    ),
    OutFile(
        "brat",
        "brat.zip",
        "The settled spans in brat’s standoff format: a ZIP of texts and .ann files.",
    ),
    OutFile(
        "web-annotation",
        "spans.jsonld",
        "Every judgment that counts as W3C Web Annotations, one per span, by position and by "
        "words.",
    ),
)
