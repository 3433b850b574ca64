"""The export files of a pair campaign."""

from annotation.schemes.base import OutFile
from annotation.schemes.soft_labels import soft_label_files

FILES = (
    OutFile(
        "gold",
        "gold.json",
        "Everything: the pairs, every judgment that counts, each consensus with its support and "
        "ties, the workers’ agreement, the figures with their version, and the campaign’s terms.",
    ),
    OutFile(
        "judgments-csv",
        "judgments.csv",
        "One row per judgment, including those that do not count: answer, keywords, times, and "
        "the pair’s data. The command score --pairs computes the same figures from it.",
    ),
    OutFile(
        "judgments-jsonl",
        "judgments.jsonl",
        "The same in JSON lines, with each keyword separate.",
    ),
    OutFile(
        "consensus-csv",
        "consensus.csv",
        "One row per pair: its votes, majority, absolute majority, Dawid–Skene and their ties.",
    ),
    *soft_label_files("pair", "answer"),
    OutFile(
        "crowd-kit",
        "crowd-kit.csv",
        "The judgments that count as task, worker and label, for crowd-kit and similar tools.",
    ),
    OutFile(
        "label-studio",
        "label-studio.json",
        "Label Studio’s tasks: every judgment that counts as choices, gold answers as ground "
        "truth.",
    ),
)
