"""Pictures are re-encoded; other files are refused with the reason."""

import struct
import zlib
from contextlib import suppress
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from midpath.exchange.pictures import MAX_BYTES, NoPicture, clean_picture
from tests.helpers.apps import picture_bytes
from tests.helpers.tiers import by_tier

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>'
HTML = b"<!doctype html><script>alert(1)</script>"
SCRIPT = b"<script>alert(document.cookie)</script>"


def refusal(body: bytes) -> str:
    with pytest.raises(NoPicture) as refused:
        clean_picture(body)
    return refused.value.message


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_that_claims(width: int, height: int) -> bytes:
    """Return a file of a few bytes that would decompress to a picture of that size."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    body = chunk(b"IDAT", zlib.compress(b"\0" * 1000))
    return b"\x89PNG\r\n\x1a\n" + head + body + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("kind", "found"), [("PNG", "image/png"), ("WEBP", "image/png"), ("JPEG", "image/jpeg")]
)
def test_what_goes_in_and_what_comes_out(kind: str, found: str) -> None:
    clean = clean_picture(picture_bytes(kind))
    assert (clean.media_type, clean.width, clean.height) == (found, 40, 60)
    with Image.open(BytesIO(clean.body)) as image:
        assert image.size == (40, 60)
        assert Image.MIME[image.format or ""] == found


def test_nothing_but_pixels_is_stored() -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "where I live"
    body = picture_bytes("JPEG", exif=exif, comment=b"where I live")
    assert b"where I live" in body
    clean = clean_picture(body)
    assert b"where I live" not in clean.body
    assert b"Exif" not in clean.body
    assert (clean.width, clean.height) == (60, 40), "turned upright first"


def test_the_same_picture_is_the_same_file_whatever_hangs_on_it() -> None:
    body = picture_bytes()
    assert clean_picture(body + SCRIPT) == clean_picture(body)
    assert SCRIPT not in clean_picture(body + SCRIPT).body


@pytest.mark.parametrize("mode", ["L", "LA", "P", "RGBA", "1", "I;16"])
def test_every_mode_of_a_png(mode: str) -> None:
    assert clean_picture(picture_bytes(mode=mode, colour=0)).media_type == "image/png"


def test_what_can_be_seen_through_stays_so() -> None:
    clean = clean_picture(picture_bytes(mode="RGBA", colour=(0, 0, 0, 0)))
    with Image.open(BytesIO(clean.body)) as image:
        assert image.mode == "RGBA"


@pytest.mark.attack(11)
@pytest.mark.parametrize(
    "body",
    [
        SVG,
        HTML,
        b"",
        b"GIF89a\x01\0\x01\0\0\0\0;",
        b"%PDF-1.7",
        picture_bytes("GIF"),
        picture_bytes("BMP"),
        picture_bytes("TIFF"),
        b"GIF89a" + SVG,
        SVG + picture_bytes(),
    ],
)
def test_other_files_are_refused_whatever_they_are_called(body: bytes) -> None:
    assert "not a PNG, JPEG or WebP picture" in refusal(body)


def test_a_picture_that_is_cut_off_is_refused() -> None:
    whole = picture_bytes(size=(300, 300), colour="red")
    assert "is damaged" in refusal(whole[: len(whole) // 2])


@pytest.mark.attack(18, 47)
@pytest.mark.parametrize("side", [6325, 20_000, 2**31 - 1])
def test_a_bomb_is_refused_before_it_is_unpacked(side: int) -> None:
    assert "at most 40 million pixels" in refusal(png_that_claims(side, side))


def test_too_many_bytes_are_refused_unread() -> None:
    assert "at most 10 MB" in refusal(b"\x89PNG" + bytes(MAX_BYTES))


@settings(max_examples=by_tier(quick=50, long=150), deadline=None)
@given(
    kind=st.sampled_from(["PNG", "JPEG", "WEBP"]),
    at=st.floats(0, 1),
    noise=st.binary(min_size=1, max_size=12),
)
def test_a_damaged_file_is_a_picture_or_is_refused(kind: str, at: float, noise: bytes) -> None:
    body = bytearray(picture_bytes(kind))
    place = int(at * len(body))
    body[place : place + len(noise)] = noise
    with suppress(NoPicture):
        assert clean_picture(bytes(body)).media_type in {"image/png", "image/jpeg"}
