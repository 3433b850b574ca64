"""Detect the encoding of a text file: UTF-8, UTF-16 or, if neither fits, Windows-1252.

Others must be chosen by people, who see the texts."""

from codecs import BOM_UTF8
from dataclasses import dataclass

from midpath.exchange.decoding import BINARY, UTF_16, NotText, decode, other_file

UTF_8 = "utf-8"
WESTERN = "windows-1252"
ENCODINGS = {
    UTF_8: "UTF-8",
    "utf-16": "UTF-16",
    WESTERN: "Windows-1252 (Western European)",
    "windows-1250": "Windows-1250 (Central European)",
    "windows-1251": "Windows-1251 (Cyrillic)",
    "gb18030": "GB 18030 (simplified Chinese)",
    "big5": "Big5 (traditional Chinese)",
    "shift_jis": "Shift JIS (Japanese)",
    "euc_kr": "EUC-KR (Korean)",
    "tis-620": "TIS-620 (Thai)",
}
# Encodings that have another name in Python, or that Python reads too strictly.
CODECS = {"shift_jis": "cp932", "euc_kr": "cp949", "tis-620": "cp874"}
HEAD = 4096
# Characters of Windows-1252 that are control characters in Latin-1; five bytes are undefined in
# both.
NOT_IN_LATIN_1 = {
    byte: bytes([byte]).decode(WESTERN)
    for byte in range(0x80, 0xA0)
    if byte not in {0x81, 0x8D, 0x8F, 0x90, 0x9D}
}


@dataclass(frozen=True)
class Decoded:
    """A text with its encoding; `assumed` says that nothing proves the encoding."""

    text: str
    encoding: str
    assumed: bool = False


def decode_forgivingly(body: bytes, encoding: str = "", filename: str = "") -> Decoded:
    """Decode a file with the chosen encoding, or else the one that fits. Raise NotText if it is not
    text at all."""
    if other_file(body, filename):
        decode(body, filename)  # raises NotText with the format
    if encoding:
        return _as_chosen(body, encoding)
    if order := _utf_16_order(body):
        return Decoded(_utf_16(body, order), "utf-16")
    try:
        return Decoded(body.removeprefix(BOM_UTF8).decode(), UTF_8)
    except UnicodeDecodeError:
        if body.startswith(BOM_UTF8) or BINARY.search(body):
            decode(body)  # raises NotText with the place
        return Decoded(body.decode("latin-1").translate(NOT_IN_LATIN_1), WESTERN, assumed=True)


def _as_chosen(body: bytes, encoding: str) -> Decoded:
    if encoding == "utf-16":
        return Decoded(_utf_16(body, _utf_16_order(body) or "utf-16-le"), encoding)
    try:
        text = body.removeprefix(BOM_UTF8).decode(CODECS.get(encoding, encoding))
    except UnicodeDecodeError as error:
        line = body[: error.start].count(b"\n") + 1
        raise NotText(
            f"The file is not in {ENCODINGS[encoding]}: line {line} contains bytes that are "
            "invalid in it. Choose another encoding.",
            line,
        ) from None
    return Decoded(text, encoding)


def _utf_16_order(body: bytes) -> str:
    """Return the codec of a UTF-16 file, by its byte order mark or the zeros in every other
    byte."""
    if body.startswith(UTF_16):
        return "utf-16"
    head = body[:HEAD]
    even, odd = head[::2], head[1::2]
    if len(odd) < 2:
        return ""
    if odd.count(0) > len(odd) / 2 and not even.count(0):
        return "utf-16-le"
    return "utf-16-be" if even.count(0) > len(even) / 2 and not odd.count(0) else ""


def _utf_16(body: bytes, codec: str) -> str:
    if len(body) % 2:
        raise NotText("The file is in UTF-16, but its last character is incomplete. Save it again.")
    try:
        return body.decode(codec).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise NotText(
            f"The file is in UTF-16, but damaged at byte {error.start + 1:,}. Save it as UTF-8."
        ) from None
