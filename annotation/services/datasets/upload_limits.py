"""The limits of uploaded files, checked before they are read."""

from django.conf import settings

from annotation.services.errors import Invalid, TooLarge
from midpath.exchange.archives import bomb_in
from midpath.exchange.lenient.excel_files import is_spreadsheet, problem_with_spreadsheet


def require_size(size: int) -> None:
    if size > settings.MAX_UPLOAD_BYTES:
        limit = settings.MAX_UPLOAD_BYTES / 2**20
        raise TooLarge(
            f"The file has {size / 2**20:.1f} MB; at most {limit:g} MB are taken at once. "
            "Split it into several files.",
            field="file",
        )


def require_body(body: bytes) -> None:
    require_size(len(body))
    if trouble := problem_with_spreadsheet(body):
        raise Invalid(trouble, field="file")
    if is_spreadsheet(body):
        return  # its reader has limits of its own
    if bomb := bomb_in(body, settings.MAX_UPLOAD_BYTES):
        raise TooLarge(
            f"This is {bomb}, not text, and unpacks to more than "
            f"{settings.MAX_UPLOAD_BYTES / 2**20:g} MB. Export it as CSV in UTF-8.",
            field="file",
        )
