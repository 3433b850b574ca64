"""The items of a snapshot, as schemes and kernels read them."""

from dataclasses import dataclass

from midpath.json_types import JsonMapping


@dataclass(frozen=True)
class SnapshotItem:
    """An item by its number, or a document, which has none."""

    text: str
    content: JsonMapping
    position: int = 0
    document: "SnapshotItem | None" = None

    @property
    def words(self) -> list[str]:
        words: list[str] = self.content["tokens"]
        return words
