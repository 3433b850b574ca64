"""Write a screenshot as a small PNG: pages need few colours."""

from io import BytesIO
from pathlib import Path

from PIL import Image

MAX_BYTES = 150_000
COLOURS = (128, 64, 32)
# The overview: a wide page and a phone's, of the same height, on the background colour of a desk.
DESK, GAP, HIGH = "#eceae3", 24, 940


def paint(shot: bytes, file: Path) -> int:
    """Write the picture with few enough colours to keep it small, and return its bytes."""
    with Image.open(BytesIO(shot)) as picture:
        flat = picture.convert("RGB")
        for colours in COLOURS:
            few = flat.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
            few.save(file, optimize=True)
            if file.stat().st_size <= MAX_BYTES:
                break
    return file.stat().st_size


def overview(folder: Path, wide: str, phone: str, name: str) -> int:
    """Place two pictures of the folder side by side."""
    parts = []
    for each in (wide, phone):
        with Image.open(folder / f"{each}.png") as picture:
            full = picture.convert("RGB")
        size = (full.width * HIGH // full.height, HIGH)
        parts.append(full.resize(size, Image.Resampling.LANCZOS))
    width = sum(part.width for part in parts) + 3 * GAP
    paper = Image.new("RGB", (width, HIGH + 2 * GAP), DESK)
    paper.paste(parts[0], (GAP, GAP))
    paper.paste(parts[1], (2 * GAP + parts[0].width, GAP))
    shot = BytesIO()
    paper.save(shot, "PNG")
    return paint(shot.getvalue(), folder / f"{name}.png")
