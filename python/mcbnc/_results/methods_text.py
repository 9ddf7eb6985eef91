"""A provenance in words: the sentences of a methods section, their bibliography, and a table.

All that is written here is read from the record, and from nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .._base.provenance import Record
from .._base.show import counted, listed, printable, shorten, shown
from .citations import OF_SCORE, OF_SEARCH, SOURCES, cited

_UNKNOWN = (
    "How this result was made is not known: no provenance was kept with it, so it has to be made again to be "
    "described"
)
_SHOWN = 20  # inputs in the table
_LARGE = 10**15
_NOTHING: tuple[Any, ...] = (None, [], {})
_PART = 16  # digits of a digest in the table, of 64


def sentences(record: Record) -> str:
    """The sentences: three for each call, those first that made the inputs."""
    return " ".join(f"{each}." for each in _sentences(record))


def bibtex(record: Record) -> str:
    """The entries of the sources that :func:`sentences` cites, in their order, and of mcbnc itself."""
    text, version = sentences(record), _text(record["versions"].get("mcbnc", ""))
    own = [f"@misc{{mcbnc,\n  title = {{mcbnc}},\n  version = {{{version}}},\n}}"] if version else []
    found = sorted((text.index(each.short), key) for key, each in SOURCES.items() if each.short in text)
    return "".join(f"{entry}\n" for entry in [*(SOURCES[key].entry(key) for _, key in found), *own])


def _sentences(record: Record, versions: Record | None = None) -> Iterator[str]:
    """The sentences of a call. `versions` are those of the one that comes next, which will be told."""
    if record["function"] is None:
        yield _UNKNOWN
        return
    for before in _together(record["made_of"]):
        if before["function"] is not None:
            yield from _sentences(before, record["versions"])
    data, method = _KINDS.get(record["function"], _other)(record)
    yield _capital(data + _stopped(record))
    yield _capital(method)
    if record["versions"] != versions:
        yield _software(record)
    elif _is_number(record["options"].get("seed")):
        yield f"The seed was {record['options']['seed']}"


def _together(records: list[Record]) -> list[Record]:
    """The records of calls of learn on one table each that had the same options, as one of learn_many."""
    found: dict[str, Record] = {}
    for record in records:
        alike = {name: record[name] for name in ("function", "options", "versions", "recipe")}
        key = json.dumps(alike, sort_keys=True)
        first = found.get(key)
        if first is None or record["function"] != "learn":
            found[key if first is None else f"{key}{len(found)}"] = record
            continue
        inputs = [*first["inputs"], *record["inputs"]]
        found[key] = {**first, "inputs": inputs, "found": {}}
    return [
        {**each, "function": "learn_many"}
        if each["function"] == "learn" and len(each["inputs"]) > 1
        else each
        for each in found.values()
    ]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _stopped(record: Record) -> str:
    """That a call was not done."""
    status = record["found"].get("status", "complete")
    if status == "complete":
        return ""
    limit = record["options"].get("time_limit")
    why = f"a time limit of {_number(limit)} s" if _is_number(limit) else "a time limit"
    why = why if status == "time_limit" else "its caller"
    return f"; {why} stopped the call, and the result is what it had until then"


def _software(record: Record) -> str:
    versions, options = record["versions"], record["options"]
    beside = [
        f"{name} {_text(versions[key])}"
        for name, key in (("commit", "commit"), ("Python", "python"), ("NumPy", "numpy"))
        if key in versions
    ]
    mcbnc = f"mcbnc {_text(versions['mcbnc'])}" if "mcbnc" in versions else "mcbnc, in an unknown version"
    seed = options.get("seed")
    draws = f", with the seed {seed}" if _is_number(seed) else ""
    files = len({(each.get("file"), each["sha256"]) for each in record["inputs"] if "sha256" in each})
    digests = sum("content" in each for each in record["inputs"])
    kept = f"the SHA-256 of {counted(files, 'file')}" if files else ""
    if not kept and digests:
        kept = f"the SHA-256 of the content of {counted(digests, 'input')}"
    kept = f"; its provenance has {kept}" if kept else ""
    return f"This was done by {mcbnc}{f' ({listed(beside)})' if beside else ''}{draws}{kept}"


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _number(value: Any) -> str:
    """A number, or whatever stands in its place in a record that somebody else wrote."""
    if not _is_number(value):
        return "an unknown number" if value is None else _text(value)
    return f"{value:,}" if isinstance(value, int) and abs(value) < _LARGE else f"{float(value):.6g}"


def _text(value: Any) -> str:
    return shorten(printable(shown(value) if isinstance(value, (list, dict)) else str(value)))


def _several(values: Any) -> list[Any]:
    """A list of a record, if it is one."""
    return values if isinstance(values, list) else []


def _names(values: Sequence[Any]) -> str:
    return listed(values, _text)


# Calls on graphs.


def _graphs(record: Record) -> str:
    """The graphs that a call was made of."""
    inputs, found, options = record["inputs"], record["found"], record["options"]
    of_files = {each["file"] for each in inputs if "file" in each}
    graphs = counted(len(inputs), "directed acyclic graph")
    told = f"{graphs} over {_number(found.get('nodes'))} variables"
    if options.get("nodes") == "union":
        told += ", not all of which each graph has,"
    if of_files:
        told += f" (from {_names(sorted(of_files))})"
    return told


def _beside(record: Record) -> str:
    """Weights, outliers and partially directed inputs."""
    found, options = record["found"], record["options"]
    told = []
    if options.get("weights"):
        told.append("the graphs had weights")
    if dropped := _several(found.get("dropped")):
        told.append(f"outliers were left out: {_names(dropped)}")
    elif options.get("outliers") == "drop":
        told.append("outliers were to be left out, and there were none")
    if extended := _several(found.get("extended")):
        told.append(
            f"{counted(len(extended), 'partially directed graph')} stood for a member of the class "
            f"{cited(['dor:1992'])}"
        )
    return "".join(f"; {each}" for each in told)


def _of_graphs(record: Record) -> str:
    return f"One structure was made of {_graphs(record)}{_beside(record)}"


def _known(options: Record) -> str:
    """Required and forbidden edges."""
    known = options.get("knowledge")
    if not isinstance(known, dict):
        return ""
    counts = {name: len(_several(known.get(name))) for name in ("required", "forbidden")}
    told = [counted(count, f"{name} edge") for name, count in counts.items() if count]
    return f", under {' and '.join(told)}" if told else ""


def _fused(record: Record) -> tuple[str, str]:
    options, found = record["options"], record["found"]
    theta = found.get("theta")
    data = _of_graphs(record)
    how = f"their fusion was pruned by greedy min-cut analysis {cited(['torrijos:2026'])}{_known(options)}"
    if theta is None:
        return data, f"{how}, until no edge was left to delete, which gives the consensus at every threshold"
    chosen = (
        ", which makes the mean structural moral Hamming distance to the inputs least"
        if options.get("theta") == "auto"
        else ""
    )
    return data, f"{how}{_limits(options)}, up to the threshold {_number(theta)}{chosen}"


def _fused_by_sums(record: Record) -> tuple[str, str]:
    _, method = _fused(record)
    return f"One structure was made of the graphs of {_of_sites(record)}", method


def _voted_by_sums(record: Record) -> tuple[str, str]:
    _, method = _voted(record)
    return f"One structure was made of the graphs of {_of_sites(record)}", method


def _learned_by_sums(record: Record) -> tuple[str, str]:
    rows = _number(record["found"].get("rows"))
    rule = f"{_search(record['options'])}, in the rows of all sites together"
    epsilon = record["options"].get("epsilon")
    if _is_number(epsilon):
        rule += f", whose sums had noise for differential privacy with epsilon = {_number(epsilon)}"
    return f"One structure was learned from {rows} rows of {_of_sites(record)}", rule


def _of_sites(record: Record) -> str:
    """The sites of a federation."""
    sites = counted(len(record["inputs"]), "site")
    return f"{sites} over {_number(record['found'].get('nodes'))} variables; the sites sent nothing but sums"


def _limits(options: Record) -> str:
    told = []
    if options.get("k_max") is not None:
        told.append(f"with sets H of at most {_number(options['k_max'])} nodes")
    if options.get("cap") is not None:
        told.append(f"with at most {_number(options['cap'])} for the cut of one graph")
    if options.get("start") == "dag":
        told.append("from the fusion itself")
    if options.get("canonical"):
        told.append("with the canonical member of the class of each graph")
    if options.get("order") is not None:
        told.append("along a given order of the nodes")
    if options.get("output") == "refusion":
        told.append("with a fusion of the pruned graphs as the result")
    return "".join(f", {each}" for each in told)


def _voted(record: Record) -> tuple[str, str]:
    options, found = record["options"], record["found"]
    what = "arcs" if options.get("kind") == "arcs" else "pairs of nodes"
    share = _number(found.get("threshold"))
    how = f"the {what} were taken that more than the share {share} of the graphs has"
    return _of_graphs(record), how + _known(options)


def _averaged(record: Record) -> tuple[str, str]:
    options, threshold = record["options"], record["found"].get("threshold")
    how = f"it is their averaged network {cited(['scutari:2013'])}, at the strength {_number(threshold)}"
    return _of_graphs(record), how + _known(options)


def _pooled(record: Record) -> tuple[str, str]:
    options, found, inputs = record["options"], record["found"], record["inputs"]
    files = sorted({each["file"] for each in inputs if "file" in each})
    data = f"One network was made of {counted(len(inputs), 'opinion')} over "
    data += f"{_number(found.get('nodes'))} variables{f' (from {_names(files)})' if files else ''}"
    if _is_number(found.get("rows")):
        data += f", and of {_number(found['rows'])} rows"
    how = f"the error rates of the sources were estimated by EM {cited(['dawid:1979'])}"
    beside = "the strengths of the rows" if _is_number(found.get("rows")) else "a prior"
    how += f", and their log-odds of each edge were added to those of {beside}{_known(options)}"
    if answers := _several(options.get("answers")):
        how += f", with {counted(len(answers), 'pair')} answered by a person"
    return data, how


def _climbed(record: Record) -> tuple[str, str]:
    distance = _text(record["options"].get("distance")).upper()
    return _of_graphs(record), f"hill climbing {cited(['wang:2014'])} lowered its mean {distance} to them"


def _separated(record: Record) -> tuple[str, str]:
    share = _number(record["options"].get("share"))
    how = (
        f"the edges of their fusion were deleted whose ends the share {share} of the graphs, or more, "
        "d-separates"
    )
    return _of_graphs(record), how


def _bounded(record: Record) -> tuple[str, str]:
    options = record["options"]
    fusion = options.get("kind") == "fusion"
    source = "torrijos:2024" if fusion else "torrijos:2025"
    search = "a genetic algorithm" if record["function"] == "genetic" else "a greedy search"
    what = "arcs of their fusion" if fusion else "arcs of the graphs"
    width = _number(options.get("max_treewidth"))
    return _of_graphs(record), f"{search} chose {what} {cited([source])} within a treewidth of {width}"


# Calls on tables.

_SCORES: dict[str, tuple[str, dict[str, tuple[str, Any]]]] = {
    "bdeu": ("BDeu", {"ess": ("an equivalent sample size of", None)}),
    "bds": ("BDs", {"ess": ("an equivalent sample size of", None)}),
    "qnml": ("the quotient normalized maximum likelihood", {"surplus": ("a surplus of", 0.0)}),
    "bic": ("BIC", {"penalty": ("a penalty factor of", 1.0)}),
    "aic": ("AIC", {}),
    "bic-g": ("the Gaussian BIC", {"penalty": ("a penalty factor of", 1.0)}),
    "bge": ("BGe", {"alpha_mu": ("alpha_mu =", None), "alpha_w": ("alpha_w =", None)}),
    "bic-cg": (
        "the conditional Gaussian BIC",
        {"penalty": ("a penalty factor of", 1.0), "values": ("numbers taken as", None)},
    ),
    "dg": (
        "the degenerate Gaussian BIC",
        {"penalty": ("a penalty factor of", 1.0), "values": ("numbers taken as", None)},
    ),
}
"""What each score is called, and its parameters: their words, and the value that goes without saying."""


def _score(options: Record) -> str:
    record = options.get("score")
    name = record.get("name") if isinstance(record, dict) else None
    if not isinstance(record, dict) or not isinstance(name, str) or name not in _SCORES:
        return "a score that the record does not name"
    title, parameters = _SCORES[name]
    told = [
        f"{words} {_number(record[key])}"
        for key, (words, usual) in parameters.items()
        if record.get(key) not in (None, usual)
    ]
    return f"{title} {cited(OF_SCORE[name])}{' with ' * bool(told)}{' and '.join(told)}"


def _search(options: Record) -> str:
    name = options.get("search")
    keys = OF_SEARCH.get(name) if isinstance(name, str) else None
    words = {"ges": "greedy equivalence search", "xges": "extremely greedy equivalence search"}
    told = f"{words[str(name)]} {cited(keys)} maximised" if keys else "a search maximised"
    told = f"{told} {_score(options)}"
    if options.get("prior") == "edges":
        told += ", with prior odds of 1 to the number of variables for each edge"
    if options.get("pair_weights"):
        told += ", with a prior weight for each pair"
    if options.get("max_parents") is not None:
        told += f", with at most {_number(options['max_parents'])} parents"
    return told + _known(options)


def _rows(record: Record) -> str:
    """The rows that a call was on."""
    inputs, options = record["inputs"], record["options"]
    rows = sum(each.get("rows", 0) for each in inputs)
    out = sum(each.get("rows_left_out", 0) for each in inputs)
    columns = sorted({each["columns"] for each in inputs if "columns" in each})
    few, many = (columns[0], columns[-1]) if columns else (None, None)
    variables = _number(few) if few == many else f"{few} to {many}"
    files = [each["file"] for each in inputs if "file" in each]
    told = f"{_number(rows)} rows of {variables} variables"
    told += f" ({_names(files)})" if files else ""
    if record["recipe"] is not None:
        told += f", changed by the recipe of SHA-256 {_text(record['recipe']['sha256'])[:_PART]}"
    cut = max((each["cut"] for each in inputs if "cut" in each), default=0)
    if cut:
        told += f"; {counted(cut, 'column')} of numbers had been cut into bins"
    if out:
        told += f"; {_number(out)} more rows were left out ({_left_out(options)})"
    filled = record["found"].get("cells_filled")
    if _is_number(filled) and filled:
        told += f"; {_number(filled)} cells without a value were filled"
    elif options.get("missing") == "state":
        told += "; a cell without a value counted as a state of its own"
    return told


def _left_out(options: Record) -> str:
    why = {"drop": "missing values", "fill": "no value at all"}.get(str(options.get("missing")))
    repeats = "repeated rows" if options.get("repeats") == "distinct" else None
    return " or ".join(each for each in (why, repeats) if each) or "by the options about rows"


def _learned(record: Record) -> tuple[str, str]:
    return f"The structure was learned from {_rows(record)}", _search(record["options"])


def _learned_many(record: Record) -> tuple[str, str]:
    inputs, at = record["inputs"], record["found"].get("structure_of")
    data = f"A structure was learned from each of {counted(len(inputs), 'table')}, which have {_rows(record)}"
    if type(at) is int and 0 <= at < len(inputs) > 1:
        name = inputs[at].get("site", inputs[at].get("file", f"{at}, counted from 0"))
        data += f"; this one is of table {_text(name)}"
    return data, _search(record["options"])


def _learned_jointly(record: Record) -> tuple[str, str]:
    options, found = record["options"], record["found"]
    inputs, at = record["inputs"], found.get("structure_of")
    if type(at) is int:
        return _learned_many(record)
    sites = counted(len(inputs), "site")
    data = f"One structure was learned from {sites} together, which have {_rows(record)}"
    if dropped := _several(found.get("dropped")):
        data += f"; sites unlike the others were left out: {_names(dropped)}"
        data += f", so that {_number(found.get('rows'))} rows were taken"
    rule = (
        ", for each node the larger one of its score in all rows and of the sum of its scores at the sites"
        if options.get("own", True)
        else ", in all rows together"
    )
    if options.get("columns") == "union":
        rule = ", over all columns that any site has"
    if found.get("method") == "vote":
        rule += ", and the structure is the vote of the sites' own"
    return data, f"{_search(options)}{rule}"


def _resampled(record: Record) -> tuple[str, str]:
    done = record["found"].get("resamples", record["options"].get("resamples"))
    data = (
        f"The rows were drawn again {_number(done)} times {cited(['friedman:1999'])}, with replacement, from "
        f"{_rows(record)}"
    )
    return data, f"for each of these resamples, {_search(record['options'])}"


def _at_most(record: Record) -> tuple[str, str]:
    q = _number(record["options"].get("q"))
    how = f"the strongest pairs were taken of which at most the share {q} is expected to be false"
    return _of_graphs(record), how


def _other(record: Record) -> tuple[str, str]:
    """A call that this version has no words for."""
    return (
        f"A result was made of {counted(len(record['inputs']), 'input')}",
        f"the function was {_text(record['function'])}, with the options of its provenance",
    )


_KINDS: dict[str, Callable[[Record], tuple[str, str]]] = {
    **dict.fromkeys(("consensus", "trajectory", "Trajectory.at", "batch", "Bootstrap.consensus"), _fused),
    "vote": _voted,
    **dict.fromkeys(("averaged", "Bootstrap.averaged"), _averaged),
    "Bootstrap.at_most": _at_most,
    "pool": _pooled,
    "climb": _climbed,
    "dsep_vote": _separated,
    **dict.fromkeys(("bounded", "genetic"), _bounded),
    "learn": _learned,
    "learn_many": _learned_many,
    "learn_jointly": _learned_jointly,
    "bootstrap": _resampled,
    "federated consensus": _fused_by_sums,
    "federated vote": _voted_by_sums,
    "federated learning": _learned_by_sums,
}
"""What a call was on, and how it was done, by its function."""


# The table.


def table_text(record: Record) -> str:
    """All of it as lines with two columns, and the inputs as a table."""
    if record["function"] is None:
        return "provenance: unknown\n"
    return "\n".join(line.rstrip() for line in _lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    facts = {"function": record["function"]}
    for word, part in (("option", "options"), ("found", "found"), ("version", "versions")):
        facts |= {f"{word} {name}": value for name, value in record[part].items() if value not in _NOTHING}
    if record["recipe"] is not None:
        facts["recipe"] = f"SHA-256 {record['recipe']['sha256']}"
    width = max(len(_text(name)) for name in facts)
    for name, value in facts.items():
        yield f"{_text(name):{width}}  {_cell(value)}"
    yield from _inputs(record["inputs"])
    for before in record["made_of"]:
        yield ""
        yield "made of:"
        yield from (f"  {line}" for line in (_lines(before) if before["function"] else ["unknown"]))


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_text(name)} {_cell(own)}" for name, own in value.items() if own is not None)
    if isinstance(value, list):
        return listed(value, _cell)
    return ("yes" if value else "no") if isinstance(value, bool) else _text(value)


_COLUMNS = ("site", "file", "rows", "rows_left_out", "columns", "cut", "nodes", "edges", "sha256", "content")


def _inputs(inputs: list[Record]) -> Iterator[str]:
    if not inputs:
        return
    columns = [name for name in _COLUMNS if any(name in each for each in inputs)] or ["kind"]
    shown = inputs[:_SHOWN]
    rows = [["input", *columns], *([str(k), *_cells(each, columns)] for k, each in enumerate(shown))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    yield ""
    for row in rows:
        yield "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))
    if len(inputs) > len(shown):
        yield f"and {len(inputs) - len(shown)} more; --json has all"


def _cells(entry: Record, columns: Sequence[str]) -> list[str]:
    cells = (_cell(entry[name]) if name in entry else "" for name in columns)
    return [cell[:_PART] if re.fullmatch("[0-9a-f]{64}", cell) else cell for cell in cells]
