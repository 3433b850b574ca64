"""Recognize files of other programs that are not read, and say how to proceed: those of statistics
programs, of Python, of corpus tools and of programs for qualitative analysis.

Pickles are never opened, since opening one runs the code in it."""

import zlib
from codecs import BOM_UTF8
from pathlib import PurePath

AS_CSV = "Export it as CSV in UTF-8"
IN_R = "In R, save the table: write.csv(x, “judgments.csv”, row.names = FALSE)."
IN_PANDAS = 'In Python, save the table: frame.to_csv("judgments.csv", index=False).'
R_DATA = ("an R object (.rds or .RData), such as the tables of the package irr", IN_R)
SPSS = ("an SPSS file", f"{AS_CSV}: in SPSS, File, Export, CSV Data.")
STATA = ("a Stata file", f"{AS_CSV}: in Stata, export delimited using judgments.csv.")
SAS = ("a SAS file", f"{AS_CSV}: in SAS, proc export with dbms=csv.")
PICKLE = ("a Python pickle, which could run any code", IN_PANDAS)
NUMPY = ("a NumPy array", 'In Python, save it: numpy.savetxt("judgments.csv", x, delimiter=",").')
HDF5 = ("an HDF5 file", IN_PANDAS)
ARROW = ("an Arrow or Feather table", IN_PANDAS)
MATLAB = ("a MATLAB file", "In MATLAB, save the table: writetable(t, “judgments.csv”).")
AS_LABELS = "Export the segments with their codes as a table (Excel or CSV), one per row."
AS_XMI = "Convert it to UIMA XMI"
GATE = ("a GATE document", f"{AS_XMI} or CoNLL, or export its text.")
TEI = ("a TEI document", f"{AS_XMI}, WebAnno TSV or CoNLL-U, or export its text.")
FOLIA = ("a FoLiA document", f"{AS_XMI}, WebAnno TSV or CoNLL-U, or export its text.")
ELAN = ("an ELAN file", "In ELAN, use File, Export As, Tab-delimited Text, with a column per tier.")
PRAAT = ("a Praat TextGrid", "In Praat, list its intervals as a table, and save that as CSV.")
EXMARALDA = ("an EXMARaLDA transcription", "In its editor, use File, Output, to save it as text.")
ATLAS_TI = ("an ATLAS.ti project", f"In ATLAS.ti, open the Quotation Manager. {AS_LABELS}")
MAXQDA = ("a MAXQDA project", f"In MAXQDA, use Overview of Coded Segments. {AS_LABELS}")
NVIVO = ("an NVivo project", f"In NVivo, export the coding of each code. {AS_LABELS}")
REFI_QDA = ("a project of qualitative analysis (REFI-QDA)", f"Open it in your program. {AS_LABELS}")
JSON_CAS = ("a UIMA CAS in JSON", "Export the documents as UIMA CAS XMI or as WebAnno TSV 3.3.")
BINARY_CAS = ("a binary UIMA CAS", "Export the documents as UIMA CAS XMI or as WebAnno TSV 3.3.")
DOC_BIN = (
    "a spaCy DocBin, which only spaCy can read",
    'Export its texts as JSON lines: {"text": …, "entities": [[0, 3, "Person"]]}',
)
# What occurs near the beginning of text files of other programs, by how these begin.
MARKS = {
    b"<": {
        b"<GateDocument": GATE,
        b"<TEI": TEI,
        b"<teiCorpus": TEI,
        b"<FoLiA": FOLIA,
        b"<ANNOTATION_DOCUMENT": ELAN,
        b"<basic-transcription": EXMARALDA,
        b"urn:QDA-XML": REFI_QDA,
    },
    b"{": {b'"%TYPES"': JSON_CAS},
    b"File type": {b'"ooTextFile"': PRAAT},
}
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
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
    ".eaf": ELAN,
    ".textgrid": PRAAT,
    ".exb": EXMARALDA,
    **dict.fromkeys((".tei", ".odd"), TEI),
    **dict.fromkeys((".hpr", ".hpr7", ".atlproj", ".atlproj9", ".atlproj22"), ATLAS_TI),
    **dict.fromkeys((".atlproj23", ".atlproj24", ".atlproj25"), ATLAS_TI),
    **{f".mx{version}": MAXQDA for version in (5, 11, 12, 18, 20, 22, 24, 26)},
    **{f".mex{version}": MAXQDA for version in (18, 20, 22, 24, 26)},
    **dict.fromkeys((".nvp", ".nvpx", ".nvcx"), NVIVO),
    **dict.fromkeys((".qdpx", ".qde", ".qdc"), REFI_QDA),
    **dict.fromkeys((".bcas", ".scas"), BINARY_CAS),
    ".spacy": DOC_BIN,
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
    return found or _by_mark(body) or ENDINGS.get(PurePath(filename).suffix.lower())


def _by_mark(body: bytes) -> tuple[str, str] | None:
    """Return what a text file is, by its beginning."""
    head = body[:HEAD]
    if head.startswith(UTF_16):
        head = head.decode("utf-16", "ignore").encode()
    head = head.removeprefix(BOM_UTF8).lstrip()
    marks = next((found for start, found in MARKS.items() if head.startswith(start)), {})
    return next((kind for mark, kind in marks.items() if mark in head), None)


def _unpacked(body: bytes) -> bytes:
    """Return the first bytes in a gzip archive; none if it is damaged."""
    try:
        return zlib.decompressobj(AUTOMATIC).decompress(body[:HEAD], START)
    except zlib.error:
        return b""
