"""The catalogue: the tables and figures of each paper, one module per paper."""

from midpath.lazy import Registry
from midpath.papers.entries import Paper

PAPERS = Registry[Paper](
    {
        "A13": "midpath.papers.catalogue.a13",
        "L13": "midpath.papers.catalogue.l13",
        "P14": "midpath.papers.catalogue.p14",
        "H14": "midpath.papers.catalogue.h14",
        "PQ": "midpath.papers.catalogue.pq",
        "T14": "midpath.papers.catalogue.t14",
    },
    "PAPER",
)
