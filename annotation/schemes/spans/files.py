"""The files that a campaign of spans is exported as."""

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
        "One judgment a row, those too that do not count: its spans, times, and what is known of "
        "the text. The command score --spans finds the same figures in it.",
    ),
    OutFile("judgments-jsonl", "judgments.jsonl", "The same as JSON lines."),
    OutFile(
        "spans-csv",
        "spans.csv",
        "One span a row that anybody marked: its text, how many marked it, and whether it is "
        "settled.",
    ),
    OutFile(
        CONLL,
        "spans.conll",
        "The settled spans as CoNLL-2003 has them: a word a line and its tag.",
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
        "Label Studio’s tasks with every judgment that counts as an annotation, the settled spans "
        "as a prediction, and known ones as ground truth.",
    ),
    OutFile(
        "brat", "brat.zip", "The settled spans as brat’s standoff: a ZIP of texts and .ann files."
    ),
    OutFile(
        "web-annotation",
        "spans.jsonld",
        "Every judgment that counts as W3C Web Annotations, one for each span, by its place and "
        "its words.",
    ),
)
