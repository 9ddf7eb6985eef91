"""The scores: what each is called, which parameters it has, and which values these take.

A new score is a class in this file, and its place in :data:`SCORES`. The functions, the command line and R
have it from there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Literal, NamedTuple

from ..errors import InvalidInputError
from .options import check_word, read_number
from .show import shown

_MOST = 3.4028234663852886e38  # the largest float32, as in the engine


class Parameter(NamedTuple):
    """What a parameter of a score is."""

    doc: str
    read: Callable[[Any, str], Any]
    """Checks a value. The second argument is the parameter's name, for messages."""
    parse: Callable[[str], Any] = float
    """Makes a value of the shell's text."""


@dataclass(frozen=True)
class Score:
    """What the scores have in common. Two are equal if they are of one kind with the same parameters."""

    name: ClassVar[str]
    gaussian: ClassVar[bool] = False
    """Whether the score takes numbers alone."""
    mixed: ClassVar[bool] = False
    """Whether the score takes columns of numbers beside columns of states. The others take states alone."""

    @property
    def discrete(self) -> bool:
        """Whether the score takes states alone."""
        return not self.gaussian and not self.mixed

    def __post_init__(self) -> None:
        for name, parameter in self.parameters().items():
            object.__setattr__(self, name, parameter.read(getattr(self, name), name))

    @classmethod
    def parameters(cls) -> dict[str, Parameter]:
        """The parameters by their names."""
        return {each.name: each.metadata["parameter"] for each in fields(cls)}

    def apart(self) -> dict[str, Any]:
        """The parameters that are not those of the published score, which are the class's defaults."""
        published = type(self)()
        return {name: value for name, value in vars(self).items() if value != getattr(published, name)}

    def request(self) -> dict[str, Any]:
        """The score as the engine's requests have it."""
        return {"score": self.name, **vars(self)}

    def record(self) -> dict[str, Any]:
        """The score in words and numbers, for another program. :func:`read_record` reads it."""
        return {"name": self.name, **vars(self)}


ScoreOption = str | Score
"""The argument `score` of a function: a name in any case, or an object."""


def _above(
    least: float, *, or_equal: bool = False, or_none: bool = False, most: float = _MOST
) -> Callable[[Any, str], Any]:
    """A number above the least one, or equal to it, or None. The engine has the same ranges."""
    wanted = f"a number {'>=' if or_equal else '>'} {least:g} and at most {most:.2g}"
    wanted += ", or None" if or_none else ""

    def read(value: Any, name: str) -> float | None:
        if value is None and or_none:
            return None
        number = read_number(value, name, wanted)
        if number < least or (number == least and not or_equal) or number > most:
            raise InvalidInputError(f"{name} must be {wanted}, not {shown(value)}", argument=name)
        return number

    return read


def _parameter(default: Any, doc: str, read: Callable[[Any, str], Any]) -> Any:
    return field(default=default, metadata={"parameter": Parameter(doc, read)})


_FACTOR = "the factor of the penalty log(rows) / 2 for each free parameter, at least 0"
VALUES = ("normal-scores", "raw")
"""How a score of mixed columns takes numbers."""


def _read_values(value: Any, name: str) -> str:
    return check_word(value, name, VALUES)


def _values_parameter() -> Any:
    doc = "how numbers are taken: normal-scores are the normal quantiles of their ranks, raw is as they are"
    return field(default=VALUES[0], metadata={"parameter": Parameter(doc, _read_values, str)})


@dataclass(frozen=True)
class BDeu(Score):
    """BDeu, the log marginal likelihood of discrete data under a uniform prior.

    The sources are Buntine (1991) and Heckerman, Geiger and Chickering (1995).

    Parameters
    ----------
    ess : float
        The equivalent sample size of the prior, above 0.

    Raises
    ------
    InvalidInputError
        A bad value of the parameter.

    Notes
    -----
    The score is the sum of the scores of the nodes. Let a node have r states, and let its parents have q
    configurations. Let N_jk be the number of rows with configuration j and state k, and N_j the number of
    rows with configuration j. The score of the node is the sum of two terms:

    - the sum over j of lgamma(ess / q) - lgamma(ess / q + N_j);
    - the sum over j and k of lgamma(ess / (r q) + N_jk) - lgamma(ess / (r q)).

    The time is O(rows) for each node.
    """

    name = "bdeu"
    ess: float = _parameter(1.0, "the equivalent sample size, above 0", _above(0))


@dataclass(frozen=True)
class BDs(Score):
    """BDs, which is BDeu with the prior on the parents' configurations that occur alone (Scutari 2016).

    It suits tables in which many configurations never occur. Where all occur, it is BDeu. The members of an
    equivalence class may differ in it. The formula is that of :class:`mcbnc.BDeu`, but q is the number of the
    configurations with a row.

    Parameters
    ----------
    ess : float
        The equivalent sample size of the prior, above 0.

    Raises
    ------
    InvalidInputError
        A bad value of the parameter.
    """

    name = "bds"
    ess: float = _parameter(1.0, "the equivalent sample size, above 0", _above(0))


@dataclass(frozen=True)
class QNML(Score):
    """qNML, the quotient normalized maximum likelihood of discrete data.

    The source is Silander, Leppä-aho, Jääsaari and Roos (2018).

    Parameters
    ----------
    surplus : float
        What each joint state of at least two columns costs, in natural logarithm, beyond a quarter of the
        rows. From 0 to 1e6. The published score has 0. With few rows for the joint states, independent
        columns gain more by an edge than qNML takes for it, and this price makes up for it.

    Raises
    ------
    InvalidInputError
        A bad value of the parameter.

    Notes
    -----
    A node of r states, whose parents have q configurations, has the log-likelihood of its N rows, less
    R(N, q r), plus R(N, q). With a = K / n and c = 1/2 + sqrt(1 + 4/a) / 2,

        R(n, K) = n (ln a + (a + 2) ln c - 1/c) - ln(c + 2/a) / 2

    and R(n, 1) = R(0, K) = 0. This is the approximation of the regret that the authors take. The time is
    O(rows) for each node.
    """

    name = "qnml"
    surplus: float = _parameter(
        0.0,
        "what each joint state of at least two columns costs, in natural logarithm, beyond a quarter of the "
        "rows, from 0 to 1e6: 0 in the published qNML",
        _above(0, or_equal=True, most=1e6),
    )


@dataclass(frozen=True)
class BIC(Score):
    """BIC of discrete data: the log-likelihood less a penalty for each free parameter (Schwarz 1978).

    Parameters
    ----------
    penalty : float
        The penalty is this factor times log(rows) / 2. At least 0. BIC itself has 1.

    Raises
    ------
    InvalidInputError
        A bad value of the parameter.

    Notes
    -----
    A node of r states, whose parents have q configurations, has (r - 1) q free parameters. The time is
    O(rows) for each node.
    """

    name = "bic"
    penalty: float = _parameter(1.0, _FACTOR, _above(0, or_equal=True))


@dataclass(frozen=True)
class AIC(Score):
    """AIC of discrete data: the log-likelihood less 1 for each free parameter (Akaike 1974).

    The free parameters are those of :class:`mcbnc.BIC`. Akaike's own criterion is -2 times this score.
    """

    name = "aic"


@dataclass(frozen=True)
class GaussianBIC(Score):
    """BIC of real-valued data, whose nodes are linear regressions on their parents with normal errors.

    Its name is "bic-g". It is the maximum log-likelihood less a penalty for each free parameter (Schwarz
    1978). A node has an intercept, a coefficient for each parent, and a variance.

    Parameters
    ----------
    penalty : float
        The penalty is this factor times log(rows) / 2 for each free parameter. At least 0. BIC itself has 1.

    Raises
    ------
    InvalidInputError
        A bad value of the parameter.

    Notes
    -----
    With the residuals' mean square v, N rows and k parents, a node has the score
    -N / 2 (log(2 pi v) + 1) - penalty (k + 2) log(N) / 2. The time is O(N n^2 + n^3) for n columns.
    """

    name = "bic-g"
    gaussian = True
    penalty: float = _parameter(1.0, _FACTOR, _above(0, or_equal=True))


@dataclass(frozen=True)
class BGe(Score):
    """BGe, the log marginal likelihood of real-valued data under a normal-Wishart prior.

    The prior is of Geiger and Heckerman (2002), with the constants of Kuipers, Moffa and Heckerman (2014).

    Parameters
    ----------
    alpha_mu : float
        The number of rows that the prior of the means counts for, at least 1e-10.
    alpha_w : float, optional
        The degrees of freedom of the prior of the precision matrix, above n + 1 for n columns. Default:
        n + alpha_mu + 1.

    Raises
    ------
    InvalidInputError
        A bad value of a parameter. A function raises it too if `alpha_w` is too small for the columns.

    Notes
    -----
    The prior's parametric matrix is T = t I with t = alpha_mu (alpha_w - n - 1) / (alpha_mu + 1). The
    prior mean is the mean of the rows, so a column's zero does not count, but its unit does. The time
    is O(rows n^2) for n columns.
    """

    name = "bge"
    gaussian = True
    alpha_mu: float = _parameter(
        1.0,
        "the number of rows that the prior of the means counts for, at least 1e-10",
        _above(1e-10, or_equal=True),
    )
    alpha_w: float | None = _parameter(
        None,
        "the degrees of freedom of the prior, above n + 1 for n columns (default n + alpha_mu + 1)",
        _above(2, or_none=True),  # n is at least 1, and the engine checks that it is above n + 1
    )


@dataclass(frozen=True)
class MixedBIC(Score):
    """BIC of columns of states and columns of numbers beside each other: conditional Gaussian BIC.

    Its name is "bic-cg". The source is Andrews, Ramsey and Cooper (2018). In each joint state of the columns
    of states, those of numbers have a normal distribution of its own.

    Parameters
    ----------
    penalty : float
        The penalty is this factor times log(rows) / 2 for each free parameter. At least 0. BIC itself has 1.
    values : {"normal-scores", "raw"}
        "normal-scores" replaces each number by the normal quantile of its rank in its column, divided by
        rows + 1. Equal numbers have the mean of their ranks. "raw" takes the numbers as they are.

    Raises
    ------
    InvalidInputError
        A bad value of a parameter.

    Notes
    -----
    A node y with parents P has the score J(P + y) - J(P). A set A has the columns of states D, with r
    possible joint states, and the k columns of numbers C. Of N rows, n_d have the joint state d. Then J(A) is
    the sum of three terms:

    - the sum over d of n_d log(n_d / N);
    - the sum over d of the log-likelihood of the n_d rows of C by a normal distribution. Its mean is that of
      these rows. Its covariance is theirs, divided by n_d, if n_d > k + 4, and else that of all rows. 1e-4
      is added to the diagonal;
    - -penalty log(N) / 2 ((r - 1) + r k (k + 3) / 2).

    The time is O(N k^2), and O(k^3) for each joint state.
    """

    name = "bic-cg"
    mixed = True
    penalty: float = _parameter(1.0, _FACTOR, _above(0, or_equal=True))
    values: str = _values_parameter()


@dataclass(frozen=True)
class DegenerateGaussian(Score):
    """BIC of columns of states and columns of numbers beside each other: degenerate Gaussian BIC.

    Its name is "dg". The source is Andrews, Ramsey and Cooper (2019). It is a Gaussian BIC, in which each
    column of states stands for indicators of these. The score has no constant, so only scores of the same
    data can be compared.

    Parameters
    ----------
    penalty, values
        As in :class:`mcbnc.MixedBIC`.

    Raises
    ------
    InvalidInputError
        A bad value of a parameter.

    Notes
    -----
    Each column of states is replaced by indicators of the states that occur, but for the first one. R is the
    correlation matrix of all columns, with 1e-6 added to its diagonal. A node y with parents P has the score
    J(P + y) - J(P), where a set A of c columns has

        J(A) = -N / 2 log det R[A, A] - penalty log(N) / 2 c (c + 1) / 2

    The time is O(N n^2) for n columns, and O(c^3) for each node.
    """

    name = "dg"
    mixed = True
    penalty: float = _parameter(1.0, _FACTOR, _above(0, or_equal=True))
    values: str = _values_parameter()


SCORES: Mapping[str, type[Score]] = {
    kind.name: kind for kind in (BDeu, BDs, QNML, BIC, AIC, GaussianBIC, BGe, MixedBIC, DegenerateGaussian)
}
"""The scores by their names. A test compares them with the engine's own list."""
GAUSSIAN_SCORES = tuple(name for name, kind in SCORES.items() if kind.gaussian)
MIXED_SCORES = tuple(name for name, kind in SCORES.items() if kind.mixed)
DISCRETE_SCORES = tuple(name for name in SCORES if name not in (*GAUSSIAN_SCORES, *MIXED_SCORES))
SUMMED_SCORES = tuple(name for name in SCORES if name != "bic-cg")
"""Those that can be had from sums over sites."""

Cells = Literal["states", "numbers", "mixed", "any"]
"""What the cells of tables are read as. "any": numbers, and states beside them, if a column has decimals,
else states."""


def linear(score: str) -> bool | None:
    """Whether a score is of linear Gaussian networks, by its name. None: it is of columns of both kinds."""
    return None if SCORES[score].mixed else SCORES[score].gaussian


def cells_of(score: str | None) -> Cells:
    """What a score takes, by its name. None: the default score of the tables as they are."""
    if score is None:
        return "any"
    kind = SCORES[score]
    return "numbers" if kind.gaussian else "mixed" if kind.mixed else "states"


def read_score(score: Any) -> Score:
    """The argument `score`."""
    if isinstance(score, Score):
        return score
    if isinstance(score, str) and score.lower() in SCORES:
        return SCORES[score.lower()]()
    if isinstance(score, type) and issubclass(score, Score):
        raise InvalidInputError(f"score must be an object, so write {score.__name__}()", argument="score")
    names = " or ".join(map(repr, SCORES))
    raise InvalidInputError(
        f"score must be {names}, or an object such as BDeu(ess=1), not {shown(score)}",
        argument="score",
    )


def read_record(record: Any) -> Score:
    """A score from its record, which another program may have made. A parameter left out has its default."""
    if not isinstance(record, dict):
        raise InvalidInputError("score must be a dict of its name and parameters", argument="score")
    parameters = {**record}
    kind = type(read_score(parameters.pop("name", None)))
    if not parameters.keys() <= kind.parameters().keys():
        raise InvalidInputError(
            f"{shown(kind.name)} has other parameters than {shown(parameters)}", argument="score"
        )
    return kind(**parameters)
