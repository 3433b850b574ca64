"""The papers whose measures and questions are used, as BibTeX."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """A paper: its key, its citation in a text, and the fields of its entry."""

    key: str
    named: str
    kind: str
    fields: tuple[tuple[str, str], ...]

    @property
    def entry(self) -> str:
        lines = "".join(f"  {name} = {{{value}}},\n" for name, value in self.fields)
        return f"@{self.kind}{{{self.key},\n{lines}}}\n"


def _paper(key: str, named: str, kind: str, /, **fields: str) -> Paper:
    return Paper(key, named, kind, tuple(fields.items()))


PAPERS = {
    paper.key: paper
    for paper in (
        _paper(
            "ramanath-2013-crowd",
            "Ramanath et al., 2013a",
            "inproceedings",
            author="Ramanath, Rohan and Choudhury, Monojit and Bali, Kalika and Saha Roy, Rishiraj",
            title="Crowd Prefers the Middle Path: A New {IAA} Metric for Crowdsourcing Reveals "
            "{Turker} Biases in Query Segmentation",
            booktitle="Proceedings of the 51st Annual Meeting of the Association for Computational "
            "Linguistics",
            year="2013",
        ),
        _paper(
            "ramanath-2013-entailment",
            "Ramanath et al., 2013b",
            "inproceedings",
            author="Ramanath, Rohan and Choudhury, Monojit and Bali, Kalika",
            title="Entailment: An Effective Metric for Comparing and Evaluating Hierarchical and "
            "Non-hierarchical Annotation Schemes",
            booktitle="Proceedings of the 7th Linguistic Annotation Workshop and Interoperability "
            "with Discourse",
            year="2013",
        ),
        _paper(
            "krippendorff-2011",
            "Krippendorff, 2011",
            "techreport",
            author="Krippendorff, Klaus",
            title="Computing {Krippendorff's} Alpha-Reliability",
            institution="Annenberg School for Communication, University of Pennsylvania",
            year="2011",
        ),
        _paper(
            "krippendorff-1995",
            "Krippendorff, 1995",
            "article",
            author="Krippendorff, Klaus",
            title="On the Reliability of Unitizing Continuous Data",
            journal="Sociological Methodology",
            volume="25",
            pages="47--76",
            year="1995",
        ),
        _paper(
            "krippendorff-2016",
            "Krippendorff et al., 2016",
            "article",
            author="Krippendorff, Klaus and Mathet, Yann and Bouvry, St{\\'e}phane and "
            'Widl{\\"o}cher, Antoine',
            title="On the Reliability of Unitizing Textual Continua: Further Developments",
            journal="Quality \\& Quantity",
            volume="50",
            pages="2347--2364",
            year="2016",
        ),
        _paper(
            "ravichander-2019",
            "Ravichander et al., 2019",
            "inproceedings",
            author="Ravichander, Abhilasha and Black, Alan W and Wilson, Shomir and Norton, Thomas "
            "and Sadeh, Norman",
            title="Question Answering for Privacy Policies: Combining Computational and Legal "
            "Perspectives",
            booktitle="Proceedings of the 2019 Conference on Empirical Methods in Natural Language "
            "Processing",
            year="2019",
        ),
        _paper(
            "gebru-2021",
            "Gebru et al., 2021",
            "article",
            author="Gebru, Timnit and Morgenstern, Jamie and Vecchione, Briana and Vaughan, "
            "Jennifer Wortman and Wallach, Hanna and {Daum{\\'e} III}, Hal and Crawford, Kate",
            title="Datasheets for Datasets",
            journal="Communications of the ACM",
            volume="64",
            number="12",
            pages="86--92",
            year="2021",
        ),
        _paper(
            "zhang-2016",
            "Zhang et al., 2016",
            "article",
            author="Zhang, Yuchen and Chen, Xi and Zhou, Dengyong and Jordan, Michael I.",
            title="Spectral Methods Meet {EM}: A Provably Optimal Algorithm for Crowdsourcing",
            journal="Journal of Machine Learning Research",
            volume="17",
            number="102",
            pages="1--44",
            year="2016",
        ),
        _paper(
            "efron-1987",
            "Efron, 1987",
            "article",
            author="Efron, Bradley",
            title="Better Bootstrap Confidence Intervals",
            journal="Journal of the American Statistical Association",
            volume="82",
            number="397",
            pages="171--185",
            year="1987",
        ),
    )
}


def bibliography(keys: Iterable[str]) -> str:
    """Return the entries of these papers without duplicates, sorted by key."""
    return "\n".join(PAPERS[key].entry for key in sorted(set(keys)))
