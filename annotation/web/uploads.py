from typing import Protocol


class Upload(Protocol):
    """An uploaded file. Django's has no name or size only if a program makes it."""

    name: str
    size: int

    def read(self) -> bytes: ...
