"""Networks in ProbModelXML and in the format of the UAI competitions: what is read, and what is refused."""

from __future__ import annotations

import pytest
from corpus import text_of

import mcbnc
from mcbnc._base.files import File
from mcbnc._graphs.reading import parse_file

PGMX, UAI = text_of("openmarkov/disease.pgmx"), text_of("uai/chain.uai")


def graph(text, suffix):
    (source,) = parse_file(File(text.encode(), f"g{suffix}"), suffix)
    return source.names, {(source.names[i], source.names[j]) for i, j in source.arcs.tolist()}


def fails(text, suffix) -> str:
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        graph(text, suffix)
    return str(caught.value).removeprefix(f"g{suffix}:")


def test_links_with_attributes():
    """As older versions of the format have them."""
    ends = '<Variable name="Vaccine" />\n        <Variable name="Disease" />'
    old = f'<Link directed="true">\n        {ends}\n      </Link>'
    new = '<Link var1="Vaccine" var2="Disease" directed="1"/>'
    assert old in PGMX
    assert graph(PGMX.replace(old, new), ".pgmx") == graph(PGMX, ".pgmx")


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ('type="BayesianNetwork"', 'type="InfluenceDiagram"', 3, "'InfluenceDiagram' is no Bayesian network"),
        ('type="finiteStates" role="chance"', 'role="decision"', 12, "a variable of the role 'decision'"),
        ('name="Disease" type', 'timeSlice="0" name="Disease" type', 12, "is part of a dynamic network"),
        ('name="Vaccine" type', 'name="Disease" type', 30, "the node 'Disease' comes more than once"),
        ('name="Vaccine" type', "type", 30, "a node has no name"),
        ('<Link directed="true">', '<Link directed="false">', 39, "a link is undirected"),
        ('<Link directed="true">', '<Link var1="Vaccine">', 39, "a link joins two variables, not 3"),
        ('<Link directed="true">\n        <Variable name="Disease" />', "<Link>", 39, "two variables, not 1"),
        (
            '<Variable name="Vaccine" />\n        <Variable name="Disease" />\n      </Link>',
            '<Variable name="Vaccina" />\n        <Variable name="Disease" />\n      </Link>',
            43,
            "'Vaccina' is no variable of this network",
        ),
        (
            '<Variable name="Vaccine" />\n        <Variable name="Disease" />\n      </Link>',
            '<Variable name="Disease" />\n        <Variable name="Disease" />\n      </Link>',
            55,
            "the potential of 'Disease' is given 'Vaccine', but links to it come from 'Disease'",
        ),
        (
            '<Variable name="Disease" />\n          <Variable name="Vaccine" />\n        </Variables>',
            '<Variable name="Disease" />\n        </Variables>',
            55,
            "the potential of 'Disease' is given nothing, but links to it come from 'Vaccine'",
        ),
        (
            '<Variables>\n          <Variable name="Vaccine" />',
            '<Variables>\n          <Variable name="Vaccine" />\n<Variable name="Disease" />',
            49,
            "'Vaccine' is given 'Disease', but links to it come from nowhere",
        ),
        ("<Potentials>", "<Functions/><Potentials>", 48, "'Functions' is not one of the elements"),
        ("</ProbNet>", "</ProbNet>\n<ProbNet/>", 87, "it has more than one network"),
        ("<InferenceOptions>", "<Strategy/><InferenceOptions>", 87, "'Strategy' is not one of the elements"),
        ("</ProbModelXML>", "", 93, "no XML: no element found"),
    ],
)
def test_what_is_no_network_of_openmarkov(old, new, line, says):
    changed = PGMX.replace(old, new, 1)
    assert changed != PGMX
    message = fails(changed, ".pgmx")
    assert message.startswith(f"{line}: "), message
    assert says in message


def test_a_cycle_of_links(tmp_path):
    link = '<Link var1="Test result" var2="Vaccine"/>'
    role = '<Potential type="Table" role="conditionalProbability">'
    path = tmp_path / "g.pgmx"
    path.write_text(PGMX.replace("</Links>", f"{link}</Links>").replace(role, '<Potential role="utility">'))
    with pytest.raises(mcbnc.CycleError, match="Disease -> Test result -> Vaccine"):
        mcbnc.read(path)


@pytest.mark.parametrize("suffix", [".pgmx", ".uai"])
def test_every_beginning_is_refused(suffix):
    text = {".pgmx": PGMX, ".uai": UAI}[suffix].rstrip()
    for end in range(len(text) - 3):  # the last number may be shorter
        fails(text[:end], suffix)


def test_the_last_variable_of_a_table_is_the_child():
    assert graph("BAYES 2 2 2 2 2 0 1 1 0 4 .1 .9 .2 .8 2 .5 .5", ".uai") == (["0", "1"], {("0", "1")})
    assert graph("BAYES 2 2 2 2 1 1 2 1 0 2 .5 .5 4 .1 .9 .2 .8", ".uai")[1] == {("1", "0")}
    assert graph(UAI.replace(" ", "\t").replace("\n", "\r\n"), ".uai") == graph(UAI, ".uai")


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("BAYES", "MARKOV", 1, "a network of Markov has no directions"),
        ("BAYES", "BAYESIAN", 1, "begins with BAYES, not with 'BAYESIAN'"),
        ("\n4\n", "\n-4\n", 2, "the number of variables is a whole number, not '-4'"),
        ("\n4\n", "\n65537\n", None, "65537 nodes, and mcbnc takes at most 65536"),
        ("2 2 3 2", "2 2 3 1.5", 3, "the number of states of a variable is a whole number, not '1.5'"),
        ("\n4\n1 0", "\n3\n1 0", 3, "a Bayesian network of 4 nodes has 4 tables, not 3"),
        ("1 3", "1 4", 7, "4 is none of the 4 variables"),
        ("1 3", "0", 7, "a table has no variable"),
        ("1 3", "1 0", 7, "the probabilities of '0' come more than once"),
        ("2 0 1", "2 1 1", 5, "'1' is its own parent"),
        ("3 0 1 2", "3 1 1 2", 6, "'1' is a parent of '2' more than once"),
        ("\n12\n", "\n11\n", 15, "the table of 2 has 11 entries, and its variables have 12 joint states"),
        (" 0.5 0.5\n", " 0.5\n", None, "it ends too early: the table of 3 is not whole"),
        ("0.5\n", "0.5\n1\n", 25, "there is '1' behind the last table"),
    ],
)
def test_what_is_no_network_of_uai(old, new, line, says):
    changed = UAI.replace(old, new, 1) if old != "0.5\n" else UAI + "1\n"
    assert changed != UAI
    message = fails(changed, ".uai")
    assert says in message
    assert line is None or message.startswith(f"{line}: "), message
    message = fails(f"# a comment of{' many' * 100} words\n{changed}", ".uai")
    assert line is None or message.startswith(f"{line + 1}: "), message


def test_a_table_may_be_too_large_to_be_one():
    n = 40
    text = f"BAYES\n{n}\n{'1000 ' * n}\n{n}\n" + "".join(f"1 {i}\n" for i in range(n - 1))
    text += f"{n} {' '.join(map(str, range(n)))}\n" + ("1000 " + "0.1 " * 1000) * (n - 1) + "7 1"
    assert "its variables have more joint states" in fails(text, ".uai")
