"""The sources of the methods: what a sentence puts in brackets, and the entry of a bibliography."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Source(NamedTuple):
    """A paper."""

    short: str
    """As in a sentence."""
    kind: str
    """The kind of its entry in BibTeX."""
    fields: dict[str, str]

    def entry(self, key: str) -> str:
        """The entry of BibTeX."""
        lines = [f"  {name} = {{{value}}}" for name, value in self.fields.items()]
        return "\n".join([f"@{self.kind}{{{key},", *(f"{line}," for line in lines), "}"])


def _paper(short: str, authors: str, title: str, year: int, **fields: str) -> Source:
    kind = "article" if "journal" in fields else "inproceedings" if "booktitle" in fields else "misc"
    named = {"title": title} if title else {}
    return Source(short, kind, {"author": authors, **named, "year": str(year), **fields})


SOURCES = {
    "dawid:1979": _paper(
        "Dawid and Skene 1979",
        "Dawid, A. P. and Skene, A. M.",
        "Maximum Likelihood Estimation of Observer Error-Rates Using the EM Algorithm",
        1979,
        journal="Applied Statistics",
        volume="28",
        pages="20--28",
    ),
    "torrijos:2026": _paper(
        "Torrijos, Puerta, Aledo and Gámez 2026, arXiv 2504.00467",
        "Torrijos, P. and Puerta, J. M. and Aledo, J. A. and Gámez, J. A.",
        "Bayesian Network Structural Consensus via Greedy Min-Cut Analysis",
        2026,
        booktitle="Proceedings of the AAAI Conference on Artificial Intelligence (AAAI-26)",
        note="arXiv:2504.00467",
    ),
    "chickering:2002": _paper(
        "Chickering 2002",
        "Chickering, D. M.",
        "Optimal Structure Identification With Greedy Search",
        2002,
        journal="Journal of Machine Learning Research",
        volume="3",
        pages="507--554",
    ),
    "nazaret:2024": _paper(
        "Nazaret and Blei 2024",
        "Nazaret, A. and Blei, D.",
        "Extremely Greedy Equivalence Search",
        2024,
        booktitle="Proceedings of the 40th Conference on Uncertainty in Artificial Intelligence",
    ),
    "buntine:1991": _paper(
        "Buntine 1991",
        "Buntine, W.",
        "Theory Refinement on Bayesian Networks",
        1991,
        booktitle="Proceedings of the 7th Conference on Uncertainty in Artificial Intelligence",
    ),
    "heckerman:1995": _paper(
        "Heckerman, Geiger and Chickering 1995",
        "Heckerman, D. and Geiger, D. and Chickering, D. M.",
        "Learning Bayesian Networks: The Combination of Knowledge and Statistical Data",
        1995,
        journal="Machine Learning",
        volume="20",
        pages="197--243",
    ),
    "scutari:2016": _paper(
        "Scutari 2016",
        "Scutari, M.",
        "An Empirical-Bayes Score for Discrete Bayesian Networks",
        2016,
        booktitle="Proceedings of the 8th International Conference on Probabilistic Graphical Models",
    ),
    "silander:2018": _paper(
        "Silander, Leppä-aho, Jääsaari and Roos 2018",
        "Silander, T. and Leppä-aho, J. and Jääsaari, E. and Roos, T.",
        "Quotient Normalized Maximum Likelihood Criterion for Learning Bayesian Network Structures",
        2018,
        booktitle="21st International Conference on Artificial Intelligence and Statistics",
    ),
    "schwarz:1978": _paper(
        "Schwarz 1978",
        "Schwarz, G.",
        "Estimating the Dimension of a Model",
        1978,
        journal="The Annals of Statistics",
        volume="6",
        pages="461--464",
    ),
    "akaike:1974": _paper(
        "Akaike 1974",
        "Akaike, H.",
        "A New Look at the Statistical Model Identification",
        1974,
        journal="IEEE Transactions on Automatic Control",
        volume="19",
        pages="716--723",
    ),
    "geiger:2002": _paper(
        "Geiger and Heckerman 2002",
        "Geiger, D. and Heckerman, D.",
        "Parameter Priors for Directed Acyclic Graphical Models and the Characterization of Several "
        "Probability Distributions",
        2002,
        journal="The Annals of Statistics",
        volume="30",
    ),
    "kuipers:2014": _paper(
        "Kuipers, Moffa and Heckerman 2014",
        "Kuipers, J. and Moffa, G. and Heckerman, D.",
        "Addendum on the Scoring of Gaussian Directed Acyclic Graphical Models",
        2014,
        journal="The Annals of Statistics",
        volume="42",
    ),
    "andrews:2018": _paper(
        "Andrews, Ramsey and Cooper 2018",
        "Andrews, B. and Ramsey, J. and Cooper, G. F.",
        "Scoring Bayesian Networks of Mixed Variables",
        2018,
        journal="International Journal of Data Science and Analytics",
        volume="6",
    ),
    "andrews:2019": _paper(
        "Andrews, Ramsey and Cooper 2019",
        "Andrews, B. and Ramsey, J. and Cooper, G. F.",
        "Learning High-dimensional Directed Acyclic Graphs with Mixed Data-types",
        2019,
        booktitle="Proceedings of Machine Learning Research 104",
    ),
    "friedman:1999": _paper(
        "Friedman, Goldszmidt and Wyner 1999",
        "Friedman, N. and Goldszmidt, M. and Wyner, A.",
        "Data Analysis with Bayesian Networks: A Bootstrap Approach",
        1999,
        booktitle="Proceedings of the 15th Conference on Uncertainty in Artificial Intelligence",
    ),
    "scutari:2013": _paper(
        "Scutari and Nagarajan 2013",
        "Scutari, M. and Nagarajan, R.",
        "Identifying Significant Edges in Graphical Models of Molecular Networks",
        2013,
        journal="Artificial Intelligence in Medicine",
        volume="57",
    ),
    "wang:2014": _paper(
        "Wang and Peng 2014, arXiv 1406.2098",
        "Wang, R. and Peng, J.",
        "Learning Directed Acyclic Graphs via Bootstrap Aggregating",
        2014,
        note="arXiv:1406.2098",
    ),
    "torrijos:2024": _paper(
        "Torrijos, Gámez and Puerta 2024",
        "Torrijos, P. and Gámez, J. A. and Puerta, J. M.",
        "Structural Fusion of Bayesian Networks with Limited Treewidth Using Genetic Algorithms",
        2024,
        booktitle="IEEE Congress on Evolutionary Computation (CEC 2024)",
    ),
    "torrijos:2025": _paper(
        "Torrijos, Gámez and Puerta 2025",
        "Torrijos, P. and Gámez, J. A. and Puerta, J. M.",
        "",
        2025,
        booktitle="Genetic and Evolutionary Computation Conference (GECCO 2025)",
        doi="10.1145/3712256.3726333",
    ),
    "dor:1992": _paper(
        "Dor and Tarsi 1992",
        "Dor, D. and Tarsi, M.",
        "A Simple Algorithm to Construct a Consistent Extension of a Partially Oriented Graph",
        1992,
        note="Technical report, Cognitive Systems Laboratory, UCLA",
    ),
}
"""By their keys in BibTeX."""

OF_SCORE = {
    "bdeu": ("buntine:1991", "heckerman:1995"),
    "bds": ("scutari:2016",),
    "qnml": ("silander:2018",),
    "bic": ("schwarz:1978",),
    "aic": ("akaike:1974",),
    "bic-g": ("schwarz:1978",),
    "bge": ("geiger:2002", "kuipers:2014"),
    "bic-cg": ("andrews:2018",),
    "dg": ("andrews:2019",),
}
"""The sources of each score, by its name."""
OF_SEARCH = {"ges": ("chickering:2002",), "xges": ("nazaret:2024", "chickering:2002")}
"""Those of each search."""


def cited(keys: Iterable[str]) -> str:
    """The sources in brackets."""
    return f"({'; '.join(SOURCES[key].short for key in keys)})"
