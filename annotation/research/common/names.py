"""What people are called on research pages."""


def pseudonym(number: int | str) -> str:
    """By the worker's number in the project: no hint at who they are elsewhere."""
    return f"worker {number}"
