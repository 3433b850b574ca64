"""The export files of an elicitation."""

from annotation.schemes.base import OutFile

FILES = (
    OutFile(
        "questions",
        "questions.jsonl",
        "One line per question that counts: the app, the question, the number of the worker who "
        "wrote it, and the hints they saw.",
    ),
)
