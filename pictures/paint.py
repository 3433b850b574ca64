"""Write a picture as a small PNG: what a page shows needs few colours."""

from io import BytesIO
from pathlib import Path

from PIL import Image

MOST_BYTES = 150_000
COLOURS = (128, 64, 32)


def paint(shot: bytes, file: Path) -> int:
    """Write the picture in as many colours as keep it small, and return its bytes."""
    with Image.open(BytesIO(shot)) as picture:
        flat = picture.convert("RGB")
        for colours in COLOURS:
            few = flat.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
            few.save(file, optimize=True)
            if file.stat().st_size <= MOST_BYTES:
                break
    return file.stat().st_size
