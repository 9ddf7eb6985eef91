"""The files of ``mcbnc federate``: keys, certificates and names; and what its commands check of them."""

from __future__ import annotations

import gc
import json
import ssl
import stat

import pytest

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

from federating import make_parties

from mcbnc._https import coordinating
from mcbnc._https.certificates import (
    certificate_name,
    make_certificates,
    read_identity,
    read_peers_folder,
)
from mcbnc._https.connection import Connection
from mcbnc._https.names import read_names_file
from mcbnc._https.server import read_address
from mcbnc._https.tls import client_context, server_context
from mcbnc.errors import InvalidInputError
from mcbnc.federated import Client


@pytest.fixture(scope="module")
def parties(tmp_path_factory):
    """A folder with the keys and certificates of a federation."""
    folder = tmp_path_factory.mktemp("parties")
    make_parties(folder)
    return folder


def test_a_private_key_is_its_owners_alone(run, tmp_path):
    assert run("federate", "keys", "--out", tmp_path / "keys", "--name", "a")[0] == 0
    private = tmp_path / "keys" / "a.key"
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    public = read_peers_folder(str(tmp_path / "keys"))
    assert public == {"a": read_identity(str(private)).public_key().public_bytes_raw()}
    code, said = run("federate", "keys", "--out", tmp_path / "keys", "--name", "a")
    assert (code, said) == (1, f"mcbnc: error: {private}: File exists\n")
    private.chmod(0o640)
    with pytest.raises(InvalidInputError, match="others may read this private key: chmod 600"):
        read_identity(str(private))


@pytest.mark.parametrize("name", ["", "../a", ".a", "-a", "a\n", "a" * 65])
def test_a_name_that_is_no_name_of_a_file(tmp_path, run, name):
    code, said = run("federate", "keys", f"--name={name}", "--out", tmp_path / "keys")
    assert code == 1
    assert "is no name of a site" in said
    assert not (tmp_path / "keys").exists()


def test_certificates_say_what_they_are_and_leave_no_authority(tmp_path):
    made = make_certificates(tmp_path, "coordinator", ["a", "b"], ["fed.example", "10.0.0.7"])
    assert [path.name for path in made] == ["ca.pem", "coordinator.pem", "a.pem", "b.pem"]
    assert "for tests and small federations" in certificate_name(str(made[0]))
    assert certificate_name(str(made[2])) == "a"
    assert not (tmp_path / "ca.tls.key").exists()
    for path in tmp_path.glob("*.key"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(InvalidInputError, match="names must differ"):
        make_certificates(tmp_path / "x", "a", ["a"])


@pytest.mark.parametrize(
    "name", ["*", "a,b", "a=b", "", ".", "-a", "_a", "a b", "a/b", "a\n", "x" * 65, "a;b", "$a"]
)
def test_names_that_mean_something_else(run, tmp_path, name):
    """`--weights` has commas and signs of equality, a shell has stars, a file's name has slashes."""
    code, said = run("federate", "keys", "--out", tmp_path / "keys", f"--name={name}")
    assert code == 1
    assert "is no name of a site: it has letters, digits, -, _ and . alone" in said
    code, said = run("federate", "certificates", "--out", tmp_path / "tls", "--", "coordinator", name)
    assert code == 1
    assert "is no name of a site" in said
    assert not (tmp_path / "keys").exists()
    assert not (tmp_path / "tls").exists()
    if name and "/" not in name and name != ".":
        assert run("federate", "keys", "--out", tmp_path / "peers", "--name", "good")[0] == 0
        (tmp_path / "peers" / "good.pub").rename(tmp_path / "peers" / f"{name}.pub")
        with pytest.raises(InvalidInputError, match=r"peers: .* is no name of a site"):
            read_peers_folder(str(tmp_path / "peers"))


def test_names_of_sites_that_are_good(run, tmp_path):
    for name in ("hospital-01", "Ärzte_Köln.2", "7"):
        assert run("federate", "keys", "--out", tmp_path, "--name", name)[0] == 0
    assert sorted(read_peers_folder(str(tmp_path))) == ["7", "hospital-01", "Ärzte_Köln.2"]


def test_a_site_is_added(run, tmp_path):
    """Only the coordinator gets the new authority; sites that are there already go on as before."""
    made = ("federate", "certificates", "--out", tmp_path)
    assert run(*made, "--add", "d")[0] == 1
    assert run(*made, "coordinator", "a", "b", "c")[0] == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    code, said = run(*made, "--add", "d", "e")
    assert code == 0
    assert "wrote 3 certificates" in said
    assert "give the coordinator" in said
    after = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert after.keys() - before.keys() == {"d.pem", "d.tls.key", "e.pem", "e.tls.key"}
    assert {name for name in before if before[name] != after[name]} == {"ca.pem"}
    assert after["ca.pem"].startswith(before["ca.pem"])
    assert certificate_name(str(tmp_path / "d.pem")) == "d"
    (tmp_path / "old.pem").write_bytes(before["ca.pem"])
    for client, authorities, good in (
        ("a", "old", True),
        ("a", "ca", True),
        ("d", "ca", True),
        ("d", "old", False),
    ):
        assert shakes_hands(tmp_path, client, authorities) == good, (client, authorities)
    for wrong, problem in (
        (["--add", "d"], "there is a certificate of d already"),
        (["--add", "f", "--host", "x"], "--host is of the coordinator's certificate"),
        (["coordinator"], "give the name of the coordinator, and those of the sites"),
    ):
        code, said = run(*made, *wrong)
        assert (code, problem in said) == (1, True), said


def shakes_hands(folder, client, authorities):
    """Whether a coordinator with these authorities takes a client, and the client the coordinator."""
    server = server_context(
        f"{folder}/coordinator.pem", f"{folder}/coordinator.tls.key", f"{folder}/{authorities}.pem"
    )
    site = client_context(f"{folder}/{client}.pem", f"{folder}/{client}.tls.key", f"{folder}/ca.pem")
    to_server, to_site = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [
        site.wrap_bio(to_site, to_server, server_hostname="localhost"),
        server.wrap_bio(to_server, to_site, server_side=True),
    ]
    done = [False, False]
    for _ in range(20):
        for k, end in enumerate(ends):
            try:
                end.do_handshake()
                done[k] = True
            except ssl.SSLWantReadError:
                pass
            except ssl.SSLError:
                return False
    return all(done)


def site(parties, *options, name="hospital-01", identity=None):
    return [
        *("federate", "site", "--task", "learning", "--data", parties / "none.csv"),
        *("--coordinator", "https://localhost:1", "--patience", "0", "--state", parties / "x.state"),
        *("--identity", parties / "keys" / f"{identity or name}.key", "--peers", parties / "peers"),
        *("--certificate", parties / "tls" / f"{name}.pem", "--key", parties / "tls" / f"{name}.tls.key"),
        *("--ca", parties / "tls" / "ca.pem", *options),
    ]


def test_a_sites_certificate_and_identity_are_of_one_site(parties, run):
    code, said = run(*site(parties, identity="hospital-02"))
    assert code == 1
    assert said.endswith("this is not the identity of 'hospital-01', the name in the certificate\n")
    code, said = run(*site(parties, name="coordinator", identity="hospital-02"))
    assert code == 1
    assert said.endswith("there is no coordinator.pub, and the certificate is of 'coordinator'\n")


def test_what_a_first_run_must_know(parties, run, tmp_path, monkeypatch):
    """Whether the others may go on without this site is set before its first run, or never."""
    monkeypatch.setattr(Connection, "check", lambda self: "the coordinator is there")
    (tmp_path / "a.csv").write_text("x,y\n0,1\n1,0\n0,0\n")
    learning = ["--task", "learning", "--data", tmp_path / "a.csv"]
    first = [*site(parties), *learning, "--state", tmp_path / "state"]
    first[1] = "check"
    told = "before the first run: without --may-leave the other sites cannot go on"
    code, said = run(*first)
    assert (code, told in said) == (0, True), said
    assert told not in run(*first, "--may-leave")[1]
    monkeypatch.setattr(Client, "took_part", True)
    assert told not in run(*first)[1]
    for option in ("--min-cell", "--max-variables"):
        code, said = run(*first, "--columns", "union", option, "5")
        assert code == 1
        assert "--columns union: the session is of sites with different columns" in said
        assert option in said


def test_wrong_files_are_named(parties, run, tmp_path):
    other = tmp_path / "other"
    other.write_text("nothing")
    other.chmod(0o600)
    for option, problem in [
        ("--certificate", "it is no certificate in PEM"),
        ("--identity", "it is no private key in PEM"),
        ("--ca", "it has no certificate in PEM"),
        ("--key", "are no certificate and its private key"),
    ]:
        code, said = run(*site(parties, option, other))
        assert (code, said.count("\n")) == (1, 1)
        assert str(other) in said
        assert problem in said
        code, said = run(*site(parties, option, tmp_path / "none"))
        assert code == 1
        assert said.endswith(f" error: {tmp_path}/none: No such file or directory\n")
    code, said = run(*site(parties, "--peers", tmp_path))
    assert said.endswith(f" error: {tmp_path}: there is no file *.pub in this folder\n")
    other.rename(tmp_path / "a.pub")
    code, said = run(*site(parties, "--peers", tmp_path))
    assert f" error: {tmp_path}/a.pub: it is no public key in PEM" in said


def coordinator(parties, names, *options):
    own = parties / "tls" / "coordinator"
    return [
        *("federate", "coordinator", "--task", "consensus", "--names", names, "--journal", f"{names}.log"),
        *("--peers", parties / "peers", "--certificate", f"{own}.pem", "--key", f"{own}.tls.key"),
        *("--ca", parties / "tls" / "ca.pem", "--listen", "127.0.0.1:0", "--patience", "0", *options),
    ]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--sites", "4"], "--sites: "),
        (["--listen", "8443"], "--listen must be HOST:PORT"),
        (["--pairs", "union"], "a consensus takes no pairs; it takes theta"),
        (["--required", "a->z"], "--required"),
        (["--task", "learning"], "learning needs the states of all nodes"),
        (["--theta", "-1"], "theta must be a number >= 0"),
        (["--k-max", "-1"], "k-max must be a whole number >= 0"),
        (["--cap", "0"], "cap must be a whole number >= 1"),
        (["--draft", "0"], "draft must be a whole number from 1"),
        (["--required", "a->b", "--forbidden", "a->b"], "forbidden: a -> b is required as well"),
    ],
)
def test_a_coordinators_options_are_checked_before_it_listens(parties, run, tmp_path, options, problem):
    (tmp_path / "names.json").write_text('{"nodes": ["a", "b"]}')
    code, said = run(*coordinator(parties, tmp_path / "names.json", *options))
    assert code == 1
    assert problem in said
    assert said.count("\n") == 1
    assert not (tmp_path / "names.json.log").exists()


def test_a_coordinator_without_sites_gives_up(parties, run, tmp_path, monkeypatch):
    monkeypatch.setattr(coordinating, "_FAREWELL", 0)
    gc.unfreeze()
    (tmp_path / "names.json").write_text('{"nodes": ["a", "b"]}')
    code, said = run(*coordinator(parties, tmp_path / "names.json"))
    assert code == 1
    assert "did not reply for 0 seconds" in said.splitlines()[-1]
    assert gc.get_freeze_count()  # the end of its process looks for no garbage
    gc.unfreeze()


LEARNING = ("federate", "names", "--task", "learning")
CONSENSUS = ("federate", "names", "--task", "consensus")


def test_the_states_of_several_sites_are_put_together(run, tmp_path):
    (tmp_path / "a.csv").write_text("x,y\nno,0\nyes,1\n")
    (tmp_path / "b.csv").write_text("y,x\n2,no\n0,no\n")
    for name in "ab":
        made = run(
            "federate",
            "names",
            "--task",
            "learning",
            tmp_path / f"{name}.csv",
            "--out",
            tmp_path / f"{name}.json",
        )
        assert made[0] == 0
    every = tmp_path / "all.json"
    run(*LEARNING, tmp_path / "a.json", tmp_path / "b.json", "--out", every)
    assert read_names_file(str(every)) == (["x", "y"], {"x": ["no", "yes"], "y": ["0", "1", "2"]}, None)
    (tmp_path / "c.csv").write_text("x,z\n0,0\n")
    code, said = run(*LEARNING, tmp_path / "a.csv", tmp_path / "c.csv", "--out", every)
    assert code == 1
    assert f"{tmp_path}/c.csv must have the same nodes as {tmp_path}/a.csv" in said


@pytest.mark.parametrize(
    "text", ["", "[]", '{"nodes": 1}', '{"nodes": [1.5]}', '{"nodes": ["a"], "states": []}', "[" * 99999]
)
def test_names_that_are_none(tmp_path, text):
    path = tmp_path / "names.json"
    path.write_text(text)
    with pytest.raises(InvalidInputError, match=r"names\.json"):
        read_names_file(str(path))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"nodes": ["a", "b", "a"]}', "nodes must differ, but 'a' comes more than once"),
        ('{"nodes": [1, 2, 1, 2]}', "nodes must differ, but 1, 2 come more than once"),
        ('{"nodes": ["a"], "nodes": ["b"]}', "the key 'nodes' comes more than once in one object"),
        ('{"nodes": []}', '"nodes" lists none'),
        (
            '{"nodes": ["a"], "states": {"a": ["x"], "a": ["y"]}}',
            "the key 'a' comes more than once in one object",
        ),
        (
            '{"nodes": ["a"], "states": {"a": ["x", "y", "x"]}}',
            "the states of 'a' must differ, but 'x' comes more than once",
        ),
        ('{"nodes": ["a", "b"], "states": {"a": ["x"]}}', "must have the nodes of \"nodes\", but .*'b'"),
        ('{"nodes": ["a"], "states": {"a": [], "c": []}}', "must have the nodes of \"nodes\", but .*'c'"),
        ('{"nodes": ["a"], "states": {"a": "xy"}}', "the states of 'a' must be a list of texts or numbers"),
        ('{"nodes": ["a"], "states": {"a": [["x"]]}}', "must be a list of texts or numbers"),
        ('{"nodes": [1], "states": {"1": ["x"]}}', "must have the nodes"),
    ],
)
def test_names_with_something_twice_or_amiss(tmp_path, text, says):
    path = tmp_path / "names.json"
    path.write_text(text)
    with pytest.raises(InvalidInputError, match=rf"names\.json: .*{says}"):
        read_names_file(str(path))


def test_names_of_dags(run, tmp_path):
    (tmp_path / "a.bn").write_text("[x][y|x]")
    (tmp_path / "b.json").write_text(json.dumps({"nodes": ["y", "x"], "clients": [[["x", "y"]]]}))
    out = tmp_path / "names.json"
    assert run(*CONSENSUS, tmp_path / "a.bn", tmp_path / "b.json", "--out", out)[0] == 0
    assert read_names_file(str(out)) == (["x", "y"], None, None)
    again = tmp_path / "again.json"
    assert run(*CONSENSUS, out, tmp_path / "b.json", "--out", again)[0] == 0
    assert again.read_bytes() == out.read_bytes()


@pytest.mark.parametrize(
    ("text", "address"),
    [("0.0.0.0:8443", ("0.0.0.0", 8443)), ("[::1]:0", ("::1", 0)), ("localhost:65535", ("localhost", 65535))],
)
def test_addresses(text, address):
    assert read_address(text) == address


@pytest.mark.parametrize("text", ["", "8443", ":8443", "a:", "a:b", "a:65536", "a:-1"])
def test_addresses_that_are_none(text):
    with pytest.raises(InvalidInputError, match="--listen must be HOST:PORT"):
        read_address(text)


def test_probabilities_need_counts(parties, run, tmp_path):
    (tmp_path / "names.json").write_text(
        '{"nodes": ["a", "b"], "states": {"a": ["0", "1"], "b": ["0", "1"]}}'
    )
    for options in (["--task", "consensus"], ["--task", "learning", "--own", "--no-tables", "--no-masks"]):
        command = coordinator(parties, tmp_path / "names.json", *options, "--out", tmp_path / "net.bif")
        code, said = run(*command)
        assert code == 1
        assert "holds probabilities, which only learning with tables makes" in said
