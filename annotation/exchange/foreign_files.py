"""Recognize files of statistics programs and of Python that are not read, and say how to proceed.

Pickles are never opened, since opening one runs the code in it."""

import zlib
from pathlib import PurePath

AS_CSV = "Export it as CSV in UTF-8"
IN_R = "In R, save the table: write.csv(x, “judgments.csv”, row.names = FALSE)."
IN_PANDAS = "In Python, save the table: frame.to_csv(“judgments.csv”, index=False)."
R_DATA = ("an R object (.rds or .RData), such as the tables of the package irr", IN_R)
SPSS = ("an SPSS file", f"{AS_CSV}: in SPSS, File, Export, CSV Data.")
STATA = ("a Stata file", f"{AS_CSV}: in Stata, export delimited using judgments.csv.")
SAS = ("a SAS file", f"{AS_CSV}: in SAS, proc export with dbms=csv.")
PICKLE = ("a Python pickle, which could run any code", IN_PANDAS)
NUMPY = ("a NumPy array", "In Python, save it: numpy.savetxt(“judgments.csv”, x, delimiter=“,”).")
HDF5 = ("an HDF5 file", IN_PANDAS)
ARROW = ("an Arrow or Feather table", IN_PANDAS)
MATLAB = ("a MATLAB file", "In MATLAB, save the table: writetable(t, “judgments.csv”).")
STARTS = {
    **dict.fromkeys((b"RDX2\n", b"RDX3\n", b"RDA2\n", b"RDA3\n"), R_DATA),
    **dict.fromkeys((b"X\n\0\0\0\x02", b"X\n\0\0\0\x03", b"A\n2\n", b"A\n3\n"), R_DATA),
    **dict.fromkeys((b"$FL2", b"$FL3"), SPSS),
    b"<stata_dta>": STATA,
    bytes(12) + b"\xc2\xea\x81\x60": SAS,
    b"HEADER RECORD*******LIB": SAS,
    **{b"\x80" + bytes([version]): PICKLE for version in range(2, 6)},
    b"\x93NUMPY": NUMPY,
    b"\x89HDF": HDF5,
    **dict.fromkeys((b"ARROW1", b"FEA1"), ARROW),
    b"MATLAB 5.0": MATLAB,
}
ENDINGS = {
    **dict.fromkeys((".rds", ".rda", ".rdata"), R_DATA),
    **dict.fromkeys((".sav", ".zsav", ".por"), SPSS),
    ".dta": STATA,
    **dict.fromkeys((".sas7bdat", ".xpt"), SAS),
    **dict.fromkeys((".pkl", ".pickle", ".joblib"), PICKLE),
    **dict.fromkeys((".npy", ".npz"), NUMPY),
    **dict.fromkeys((".h5", ".hdf5"), HDF5),
    **dict.fromkeys((".feather", ".arrow"), ARROW),
    ".mat": MATLAB,
}
GZIP, AUTOMATIC = b"\x1f\x8b", 32 + zlib.MAX_WBITS
HEAD, START = 4096, 64


def foreign_file(body: bytes, filename: str = "") -> tuple[str, str] | None:
    """Return what a file is and how to proceed, by its first bytes or its extension; None for a
    file of another kind."""
    start = _unpacked(body) if body.startswith(GZIP) else body[:START]
    found = next((kind for beginning, kind in STARTS.items() if start.startswith(beginning)), None)
    # Stata's older formats begin with their number and the order of their bytes.
    if found is None and len(start) > 3 and 0x69 <= start[0] <= 0x73 and start[1] in {1, 2}:
        found = STATA if start[2:4] == b"\x01\0" else None
    return found or ENDINGS.get(PurePath(filename).suffix.lower())


def _unpacked(body: bytes) -> bytes:
    """Return the first bytes in a gzip archive; none if it is damaged."""
    try:
        return zlib.decompressobj(AUTOMATIC).decompress(body[:HEAD], START)
    except zlib.error:
        return b""
