"""Networks in the formats of other tools: BIF's dialects, .net, .dsc, .dne, .xdsl and XMLBIF.

The texts are those of corpus.py. tests/adapters/test_files.py reads files that the tools write.
"""

from __future__ import annotations

import gzip

import pytest
from corpus import content_of, text_of

import mcbnc

NODES = ["a", "b", "c", "alone"]
EDGES = [("a", "c"), ("b", "c")]
REPOSITORY_BIF = text_of("bnrepository/three.bif")
HUGIN_NET = text_of("hugin/three.net")
REPOSITORY_DSC = text_of("bnrepository/three.dsc")
NETICA_DNE = text_of("netica/three.dne")
XMLBIF = text_of("javabayes/three.xml")
DIALECTS = {
    "repository.bif": REPOSITORY_BIF,
    "javabayes.bif": text_of("javabayes/three.bif"),
    "pgmpy.bif": text_of("pgmpy/three.bif"),
    "hugin.net": HUGIN_NET,
    "repository.dsc": REPOSITORY_DSC,
    "msbn.dsc": text_of("msbn/three.dsc"),
    "netica.dne": NETICA_DNE,
    "genie.xdsl": content_of("genie/three.xdsl"),
    "weka.xmlbif": XMLBIF,
    "weka.BIFXML": XMLBIF,
    "weka.xml": XMLBIF,
}
"""One network in the dialects of several tools."""


def encoded(text) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def test_a_table_of_netica_may_be_large(tmp_path):
    rows = ", ".join(["(0.25, 0.75)"] * 40_000)
    path = tmp_path / "large.dne"
    path.write_text(NETICA_DNE.replace("probs = (0.5, 0.5);", f"probs = ({rows});"))
    assert mcbnc.read(path).edges == EDGES


def fails(path, content) -> str:
    """The error of a file, which it must have, without the path."""
    path.write_bytes(encoded(content))
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        mcbnc.read(path)
    message = str(caught.value)
    assert message.startswith(f"{path}:")
    assert "\n" not in message
    return message.removeprefix(f"{path}")


@pytest.mark.parametrize("name", DIALECTS)
@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize("change", [lambda text: text, lambda text: text.replace(b"\n", b"\r\n")])
def test_the_dialects_of_other_tools(tmp_path, name, zipped, change):
    content = change(encoded(DIALECTS[name]))
    path = tmp_path / (f"{name}.gz" if zipped else name)
    path.write_bytes(gzip.compress(content) if zipped else content)
    read = mcbnc.read(path)
    assert read.nodes == NODES
    assert read.edges == EDGES


@pytest.mark.parametrize("name", DIALECTS)
def test_every_beginning_of_a_network_is_refused(tmp_path, name):
    """No beginning is read as a smaller network, up to the blanks and the marks after the last block."""
    content = encoded(DIALECTS[name]).rstrip().removesuffix(b";")
    for end in range(0, len(content) - 1, 3):
        fails(tmp_path / name, content[:end])


def test_every_beginning_of_a_dsl_is_refused(tmp_path):
    content = content_of("genie/wet.dsl").rstrip().removesuffix(b";")
    for end in range(0, len(content) - 1, 5):
        fails(tmp_path / "wet.dsl", content[:end])


@pytest.mark.parametrize("name", ["repository.bif", "pgmpy.bif", "hugin.net", "repository.dsc"])
@pytest.mark.parametrize("count", [2, 5])
@pytest.mark.parametrize("change", [lambda text: text, lambda text: text.replace("alone", "other")])
def test_several_networks_in_one_file(tmp_path, name, count, change):
    """Fits of one network, and networks over other nodes, one behind the other."""
    one = DIALECTS[name]
    message = fails(tmp_path / name, "\n".join([one, *[change(one)] * (count - 1)]))
    line = one.count("\n") + 2
    assert message.startswith(f":{line}: the second network of {count} begins here")


def test_names_with_blanks_and_marks(tmp_path):
    name = "the {first}, or // (not) | 100%"
    quoted = {
        "quoted.bif": REPOSITORY_BIF.replace("variable a {", f'variable "{name}" {{')
        .replace("( a )", f'( "{name}" )')
        .replace("| a,", f'| "{name}",'),
        "quoted.net": HUGIN_NET.replace("node a\n", f'node "{name}"\n')
        .replace("(a)", f'("{name}")')
        .replace("| a b", f'| "{name}" b'),
        "quoted.dsc": REPOSITORY_DSC.replace("node a ", f'node "{name}" ')
        .replace("( a )", f'( "{name}" )')
        .replace("| a,", f'| "{name}",'),
        "text.xmlbif": XMLBIF.replace("<NAME>a<", f"<NAME>{name}<")
        .replace("<FOR>a<", f"<FOR>{name}<")
        .replace("<GIVEN>a<", f"<GIVEN>{name}<"),
    }
    for file, text in quoted.items():
        (tmp_path / file).write_text(text)
        read = mcbnc.read(tmp_path / file)
        assert read.nodes == [name, *NODES[1:]]
        assert read.edges == [(name, "c"), ("b", "c")]


def test_names_with_blanks_without_quotes(tmp_path):
    """pgmpy's BIF and pyAgrum's .net have such names."""
    texts = {
        "blanks.bif": REPOSITORY_BIF.replace("variable a {", "variable a  b {")
        .replace("( a )", "( a b )")
        .replace("| a,", "| a b,"),
        "blanks.net": "node a b { } node c{ } potential ( c | a b   ) { } potential (a b) { }",
    }
    for file, text in texts.items():
        (tmp_path / file).write_text(text)
        assert ("a b", "c") in mcbnc.read(tmp_path / file).edges


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "says"),
    [
        ("hugin.net", "node alone", "decision alone", 15, "the block decision is not part of a Bayes"),
        ("hugin.net", "node alone", "utility alone", 15, "the block utility is not part of"),
        ("hugin.net", "net\n", "class X\n", 1, "the block class is not part of"),
        ("hugin.net", "node alone", "node b", 15, "the node 'b' comes more than once"),
        ("hugin.net", "(c | a b)", "(c alone | a b)", 19, "probabilities are of one node, not of 2"),
        ("hugin.net", "(b |)", "(b a)", 18, "probabilities are of one node, not of 2"),
        ("hugin.net", "potential ( alone ) {", "potential alone {", 25, "a list of nodes in ( ) must follow"),
        (
            "hugin.net",
            "potential ( alone )",
            "potential ( a )",
            25,
            "the probabilities of 'a' come more than",
        ),
        ("hugin.net", "(c | a b)", "(c | a d)", 19, "'d' is no node of this network"),
        ("repository.dsc", "node b", "decision b", 5, "the block decision is not part of .dsc"),
        ("repository.dsc", "node b", "node a", 5, "the node 'a' comes more than once"),
        ("repository.dsc", "belief network", "belief", 1, "the block belief is not part of .dsc"),
        ("repository.dsc", "c | a, b", "c | a, x", 20, "'x' is no node"),
        ("netica.dne", "bnet Three", "class Three", 5, "a network begins with bnet and its name"),
        ("netica.dne", "ElimOrder", "}; bnet Two { ElimOrder", 66, "a second network begins here"),
        ("netica.dne", "node b", "node a", 34, "the node 'a' comes more than once"),
        ("netica.dne", "node b", "node", 34, "a node's name must follow the word node"),
        ("netica.dne", "kind = NATURE", "kind = DECISION", 16, "the node 'a' is of the kind DECISION"),
        (
            "netica.dne",
            "delays = ((0), (0))",
            "delays = ((0), (1))",
            42,
            "the node 'c' has parents from another time",
        ),
        ("netica.dne", "\tparents = (a, b);\n", "", 42, "the node 'c' has no line of parents"),
        (
            "netica.dne",
            "parents = (a, b);",
            "parents = (a b);",
            42,
            "parents of 'c' must be names between commas",
        ),
        (
            "netica.dne",
            "parents = (a, b);",
            "parents = (a, );",
            42,
            "parents of 'c' must be names between commas",
        ),
        ("netica.dne", "parents = (a, b);", "parents (a, b);", 45, "the sign = must follow parents"),
        ("netica.dne", "parents = (a, b);", "parents = a;", 42, "a list of nodes in ( ) must follow parents"),
        (
            "netica.dne",
            "parents = (a, b);",
            "parents = (); parents = (a);",
            45,
            "the node 'c' has two lines parents",
        ),
        ("netica.dne", "parents = (a, b);", "parents = (a, z);", 42, "'z' is no node of this network"),
        ("netica.dne", "parents = (a, b);", "parents = (a, a);", 42, "'a' is a parent of 'c' more than once"),
        ("netica.dne", "parents=();", "parents=()", 63, "a line ends with ; and this one does not"),
        ("netica.dne", "ElimOrder = (a, c, b, alone);\n};", "};\n}", 67, "this closes no block"),
        ("genie.dsl", "TYPE = CPT", "TYPE = LIST", 30, "the node 'rain' is of the kind LIST, not CPT"),
        ("genie.dsl", " node rain\n", " submodel S\n{\n node rain\n", 30, "the block submodel is not read"),
        ("genie.dsl", "net wet", "net wet dry", 4, "a network begins with net and its name"),
        ("genie.dsl", "(rain, sprinkler)", "(rain, mist)", 79, "'mist' is no node of this network"),
        ("genie.dsl", "   PARENTS = (rain, sprinkler);\n", "", 79, "the node 'wet' has no line of parents"),
        ("genie.dsl", 'NAME = "Rain"', 'NAME = "Rain"; NAME = "R"', 36, "the node 'rain' has two lines NAME"),
        ("genie.xdsl", b"<smile", b"<simile", 3, "the outermost element is 'simile'"),
        (
            "genie.xdsl",
            b'equation id="alone"',
            b'decision id="alone"',
            13,
            "a node of type 'decision' is not part of",
        ),
        ("genie.xdsl", b"deterministic", b"decision", 7, "a node of type 'decision' is not part of"),
        ("genie.xdsl", b"noisymax", b"mau", 8, "a node of type 'mau' is not part of a Bayesian network"),
        ("genie.xdsl", b'<cpt id="a">', b"<cpt>", 6, "a node has no name"),
        ("genie.xdsl", b'<cpt id="a">', b'<cpt id="b">', 7, "the node 'b' comes more than once"),
        ("genie.xdsl", b"a b</parents>", b"a x</parents>", 8, "'x' is no node of this network"),
        ("genie.xdsl", b"a b</parents>", b"a a</parents>", 8, "'a' is a parent of 'c' more than once"),
        ("genie.xdsl", b"a b</parents>", b"a c</parents>", 8, "'c' is its own parent"),
        ("genie.xdsl", b"<extensions>", b"<dynamic /><extensions>", 15, "cannot read the element 'dynamic'"),
        ("genie.xdsl", b"ISO-8859-1", b"no-such-set", 1, "no XML: unknown encoding"),
        ("weka.xmlbif", "BIF VERSION", "BIN VERSION", 10, "the outermost element is 'BIN'"),
        (
            "weka.xmlbif",
            'TYPE="nature">\n\t<NAME>a',
            'TYPE="utility">\n\t<NAME>a',
            14,
            "of type 'utility' is not part of",
        ),
        ("weka.xmlbif", "<NAME>a</NAME>", "", 14, "a variable has one name, not 0"),
        (
            "weka.xmlbif",
            "<NAME>a</NAME>",
            "<NAME>a</NAME><NAME>z</NAME>",
            14,
            "a variable has one name, not 2",
        ),
        ("weka.xmlbif", "<GIVEN>a", "<GIVEN>z", 25, "'z' is no node of this network"),
        ("weka.xmlbif", "<FOR>c</FOR>", "", 25, "probabilities are of one node, not of 0"),
        ("weka.xmlbif", "<GIVEN>a</GIVEN>", "<PARENT>a</PARENT>", 27, "'PARENT' is not one of the elements"),
        (
            "weka.xmlbif",
            "<PROPERTY>software by hand</PROPERTY>",
            "<POTENTIAL />",
            13,
            "'POTENTIAL' is not one of",
        ),
        ("weka.xmlbif", "</NETWORK>", "</NETWORK><NETWORK />", 32, "it has more than one network"),
        (
            "weka.xmlbif",
            "<DEFINITION><FOR>a</FOR><TABLE>0.5 0.5</TABLE></DEFINITION>",
            "",
            14,
            "'a' has no prob",
        ),
        ("weka.xmlbif", "</BIF>", "", 34, "no XML: no element found"),
        ("weka.xmlbif", "</BIF>", "</BIF><BIF />", 33, "no XML: junk after document element"),
    ],
)
def test_what_is_no_network(tmp_path, name, old, new, line, says):
    content = text_of("genie/wet.dsl") if name == "genie.dsl" else DIALECTS[name]
    changed = content.replace(old, new)
    assert changed != content
    message = fails(tmp_path / name, changed)
    assert message.startswith(f":{line}: ")
    assert says in message


def test_entities_are_refused(tmp_path):
    """A few entities within each other would be gigabytes of text, or the text of another file."""
    secret = tmp_path / "secret.txt"
    secret.write_text("a secret")
    laughs = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 12))
    start, end = '<?xml version="1.0"?>', "<BIF><NETWORK><NAME>&l11;</NAME></NETWORK></BIF>"
    for kind in (
        f'<!DOCTYPE BIF [<!ENTITY l0 "ha">{laughs}]>',
        f'<!DOCTYPE BIF [<!ENTITY l11 SYSTEM "{secret.as_uri()}">]>',
        f'<!DOCTYPE BIF [<!ENTITY % l11 SYSTEM "{secret.as_uri()}"> %l11;]>',
        '<!DOCTYPE BIF SYSTEM "http://127.0.0.1:9/none.dtd">',
    ):
        for name in ("bad.xmlbif", "bad.xdsl"):
            text = start + kind + end
            if name == "bad.xdsl":
                text = text.replace("<BIF", "<smile").replace("BIF>", "smile>").replace("NETWORK", "nodes")
                text = text.replace("<NAME", '<cpt id="a"').replace("NAME", "cpt")
            message = fails(tmp_path / name, text)
            assert "entity 'l" in message
            assert "secret" not in message
    plain = XMLBIF.replace("<!ELEMENT BIF", '<!ENTITY a "b"><!ELEMENT BIF')
    assert "entity 'a'" in fails(tmp_path / "bad.xmlbif", plain)
