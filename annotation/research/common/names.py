"""The names of people on research pages."""


def pseudonym(number: int | str) -> str:
    """Return a pseudonym by the worker's number in the project, with no hint at who they are."""
    return f"worker {number}"
