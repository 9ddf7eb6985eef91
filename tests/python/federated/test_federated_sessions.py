"""What a site refuses, and that it sends nothing then."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from federation import Values, coordinate, deliver, keys, make_clients, median, public, run, site_values

import mcbnc
from mcbnc.federated import Client, Incomplete, Limits, OutOfStep, Refused
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.frame import digest
from mcbnc.federated._secure.keys import Identity, public_half

MOST = 1 << 28
SITES = 3


class Stage:
    """Sites and a coordinator that have come as far as the message that is asked for."""

    def __init__(self, until: type, rounds: int = 0, **options) -> None:
        self.values = site_values(0, SITES)
        self.clients = make_clients(self.values, **options)
        self.coordinator = coordinate(SITES, masks=options.get("masks", True))
        for message in self.coordinator:
            self.message = message
            self.content = messages.read(message.bytes, MOST)
            if isinstance(self.content, until) and self.coordinator.rounds == rounds:
                return
            self.replies = deliver(self.clients, message)
            self.coordinator.feed(self.replies)

    def refuses(self, message, reason: str, kind: type = Refused, client: int = 0) -> None:
        """The site refuses with this reason. It sends nothing else, and goes on as if nothing had been."""
        content = message if isinstance(message, bytes) else message.pack()
        with pytest.raises(kind) as caught:
            self.clients[client].answer(content)
        assert caught.value.reason == reason
        assert messages.read(caught.value.bytes, MOST) == messages.Refusal(reason, digest(content))

    def goes_on(self) -> None:
        self.coordinator.feed(deliver(self.clients, self.message))
        assert run(self.coordinator, self.clients) == median(self.values)


def test_hello():
    stage = Stage(messages.Hello)
    hello = stage.content
    for wrong, reason in [
        (replace(hello, version="0.0.0"), "version"),
        (replace(hello, masks=False), "masks"),
        (replace(hello, clients=2), "roster"),
        (replace(hello, task="other"), "data"),
        (replace(hello, promise={**hello.promise, "rounds": 10**6}), "limits"),
        (replace(hello, promise={**hello.promise, "numbers": 10**9}), "limits"),
        (replace(hello, promise={**hello.promise, "draft": 10**3}), "limits"),
    ]:
        stage.refuses(wrong, reason)
    stage.goes_on()


def test_a_site_without_masks_refuses_masks():
    stage = Stage(messages.Hello, masks=False)
    stage.refuses(replace(stage.content, masks=True), "masks")
    stage.goes_on()


def test_before_hello_there_is_no_session():
    stage = Stage(messages.Question)
    site = make_clients(stage.values)[0]
    with pytest.raises(Refused) as caught:
        site.answer(stage.message.bytes)
    assert caught.value.reason == "session"
    with pytest.raises(Incomplete):
        _ = site.result


def test_messages_of_sites_are_none_of_a_coordinators():
    stage = Stage(messages.Question)
    stage.refuses(messages.Ready(bytes(32), bytes(32)), "message")
    stage.refuses(b"noise", "message")
    stage.goes_on()


def rosters(stage):
    """Wrong rosters, by what is wrong with them."""
    roster = stage.content
    own, *others = roster.members
    if own.identity != stage.clients[0].identity:
        own = next(member for member in roster.members if member.identity == stage.clients[0].identity)
        others = [member for member in roster.members if member is not own]
    stranger_key = Identity(keys(1, seed=9)[0])
    half = public_half(bytes(31) + b"\1")
    hello = roster.hello
    stranger = messages.Member(
        stranger_key.public,
        half,
        stranger_key.sign(hello, half, messages.Member(bytes(32), b"", b"").claims()),
    )
    fresh = messages.Member(others[0].identity, half, others[0].signature)
    swapped = messages.Member(others[0].identity, others[1].key, others[0].signature)
    mine = messages.Member(own.identity, half, own.signature)

    def of(*members):
        return messages.Roster(hello, sorted(members, key=lambda member: member.identity))

    return {
        "another session's": (messages.Roster(bytes(32), roster.members), "roster"),
        "too short": (of(own, others[0]), "roster"),
        "too long": (of(own, *others, stranger), "roster"),
        "without own": (of(*others, stranger), "roster"),
        "with another key for own": (of(mine, *others), "roster"),
        "unsorted": (messages.Roster(hello, of(own, *others).members[::-1]), "key"),
        "site twice": (of(own, others[0], others[0]), "key"),
        "own twice": (of(own, own, others[0]), "key"),
        "key not signed": (of(own, fresh, others[1]), "key"),
        "key of another": (of(own, swapped, others[1]), "key"),
        "no signature": (of(own, replace(others[0], signature=b""), others[1]), "key"),
        "no key": (of(own, replace(others[0], key=b""), others[1]), "key"),
        "stranger": (of(own, others[0], stranger), "peer"),
    }


@pytest.mark.parametrize("wrong", list(rosters(Stage(messages.Roster))))
def test_roster(wrong):
    stage = Stage(messages.Roster)
    roster, reason = rosters(stage)[wrong]
    stage.refuses(roster, reason)
    stage.goes_on()


def test_a_second_roster_is_refused():
    stage = Stage(messages.Roster)
    stage.replies = deliver(stage.clients, stage.message)
    roster, _ = rosters(stage)["stranger"]
    stage.refuses(roster, "roster")
    stage.goes_on()


def test_a_key_signed_for_another_session_is_refused():
    """Of a session of before, a coordinator has signed keys, of which it may know the private ones."""
    old, stage = Stage(messages.Roster), Stage(messages.Roster)
    mine = stage.clients[0].identity
    mixed = [
        member if member.identity == mine else other
        for member, other in zip(stage.content.members, old.content.members, strict=True)
    ]
    stage.refuses(messages.Roster(stage.content.hello, mixed), "key")
    stage.goes_on()


def test_a_repeated_question_gets_the_same_bytes_and_another_one_none():
    stage = Stage(messages.Question, rounds=2)
    site = stage.clients[0]
    first = site.answer(stage.message.bytes)
    assert site.answer(stage.message.bytes) == first
    for wrong in (
        replace(stage.content, info={**stage.content.info, "note": 1.0}),
        replace(stage.content, arrays={"q_prefix": np.zeros(2, np.int32)}),
        replace(stage.content, before=bytes(32)),
        replace(stage.content, t=1),
    ):
        stage.refuses(wrong, "repeat")
    assert site.rounds == 3
    stage.goes_on()


def test_skipped_rounds_and_other_logs_are_out_of_step():
    stage = Stage(messages.Question, rounds=2)
    for wrong in (replace(stage.content, t=4), replace(stage.content, before=bytes(32))):
        stage.refuses(wrong, "step", OutOfStep)
    stage.refuses(replace(stage.content, session=bytes(32)), "session")
    assert stage.clients[0].rounds == 2
    stage.goes_on()


def test_a_question_that_does_not_fit_the_data_is_refused_and_counts():
    """A refusal shows something of the data, so there is one question a round and not one until one fits."""
    stage = Stage(messages.Question, rounds=1)
    odd = replace(stage.content, info={"kind": "all rows, please"})
    numbers = stage.clients[0]._snapshot.session.numbers
    stage.refuses(odd, "data")
    stage.refuses(odd, "data")
    stage.refuses(replace(stage.content, info={"kind": "some rows, please"}), "repeat")
    stage.refuses(stage.message.bytes, "repeat")
    assert stage.clients[0]._snapshot.session.numbers == numbers


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ({}, {"limits": Limits(rounds=2)}),
        ({"masks": False}, {}),
        ({}, {"masks": False}),
    ],
)
def test_a_state_begun_with_other_options_is_no_way_round_them(tmp_path, first, then):
    stage = Stage(messages.Question, rounds=3, states=tmp_path, **first)
    again = make_clients(stage.values, states=tmp_path, **then)
    with pytest.raises(Refused) as caught:
        again[0].answer(stage.message.bytes)
    assert caught.value.reason == "session"


def test_tampered_logs_are_refused():
    stage = Stage(messages.Question, rounds=3)
    log = [content for content in stage.coordinator._journal.last.questions if content != stage.message.bytes]
    second = messages.read(log[1], MOST)
    other = replace(second, info={**second.info, "note": 1.0}).pack()
    after = replace(messages.read(log[2], MOST), before=digest(other)).pack()
    stage.refuses(messages.Log([log[0], other, after]), "log")  # another history, all right in itself
    stage.refuses(messages.Log([log[0], other, log[2]]), "log")
    stage.refuses(messages.Log([log[1], log[0], log[2]]), "log")
    stage.refuses(messages.Log([log[0], log[0], log[2]]), "log")
    stage.refuses(messages.Log([stage.replies[0]]), "log")
    stage.refuses(messages.Log([b"noise"]), "message")
    stage.refuses(messages.Log(log[2:], 2), "log")
    stage.refuses(messages.Log(log[1:], 1), "log")
    stage.refuses(messages.Log([stage.message.bytes], 5), "log")  # after one that the site has not seen
    for part in (messages.Log(log), messages.Log(log[:2]), messages.Log(log[1:], 2)):
        stage.clients[0].answer(part.pack())
        assert stage.clients[0].rounds == 3
    stage.goes_on()


@pytest.mark.parametrize(("rounds", "numbers", "answered"), [(2, 100, 2), (5, 8 * 3 + 7, 3), (5, 8 * 4, 4)])
def test_limits_hold_during_the_session(rounds, numbers, answered):
    """Whatever the coordinator promised: a true one keeps to it."""
    stage = Stage(messages.Hello)
    promise, alone = {"rounds": rounds, "numbers": numbers, "draft": 1}, {"shown": False}
    stage.content = replace(stage.content, promise=promise, options={**stage.content.options, **alone})
    for t in range(answered):
        play(stage, t)
    with pytest.raises(Refused, match=r"more (rounds|numbers)") as caught:
        play(stage, answered)
    assert caught.value.reason == "limits"
    assert stage.clients[0]._snapshot.session.answered == set(range(1, answered + 1))


def play(stage, t: int) -> None:
    """Ask one site a question, in a session of this site and two others that send nothing."""
    if t == 0:
        hello = stage.content.pack()
        parts = [messages.read(client.answer(hello), MOST).member for client in stage.clients.values()]
        roster = messages.Roster(digest(hello), sorted(parts, key=lambda member: member.identity)).pack()
        stage.clients[0].answer(roster)
        stage.head = digest(roster)
    arrays = {"q_prefix": np.zeros(t, np.int32)}
    question = messages.Question(stage.content.session, t + 1, stage.head, {"kind": "digit"}, arrays).pack()
    stage.head = digest(question)
    stage.clients[0].answer(question)


@pytest.mark.parametrize("name", ["rounds", "numbers", "draft", "message", "least_change", "variables"])
@pytest.mark.parametrize("value", [0, -1, 1.5, "many", None])
def test_limits_are_whole_numbers(name, value):
    if value is None and name in ("least_change", "variables"):
        assert getattr(Limits(), name) is None
        return
    with pytest.raises(mcbnc.InvalidInputError, match=name):
        Limits(**{name: value})


def test_sites_have_limits_of_their_own():
    clients = make_clients(site_values(0, 3), limits=Limits(rounds=4))
    coordinator = coordinate(3)
    with pytest.raises(Refused, match="limits allow") as caught:
        run(coordinator, clients)
    assert caught.value.reason == "limits"
    assert caught.value.client == 0
    short = coordinate(3, limits=Limits(rounds=4))
    with pytest.raises(Incomplete, match="more than 4 rounds") as ended:
        run(short, clients)
    assert len(ended.value.log) == 4


def test_after_the_end_nothing_is_answered():
    stage = Stage(messages.Outcome, rounds=5)
    questions = stage.coordinator._journal.last.questions
    ready = stage.clients[0].answer(stage.message.bytes)
    assert stage.clients[0].answer(stage.message.bytes) == ready
    stage.refuses(questions[-1], "session")
    stage.refuses(stage.coordinator._journal.last.hello, "session")
    stage.refuses(replace(stage.content, info={"median": 7}), "session")
    stage.goes_on()


def test_the_outcome_is_of_the_sites_own_log():
    stage = Stage(messages.Outcome, rounds=5)
    stage.refuses(replace(stage.content, last=bytes(32)), "step", OutOfStep)
    stage.refuses(replace(stage.content, session=bytes(32)), "session")
    stage.goes_on()


def test_replayed_sessions_are_refused(tmp_path):
    values = site_values(0, 3)
    clients = make_clients(values, states=tmp_path)
    first = coordinate(3)
    run(first, clients)
    hello = first._journal.last.hello
    run(coordinate(3), clients)
    for restarted in (False, True):
        sites = make_clients(values, states=tmp_path) if restarted else clients
        with pytest.raises(Refused) as caught:
            sites[0].answer(hello)
        assert caught.value.reason == "replay"
        other = replace(messages.read(hello, MOST), options={"digits": 4}).pack()
        with pytest.raises(Refused) as caught:
            sites[0].answer(other)
        assert caught.value.reason == "replay"


@pytest.mark.parametrize("states", [False, True])
def test_all_sessions_have_the_same_sites(tmp_path, states):
    """Sums over {0, 1, 2}, {0, 3, 4} and all five leave the numbers of site 0."""
    values = site_values(0, 5)
    folder = tmp_path if states else None
    clients = make_clients(values, states=folder)

    def together(*some):
        if states:  # as after a restart
            clients.update(make_clients(values, states=folder))
        return run(coordinate(len(some)), {i: clients[k] for i, k in enumerate(some)})

    assert together(0, 1, 2) == median(values[:3])
    for some in ((0, 3, 4), (0, 1, 2, 3, 4), (0, 1, 3)):
        with pytest.raises(Refused, match="other sites") as caught:
            together(*some)
        assert caught.value.reason == "change"
    assert together(0, 1, 2) == median(values[:3])


@pytest.mark.parametrize("states", [False, True])
def test_a_log_before_the_first_question_hides_no_set_of_sites(tmp_path, states):
    """A site that took over a log has to remember its roster, and the numbers that it sends, all the same."""
    stage = Stage(messages.Question, states=tmp_path if states else None)
    content = stage.message.bytes
    before = [client._snapshot.session.numbers for client in stage.clients.values()]
    for client in stage.clients.values():
        client.answer(messages.Log([content]).pack())
        client.answer(content)
        client.answer(content)
    for client, numbers in zip(stage.clients.values(), before, strict=True):
        memory = client._snapshot
        assert len(memory.sets) == 1
        assert memory.session.answered == {1}
        assert memory.session.numbers > numbers


@pytest.mark.parametrize("states", [False, True])
def test_a_set_of_sites_that_is_another_less_one_is_refused(tmp_path, states):
    values = site_values(0, 6)
    folder = tmp_path if states else None
    limits = Limits(least_change=2)
    clients = make_clients(values, states=folder, limits=limits)

    def together(*some):
        if states:  # as after a restart
            clients.update(make_clients(values, states=folder, limits=limits))
        sites = {i: clients[k] for i, k in enumerate(some)}
        return run(coordinate(len(some)), sites)

    assert together(0, 1, 2, 3) == median(values[:4])
    for some in ((0, 1, 2), (0, 1, 2, 3, 4)):
        with pytest.raises(Refused, match="other sites") as caught:
            together(*some)
        assert caught.value.reason == "change"
    assert together(0, 1, 2, 3) == median(values[:4])
    assert together(0, 1, 2, 4) == median([*values[:3], values[4]])  # one is other: the difference is of two
    assert together(*range(6)) == median(values)
    with pytest.raises(Refused, match="other sites"):
        together(0, 1, 2, 3, 4)


def test_peers_are_the_sites_own_list():
    identities = keys(3)
    sites = {
        i: Client(
            Values([i]), identity=key, peers=[public(other) for other in identities[: 2 if i == 0 else 3]]
        )
        for i, key in enumerate(identities)
    }
    with pytest.raises(Refused, match="not among this site's peers") as caught:
        run(coordinate(3), sites)
    assert (caught.value.client, caught.value.reason) == (0, "peer")
