"""The files that an elicitation is exported as."""

from annotation.schemes.base import OutFile

FILES = (
    OutFile(
        "questions",
        "questions.jsonl",
        "A line for each question that counts: the app, the question, the number of the worker "
        "who asked it, and the hints that they were given.",
    ),
)
