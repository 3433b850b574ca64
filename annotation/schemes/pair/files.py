"""The files that a campaign of pairs is exported as."""

from annotation.schemes.base import OutFile

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
        "One judgment a row, those too that do not count: answer, keywords, times, and what is "
        "known of the pair. The command score --pairs finds the same figures in it.",
    ),
    OutFile(
        "judgments-jsonl",
        "judgments.jsonl",
        "The same as JSON lines, each keyword by itself.",
    ),
    OutFile(
        "consensus-csv",
        "consensus.csv",
        "One pair a row: its votes, majority, absolute majority, Dawid–Skene and their ties.",
    ),
    OutFile(
        "crowd-kit",
        "crowd-kit.csv",
        "The judgments that count as task, worker and label, for crowd-kit and its like.",
    ),
    OutFile(
        "label-studio",
        "label-studio.json",
        "Label Studio’s tasks with every judgment that counts as choices, and what is known as "
        "ground truth.",
    ),
)
