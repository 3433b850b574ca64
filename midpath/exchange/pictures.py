"""Re-encode pictures from their pixels. Nothing else of a file is stored."""

import struct
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

READ = ("PNG", "JPEG", "WEBP")
MAX_BYTES = 10 * 2**20
MAX_PIXELS = 40_000_000
JPEG_QUALITY = 90
WITH_ALPHA = {"RGBA", "LA", "PA", "RGBa", "La"}
BROKEN = (OSError, SyntaxError, ValueError, EOFError, IndexError, OverflowError, struct.error)
OTHER = "This is not a PNG, JPEG or WebP picture, despite its name. Save it as one of these."


class NoPicture(ValueError):
    """The reason why these bytes are not accepted as a picture, as a sentence."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True)
class CleanPicture:
    body: bytes
    media_type: str
    width: int
    height: int

    @property
    def sha256(self) -> str:
        return sha256(self.body).hexdigest()


def pixels_in(body: bytes) -> int:
    """Return the number of pixels that the header states, without unpacking the picture."""
    with _opened(body) as image:
        return image.width * image.height


def clean_picture(body: bytes) -> CleanPicture:
    """Return the first picture in the file, upright, as JPEG if it was one, else as PNG."""
    with _opened(body) as image:
        lossy = image.format == "JPEG"
        pixels = _pixels(image)
    return _written(pixels, lossy=lossy)


@contextmanager
def _opened(body: bytes) -> Iterator[Image.Image]:
    """Yield the picture, unpacked only after its header and size are checked. Raise NoPicture for
    anything that is wrong with it, also while the caller works on it."""
    if len(body) > MAX_BYTES:
        raise NoPicture(f"A picture can have at most {MAX_BYTES // 2**20} MB. Make it smaller.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(BytesIO(body), formats=READ) as image:
                _require_size(image.width, image.height)
                yield image
    except NoPicture:
        raise
    except UnidentifiedImageError:
        raise NoPicture(OTHER) from None
    except Image.DecompressionBombError:
        raise _too_many() from None
    except BROKEN:
        raise NoPicture("The picture is damaged. Save it again.") from None


def _pixels(image: Image.Image) -> Image.Image:
    upright = ImageOps.exif_transpose(image)
    clear = upright.mode in WITH_ALPHA or "transparency" in upright.info
    pixels = upright.convert("RGBA" if clear else "RGB")
    pixels.info = {}
    return pixels


def _written(pixels: Image.Image, *, lossy: bool) -> CleanPicture:
    """Return the encoded picture. A PNG above the size limit becomes a JPEG on white."""
    if not lossy:
        body = BytesIO()
        pixels.save(body, "PNG")
        if body.tell() <= MAX_BYTES:
            return CleanPicture(body.getvalue(), "image/png", *pixels.size)
    if pixels.mode == "RGBA":
        white = Image.new("RGB", pixels.size, "white")
        white.paste(pixels, mask=pixels.getchannel("A"))
        pixels = white
    body = BytesIO()
    pixels.save(body, "JPEG", quality=JPEG_QUALITY)
    if body.tell() > MAX_BYTES:
        raise _too_many()
    return CleanPicture(body.getvalue(), "image/jpeg", *pixels.size)


def _require_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise _too_many()


def _too_many() -> NoPicture:
    return NoPicture(
        f"A picture can have at most {MAX_PIXELS // 10**6} million pixels, such as 8,000 by "
        "5,000. "
        "Make it smaller."
    )
