"""Noise that hides single rows: the draws, the account, and federations with it."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import pairwise

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from federation import STATES, noisy_coordinator, rows_of, run, table_sites

import mcbnc
import mcbnc.federated as fed
from mcbnc import cli
from mcbnc.federated import Limits, Refused, disclosure, privacy_curve, verify
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.frame import digest
from mcbnc.federated._secure import noise as noise_module
from mcbnc.federated._secure.noise import Sampler, least_noise, spent, told_epsilon


def probabilities(variance, reach):
    """Of a discrete Gaussian, from -reach to reach."""
    weights = np.exp(-(np.arange(-reach, reach + 1.0) ** 2) / (2 * float(variance)))
    return weights / weights.sum()


@pytest.mark.parametrize(
    "variance", [Fraction(1, 3), Fraction(1), Fraction(7, 2), Fraction(40), Fraction(1001, 7)]
)
def test_draws_have_the_probabilities_of_the_law(variance):
    sampler, draws = Sampler(bytes(32) + str(variance).encode()), 20_000
    drawn = np.array([sampler.gaussian(variance) for _ in range(draws)])
    reach = math.ceil(9 * math.sqrt(variance)) + 2
    assert abs(drawn).max() <= reach
    expected = draws * probabilities(variance, reach)
    counts = np.bincount(drawn + reach, minlength=2 * reach + 1)
    often = expected >= 10
    chi = ((counts - expected)[often] ** 2 / expected[often]).sum()
    degrees = often.sum()
    assert abs(chi - degrees) < 5 * math.sqrt(2 * degrees) + 5


def test_large_draws_and_repeats():
    variance = Fraction(3) * (1 << 50) ** 2 / 7
    drawn = [Sampler(bytes([k]) * 32).gaussian(variance) for k in range(200)]
    assert drawn == [Sampler(bytes([k]) * 32).gaussian(variance) for k in range(200)]
    assert len(set(drawn)) == 200
    assert 0.8 < np.std(np.array(drawn, float)) / math.sqrt(variance) < 1.2


def hockey_stick(variance, shift, epsilon):
    """δ for ε of a discrete Gaussian beside the shifted one, by their probabilities."""
    reach = math.ceil(14 * math.sqrt(variance)) + shift
    p = probabilities(variance, reach + shift)
    here, there = p[shift:], p[: len(p) - shift]
    return max(np.maximum(a - math.exp(epsilon) * b, 0).sum() for a, b in ((here, there), (there, here)))


@pytest.mark.parametrize("noise", [1, 2, 5, 20])
@pytest.mark.parametrize("shift", [1, 3])
@pytest.mark.parametrize("delta", [1e-3, 1e-6])
def test_the_account_is_no_less_than_what_the_probabilities_say(noise, shift, delta):
    epsilon = told_epsilon(shift**2 / (2 * noise**2), delta)
    assert hockey_stick(noise**2, shift, epsilon) <= delta
    assert hockey_stick(noise**2, shift, epsilon / 1.6) > delta  # nor much more


def test_shares_add_up_to_one_gaussian():
    """By convolution: the sum of the sites' shares is a discrete Gaussian of the whole variance, nearly."""
    share, sites = probabilities(4, 60), 5
    total = share
    for _ in range(sites - 1):
        total = np.convolve(total, share)
    whole = probabilities(20, len(total) // 2)
    apart = 10 * sum(math.exp(-2 * math.pi**2 * 4 * k / (k + 1)) for k in range(1, sites))
    there = whole > 1e-12
    assert abs(np.log(total[there] / whole[there])).max() < max(apart, 1e-9)


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1, 3, 10])
@pytest.mark.parametrize("sites", [3, 20])
def test_the_least_noise(epsilon, sites):
    noise = least_noise(epsilon, 1e-6, 704, 2309, sites)
    assert told_epsilon(spent(noise**2 / sites, 704, 2309, sites), 1e-6) <= epsilon
    less = noise - Fraction(1, 1024)
    assert told_epsilon(spent(less**2 / sites, 704, 2309, sites), 1e-6) > epsilon or noise == sites
    # The formula of the analytic Gaussian mechanism's coarse bound is not far.
    assert float(noise) < math.sqrt(2 * 704 * math.log(1.25 / 1e-6)) / epsilon * 1.3 + sites


def test_sites_beyond_a_thousand_are_counted_as_the_thousandth(monkeypatch):
    """A coordinator says how many there are, so nothing must take that long. The bound is no less."""
    of_all = [spent(Fraction(v), 704, 2309, 5000) for v in (0.001, 1, 4)]
    monkeypatch.setattr(noise_module, "_TERMS", 10)
    bounds = [spent(Fraction(v), 704, 2309, 5000) for v in (0.001, 1, 4)]
    assert all(one <= bound <= 2 * one for one, bound in zip(of_all, bounds, strict=True))
    monkeypatch.setattr(noise_module, "_TERMS", 5000)
    exact = [spent(Fraction(v), 704, 2309, 5000) for v in (0.001, 1, 4)]
    assert all(one <= bound <= 1.01 * one for one, bound in zip(exact, of_all, strict=True))


def test_the_account_adds_up():
    one = spent(Fraction(2000), 704, 2309, 5)
    assert told_epsilon(2 * one, 1e-6) < 2 * told_epsilon(one, 1e-6)
    assert told_epsilon(0.0, 1e-6) == 0


# --- federations --------------------------------------------------------------------------------------------

RAW = mcbnc.DegenerateGaussian(values="raw")


def mixed_tables(seed, sites):
    """Two columns of states, and two of numbers from -1 to 1."""
    rng = np.random.default_rng(seed)
    tables = []
    for _ in range(sites):
        a, x = rng.integers(0, 3, 500), rng.uniform(-1, 1, 500)
        tables.append(
            {
                "y": np.clip(x + rng.normal(0, 0.1, 500), -1, 1),
                "a": np.array(STATES)[a],
                "x": x,
                "b": np.array(STATES)[np.where(rng.random(500) < 0.8, a, 2 - a)],
            }
        )
    return tables


MIXED = {"states": [fed.Numbers(-1, 1), STATES, fed.Numbers(-1, 1), STATES], "score": RAW}


@pytest.mark.parametrize("mixed", [False, True])
def test_the_noise_of_the_sums_is_that_of_the_account(mixed):
    tables = mixed_tables(1, 4) if mixed else rows_of(1, 4, n=6)
    options = MIXED if mixed else {}
    parts = []
    for _ in range(24):
        coordinator = noisy_coordinator(tables, **options)
        run(coordinator, table_sites(tables, numbers=mixed))
        exact = fed.Coordinator(
            list(tables[0]),
            4,
            task="learning",
            states=options.get("states", [STATES] * 6),
            rounds="one",
            masks=False,
            score=options.get("score"),
        )
        sites = {
            k: fed.Client(
                mcbnc.Rows(t, states={n: STATES for n, c in t.items() if c.dtype.kind == "U"}),
                task="learning",
                masks=False,
                numbers=mixed,
            )
            for k, t in enumerate(tables)
        }
        run(exact, sites)
        (asked, noisy), (_, plain) = coordinator.history[0], exact.history[0]
        assert asked.info == {"facts": True, "products": True}
        parts.append((noisy - plain).astype(np.int64).astype(float))
    noise = coordinator._task._privacy.noise
    units = np.ones(len(parts[0]))
    if mixed:  # rows; a: 2, b: 2, x, y; then the pairs in the order of their names
        b = 2.0**21
        assert len(units) == 1 + 6 + 4 + 2 + 2 + 1 + 2 + 2 + 1 + 1
        columns = {"a": [1, 1], "b": [1, 1], "x": [b], "y": [b]}
        names = "abxy"
        units = [1.0, *(u for name in names for u in columns[name])]
        for i, name in enumerate(names):
            for other in names[:i]:
                units += [u * w for u in columns[name] for w in columns[other]]
            units += [b * b] if name in "xy" else []
    scaled = np.array(parts) / np.array(units) / noise
    assert abs(scaled).max() < 6
    spread = np.sqrt((scaled**2).mean(axis=0))
    assert (spread > 0.35).all()
    assert (spread < 2).all()
    assert 0.85 < np.sqrt((scaled**2).mean()) < 1.15


def test_a_round_of_many_rows_is_learned_and_can_be_checked(tmp_path):
    tables = [{name: np.repeat(column, 60) for name, column in t.items()} for t in rows_of(2, 4, n=5)]
    journal = tmp_path / "run.journal"
    coordinator = noisy_coordinator(tables, epsilon=3, journal=journal)
    sites = table_sites(tables)
    result = run(coordinator, sites)
    coordinator.close()
    rows = sum(len(t["z0"]) for t in tables)
    assert abs(result.rows - rows) < 6 * coordinator._task._privacy.noise
    assert result.edges
    assert sites[0].result.edges == result.edges
    assert verify(journal).result.edges == result.edges
    found = disclosure(journal)
    assert found.tables == []
    assert "with noise" in str(found)


def test_a_question_that_is_asked_again_has_the_same_noise(tmp_path):
    tables = rows_of(3, 3, n=3)
    sites, coordinator = table_sites(tables, tmp_path), noisy_coordinator(tables)
    for message in coordinator:
        replies = {k: sites[k].answer(message.bytes) for k in message.to}
        if isinstance(messages.read(message.bytes, 1 << 28), messages.Question):
            for site in sites.values():
                site.close()
            again = table_sites(tables, tmp_path)
            assert {k: again[k].answer(message.bytes) for k in message.to} == replies
            assert all(
                site._snapshot.spent.rho == again[0]._snapshot.spent.rho > 0 for site in again.values()
            )
            return
        coordinator.feed(replies)


def test_a_site_adds_up_what_is_spent(tmp_path):
    tables, limits = rows_of(3, 3, n=3), Limits(epsilon=2.0)
    for again in range(4):
        sites = table_sites(tables, tmp_path, limits)
        coordinator = noisy_coordinator(tables, epsilon=1.0)
        if again < 3:  # three times 1 is 1.81: it does not simply add up
            run(coordinator, sites)
        else:
            with pytest.raises(Refused, match="limits allow") as caught:
                run(coordinator, sites)
            assert caught.value.reason == "limits"
        for site in sites.values():
            site.close()
    with pytest.raises(Refused, match="limits allow"):
        run(
            fed.Coordinator(list(tables[0]), 3, task="learning", states=[STATES] * 3, rounds="one"),
            table_sites(tables, None, limits),
        )


# --- a coordinator that wants the mean of many noisy answers


def up_to_the_question(coordinator, sites):
    """Carry the messages up to the one question, which is returned with its bytes. It is not asked yet."""
    for message in coordinator:
        question = messages.read(message.bytes, 1 << 28)
        if isinstance(question, messages.Question):
            return question, message.bytes
        coordinator.feed({k: sites[k].answer(message.bytes) for k in message.to})
    raise AssertionError("no question came")


@pytest.mark.parametrize("epsilon", [None, 1.0])
@pytest.mark.parametrize("by", ["question", "log"])
def test_one_round_is_asked_once(epsilon, by):
    """The question of one round comes again with another number: each answer would have noise of its own."""
    sites = table_sites(tables := rows_of(3, 3, n=3), limits=Limits(epsilon=100) if epsilon else None)
    question, content = up_to_the_question(noisy_coordinator(tables, epsilon), sites)
    replies = [sites[k].answer(content) for k in sites]
    again = messages.Question(question.session, 2, digest(content), question.info, question.arrays).pack()
    if by == "log":
        (log,) = messages.Log.parts([content, again], 1 << 20)
        again = log.pack()
    for site in sites.values():
        with pytest.raises(Refused, match="one round has one question, and it was asked") as caught:
            site.answer(again)
        assert caught.value.reason == "limits"
    assert [sites[k].answer(content) for k in sites] == replies  # the same bytes are no second answer


def restarted(sites, *arguments):
    for site in sites.values():
        site.close()
    return table_sites(*arguments)


@pytest.mark.parametrize("restarts", [True, False])
def test_sessions_with_noise_one_after_the_other(tmp_path, restarts):
    """Without a total of its own a site gives one noisy answer, ever, whatever epsilon comes next."""
    tables = rows_of(3, 3, n=3)
    sites = table_sites(tables, tmp_path)
    run(noisy_coordinator(tables), sites)
    for epsilon in (1.0, 3.0, 100.0):
        if restarts:
            sites = restarted(sites, tables, tmp_path)
        hello = next(noisy_coordinator(tables, epsilon)).bytes
        for site in sites.values():
            with pytest.raises(Refused, match=r"answered a question with noise before.*--max-epsilon"):
                site.answer(hello)
    # With a total it goes on, and begins no session beyond it.
    sites = restarted(sites, tables, tmp_path, Limits(epsilon=1.5))
    run(noisy_coordinator(tables), sites)
    hello = next(noisy_coordinator(tables)).bytes
    with pytest.raises(
        Refused, match=r"spent up to epsilon 1\.81, with delta 1e-06, and this site allows 1\.5"
    ):
        sites[0].answer(hello)


def test_a_site_has_a_greatest_delta(tmp_path):
    """With a large delta there is hardly any noise, whatever epsilon is."""
    tables = rows_of(3, 3, n=3)
    usual, large = noisy_coordinator(tables), noisy_coordinator(tables, delta=0.4999999)
    assert large._task._privacy.noise < usual._task._privacy.noise / 5
    hello = next(large).bytes
    for limits in (None, Limits(epsilon=1.0), Limits(epsilon=1.0, delta=1e-3)):
        with pytest.raises(Refused, match=r"delta is above .*--max-delta") as caught:
            table_sites(tables, limits=limits)[0].answer(hello)
        assert caught.value.reason == "limits"
    # A site that allows it adds up by its own delta: an epsilon of 1 at a delta of 1e-6 is less at one of
    # 1e-3.
    loose = Limits(epsilon=1.0, delta=1e-3)
    sites = table_sites(tables, tmp_path, loose)
    run(noisy_coordinator(tables), sites)
    run(noisy_coordinator(tables), sites)
    strict = restarted(sites, tables, tmp_path, Limits(epsilon=1.0))
    with pytest.raises(Refused, match=r"spent up to epsilon 1\.81, with delta 1e-06"):
        strict[0].answer(next(noisy_coordinator(tables)).bytes)


@pytest.mark.parametrize("delta", [None, "x", [], True, 0.4])
def test_an_odd_delta_is_no_way_around(delta):
    tables = rows_of(3, 3, n=3)
    hello = messages.read(next(noisy_coordinator(tables)).bytes, 1 << 28)
    hello.options["delta"] = delta
    with pytest.raises(Refused):
        table_sites(tables)[0].answer(hello.pack())


@pytest.mark.parametrize("value", [0, -1, "x", float("nan"), 0.5, 1])
def test_bad_deltas_of_a_site(value):
    with pytest.raises(mcbnc.InvalidInputError, match="delta must be"):
        Limits(delta=value)


def test_an_attack_on_noisy_sums_guesses(tmp_path):
    # Noise of 66 cannot make 330 rows a handful: of a handful an AUC is chance.
    rng = np.random.default_rng(0)
    tables = [{f"v{k:02}": np.array(STATES)[rng.integers(0, 3, 110)] for k in range(20)} for _ in range(3)]
    areas = []
    for epsilon in (None, 1.0):
        journal = tmp_path / f"{epsilon}.journal"
        coordinator = noisy_coordinator(tables, epsilon, journal=journal)
        run(coordinator, table_sites(tables))
        coordinator.close()
        areas.append(disclosure(journal, attack=True).attack.auc)
    assert areas[0] > 0.8
    assert areas[1] < 0.7


BAD = {
    "many rounds": ({"rounds": "many"}, "rounds='one'"),
    "zero": ({"epsilon": 0}, "epsilon must be"),
    "nan": ({"epsilon": float("nan")}, "epsilon"),
    "words": ({"epsilon": "small"}, "epsilon"),
    "delta": ({"delta": 1.5}, "delta must be"),
    "no room": ({"epsilon": 0.001, "most_rows": 100}, "no room"),
    "masks": ({"masks": False}, "masks"),
    "normal scores": ({"states": [fed.Numbers(0, 1), STATES], "score": "dg"}, "values='raw'"),
    "bge": ({"states": [fed.Numbers(0, 1)] * 2, "score": "bge"}, "score dg"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_options(name):
    options, message = BAD[name]
    given = {"states": [STATES] * 2, "rounds": "one", "epsilon": 1.0, **options}
    with pytest.raises(mcbnc.InvalidInputError, match=message):
        fed.Coordinator(["a", "b"], 3, task="learning", **given)


def test_delta_needs_epsilon():
    with pytest.raises(mcbnc.InvalidInputError, match="delta goes with epsilon"):
        fed.Coordinator(["a", "b"], 3, task="learning", states=[STATES] * 2, rounds="one", delta=1e-5)


def test_a_site_refuses_noise_without_masks():
    """A coordinator that lies would see each site's numbers with a small share of the noise."""
    tables = rows_of(3, 3, n=3)
    coordinator = noisy_coordinator(tables)
    hello = messages.read(next(coordinator).bytes, 1 << 28)
    site = fed.Client(
        mcbnc.Rows(tables[0], states=dict.fromkeys(tables[0], STATES)), task="learning", masks=False
    )
    lie = messages.Hello(**{**vars(hello), "masks": False})
    with pytest.raises(Refused) as caught:
        site.answer(lie.pack())
    assert caught.value.reason == "masks"


@pytest.mark.parametrize("value", [0, -1, "x", float("inf")])
def test_bad_limits(value):
    with pytest.raises(mcbnc.InvalidInputError, match="epsilon"):
        Limits(epsilon=value)


# --- the curve ----------------------------------------------------------------------------------------------


def test_the_curve_falls(tmp_path, capsys):
    tables = [{name: np.repeat(column, 20) for name, column in t.items()} for t in rows_of(4, 5, n=6)]
    points = privacy_curve(tables, (0.01, 1, 100), draws=4)
    assert points == privacy_curve(tables, (0.01, 1, 100), draws=4)
    assert [point.epsilon for point in points] == [0.01, 1, 100]
    assert points[0].noise > points[1].noise > points[2].noise
    assert [point.edges for point in points] == [0, 5, 5]
    chain = nx.DiGraph(
        pairwise(tables[0])
    )  # the rows come twenty times, so exact sums find more edges than it has
    from_chain = privacy_curve(tables, (0.01, 1, 100), draws=4, truth=chain)
    assert [point[2:4] for point in from_chain] == [(5, 5), (0, 0), (0, 0)]
    truth = fed.simulate_learning(tables, rounds="one").result
    assert privacy_curve(tables, (1,), draws=4, truth=truth)[0] == points[1]
    files = []
    for k, table in enumerate(tables):
        files.append(str(tmp_path / f"{k}.csv"))
        rows = zip(*table.values(), strict=True)
        text = [",".join(table), *(",".join(row) for row in rows)]
        (tmp_path / f"{k}.csv").write_text("\n".join(text) + "\n")
    assert cli.main(["federate", "curve", *files, "--epsilon", "0.01,1,100", "--draws", "4"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].split() == ["epsilon", "noise", "smhd", "shd", "edges"]
    assert [float(line.split()[2]) for line in shown[1:]] == pytest.approx([p.smhd for p in points], rel=1e-3)


def test_noise_without_masks_names_the_option(tmp_path, capsys):
    tables, files = rows_of(5, 3), []
    with pytest.raises(mcbnc.InvalidInputError, match="goes with masks=True, and not with masks=False"):
        fed.simulate_learning(tables, rounds="one", epsilon=1)
    for k, table in enumerate(tables):
        files.append(str(tmp_path / f"{k}.csv"))
        pd.DataFrame(table).to_csv(files[-1], index=False)
    given = ["federate", "simulate", "--task", "learning", "--rounds", "one", "--epsilon", "1", *files]
    assert cli.main(given) == 1
    assert "goes with --masks, and not with --no-masks" in capsys.readouterr().err
    assert cli.main([*given, "--masks"]) == 0


@pytest.mark.parametrize("colluders", [None, 0, 2])
def test_the_curve_has_the_noise_of_a_session_with_so_many_colluders(colluders):
    tables = rows_of(5, 4)
    (point,) = privacy_curve(tables, (1,), draws=1, colluders=colluders)
    session = fed.simulate_learning(tables, rounds="one", epsilon=1, colluders=colluders, masks=True)
    assert point.noise == session.hidden.noise
    assert session.hidden.colluders == (colluders or 0)
    (alone,) = privacy_curve(tables, (1,), draws=1)
    assert (point.noise > alone.noise) == bool(colluders)


def test_the_curve_of_the_shell_has_colluders(tmp_path, capsys):
    tables, files = rows_of(5, 4), []
    for k, table in enumerate(tables):
        files.append(str(tmp_path / f"{k}.csv"))
        pd.DataFrame(table).to_csv(files[-1], index=False)
    given = ["federate", "curve", *files, "--epsilon", "1", "--draws", "1", "--json"]
    assert cli.main([*given, "--colluders", "2"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["curve"]
    assert told == privacy_curve(tables, (1,), draws=1, colluders=2)[0]._asdict()
    assert cli.main([*given, "--colluders", "4"]) == 1
    assert "--colluders must be a whole number below that of the sites, 4, not 4" in capsys.readouterr().err


def test_the_curve_of_mixed_columns():
    points = privacy_curve(mixed_tables(5, 5), (1, 100), draws=2, score=RAW)
    assert points[1].smhd <= points[0].smhd


def test_the_shell_has_the_options():
    from mcbnc.cli._arguments import read_arguments
    from mcbnc.cli._federate_objects import SITE_LIMITS, limits_given

    required = (
        "--coordinator https://a:1 --data d --identity i --state s --peers p --certificate c --key k --ca a"
    )
    given = ["federate", "site", "--task", "learning", *required.split()]
    told = read_arguments([*given, "--max-epsilon", "1.5", "--max-delta", "1e-9"])
    assert limits_given(told, *SITE_LIMITS) == Limits(epsilon=1.5, delta=1e-9)
    assert limits_given(read_arguments(given), *SITE_LIMITS) == Limits()
