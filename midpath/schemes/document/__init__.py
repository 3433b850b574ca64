"""Document collection: find a document of a site, such as its privacy policy, and copy it with
address, date and subtitles (ACL 2014 §2)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from midpath.schemes.answers import AnswersInOwnWords
from midpath.schemes.base import Item, Payload, Settings
from midpath.schemes.document.answer import version_of
from midpath.schemes.document.vector import PARTS, vector_of


class CollectionAnswers(AnswersInOwnWords):
    name = "document"
    emptied: ClassVar[tuple[Mapping[str, object], Sequence[int]]] = (
        {"url": "", "updated_on": {"text": "", "date": None}, "text": "", "subtitles": []},
        (0,) * (1 + PARTS),
    )

    def parse(self, payload: Payload, item: Item, settings: Settings) -> tuple[int, ...]:
        """Return the vector of a version, or raise InvalidAnswer.

        It has the form `{"url": "https://…", "updated_on": {"text": "May 3, 2014", "date":
        "2014-05-03"}, "text": "…", "subtitles": ["Cookies", …]}`; the date may be null and both
        texts of it empty.
        """
        version = version_of(payload)
        return vector_of(version.text, version.day, version.places)


answers = CollectionAnswers()
