"""A picture sent by a client."""

from collections.abc import Iterator
from contextlib import contextmanager

from annotation.api.fields import Sent, Strict
from annotation.services.datasets.upload_limits import require_size
from annotation.services.errors import ServiceError
from annotation.web.uploads import Upload

FORMS = "PNG, JPEG or WebP, of 10 MB and 40 million pixels at most; it is re-encoded."


class PictureInput(Strict):
    """A picture, as a file."""

    file = Sent(FORMS, max_length=255, allow_empty_file=True)


def body_of(upload: Upload) -> bytes:
    require_size(upload.size)
    return upload.read()


@contextmanager
def named_as_sent() -> Iterator[None]:
    """Report a refused picture under the name of the client's field."""
    try:
        yield
    except ServiceError as error:
        if error.details.get("field") == "pictures":
            error.details["field"] = "file"
        raise
