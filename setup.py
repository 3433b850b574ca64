"""The version of `midpath`, which is that of `midpath-agreement`, and its requirements."""

from pathlib import Path
from runpy import run_path

from setuptools import setup

VERSION = run_path(str(Path(__file__).parent / "agreement" / "version.py"))["VERSION"]

setup(
    version=VERSION,
    install_requires=[
        f"midpath-agreement=={VERSION}",
        "numpy>=2",
        "orjson",
        "cryptography",
        "httpx>=0.27,<1",
        "rich",
        # Small ones in Python: completion in shells, look-alike letters, XML from strangers.
        "argcomplete",
        "confusable-homoglyphs",
        "defusedxml",
    ],
)
