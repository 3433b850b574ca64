"""The error that ends a command."""


class CommandError(Exception):
    """A message for the user, and the exit code."""

    def __init__(self, message: str, *, returncode: int = 1) -> None:
        super().__init__(message)
        self.returncode = returncode
