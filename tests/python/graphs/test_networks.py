"""Networks in the formats of other tools: BIF's dialects, .net, .dsc, .dne, .xdsl and XMLBIF.

The texts here are written by hand in the dialects of the tools. tests/adapters/test_files.py reads files
that the tools write.
"""

from __future__ import annotations

import gzip

import pytest

import mcbnc

NODES = ["a", "b", "c", "alone"]
EDGES = [("a", "c"), ("b", "c")]

# The Bayesian network repository.
REPOSITORY_BIF = """network unknown {
}
variable a {
  type discrete [ 2 ] { yes, no };
}
variable b {
  type discrete [ 3 ] { <5, 5-10, >=10/day };
}
variable c {
  type discrete [ 2 ] { yes, no };
}
variable alone {
  type discrete [ 2 ] { yes, no };
}
probability ( a ) {
  table 0.01, 0.99;
}
probability ( b ) {
  table 0.5, 0.25, 0.25;
}
probability ( c | a, b ) {
  (yes, <5) 0.05, 0.95;
  (no, <5) 0.01, 0.99;
}
probability ( alone ) {
  table 0.5, 0.5;
}
"""

# JavaBayes: quotes, no bar and no commas.
JAVABAYES_BIF = """// Bayesian Network in the Interchange Format { "
network "Three" { //4 variables and 4 probability distributions
	property "credal-set constant-density-bounded 1.1" ;
}
variable  "a" { //2 values
	type discrete[2] {  "true"  "false" };
	property "position = (218, 195)" ;
}
variable "b" { type discrete[2] { "true" "false" }; property "a } brace" ; }
variable "c" { type discrete[2] { "true" "false" }; /* a { brace */ }
variable "alone" { type discrete[2] { "true" "false" }; }
probability (  "c"  "a"  "b" ) { //3 variable(s) and 8 values
	table 0.6 0.05 0.4 0.95 0.1 0.1 0.1 0.1;
}
probability ( "a" ) { table 0.5 0.5; }
probability ( "b" ) { table 0.5 0.5; }
probability ( "alone" ) { table 0.5 0.5; }
"""

# pgmpy: properties without quotes, and probabilities that end without a line of their own.
PGMPY_BIF = """network unknown {
}
variable a {
    type discrete [ 2 ] { 0, 1 };
    property weight = None ;
}
variable b {
    type discrete [ 2 ] { 0, 1 };
}
variable c {
    type discrete [ 2 ] { 0, 1 };
}
variable alone {
    type discrete [ 2 ] { 0, 1 };
}
probability ( a ) {
    table 0.3500148824177995, 0.6499851175822006 ;
}
probability ( c | a, b ) {
    ( 0, 0 ) 0.6214043742108217, 0.3785956257891782;
}
probability ( b ) {
    table 0.35, 0.65 ;
}
probability ( alone ) {
    table 0.35, 0.65 ;
};
"""

HUGIN_NET = r"""net
{
    node_size = (80 40);
    HR_Desc = "it says \"}\" and \\";
}

node a
{
    label = "Visit to Asia?"; % a comment with a brace }
    position = (28 29);
    states = ("yes" "no");
}
discrete node b { states = ("5%" "no"); }
continuous node c { label = ""; }
node alone { states = ("yes" "no"); }

potential (a) { data = ( 0.01 0.99 ); }
potential (b |) { data = ( 0.01 0.99 ); }
potential (c | a b)
{
    data
        = (( normal ( 0, 1 )     %  a=yes
             normal ( 0, 1 ) ));
}
potential ( alone ) { data = ( 0.5 0.5 ); }
"""

REPOSITORY_DSC = """belief network "unknown"
node a {
  type : discrete [ 2 ] = { "yes", "no" };
}
node b {
  type : discrete [ 2 ] = { "yes", "no" };
}
node c {
  type : discrete [ 2 ] = { "yes", "no" };
}
node alone {
  type : discrete [ 2 ] = { "yes", "no" };
}
probability ( a ) {
   0.01, 0.99;
}
probability ( b ) {
   0.5, 0.5;
}
probability ( c | a, b ) {
  (0, 0) : 0.05, 0.95;
  (1, 1) : 0.01, 0.99;
}
probability ( alone ) {
   0.5, 0.5;
}
"""

# MSBN and GeNIe: a block of properties, titles, and tables over several lines.
MSBN_DSC = """// made by hand
belief network "Sub0"

properties
{
    type author = string;
    author = "nobody {";
}

node a
{
    name : "Age // in years";
    type : discrete[2] =
    {
        "S_0_72",
        "S_73_inf"
    };
    position : (207, 95);
}
node b { type : discrete[2] = { "0", "1" }; }
node c { type : discrete[2] = { "0", "1" }; }
node alone { type : discrete[2] = { "0", "1" }; }
probability(a) { 0.4, 0.6; }
probability(b)
{
    0.4
    , 0.6;
}
probability(c | a, b) { default : 0.5, 0.5; }
probability(alone) { 0.4, 0.6; }
"""

GENIE_XDSL = """<?xml version="1.0" encoding="ISO-8859-1"?>
<!-- made by hand -->
<smile version="1.0" id="net" numsamples="1000">
  <properties><property id="author">nobody</property></properties>
  <nodes>
    <cpt id="a"><state id="yes" /><state id="no" /><probabilities>0.2 0.8</probabilities></cpt>
    <deterministic id="b"><state id="yes" /><resultingstates>yes</resultingstates></deterministic>
    <noisymax id="c">
      <state id="yes" /><state id="no" />
      <parents>a b</parents>
      <strengths>0 1</strengths>
    </noisymax>
    <equation id="alone"><definition>alone=Normal(0,1)</definition></equation>
  </nodes>
  <extensions>
    <genie version="1.0" app="GeNIe" name="n\xe4t">
      <node id="a"><name>Visit to Asia</name><position>94 91 166 139</position></node>
      <submodel id="s"><node id="c"><name>parents</name></node></submodel>
    </genie>
  </extensions>
</smile>
""".encode("latin-1")

# JavaBayes and WEKA: a document type of its own.
XMLBIF = """<?xml version="1.0" encoding="US-ASCII"?>
<!-- DTD for the XMLBIF 0.3 format -->
<!DOCTYPE BIF [
	<!ELEMENT BIF ( NETWORK )*>
	<!ATTLIST BIF VERSION CDATA #REQUIRED>
	<!ELEMENT NETWORK ( NAME, ( PROPERTY | VARIABLE | DEFINITION )* )>
	<!ELEMENT NAME (#PCDATA)>
	<!ATTLIST VARIABLE TYPE (nature|decision|utility) "nature">
]>
<BIF VERSION="0.3">
<NETWORK>
<NAME>three</NAME>
<PROPERTY>software by hand</PROPERTY>
<VARIABLE TYPE="nature">
	<NAME>a</NAME>
	<OUTCOME>true</OUTCOME>
	<OUTCOME>false</OUTCOME>
	<PROPERTY>position = (73, 165)</PROPERTY>
</VARIABLE>
<VARIABLE><NAME> b </NAME><OUTCOME>&lt;5</OUTCOME></VARIABLE>
<VARIABLE TYPE="nature"><NAME>c</NAME><OUTCOME>true</OUTCOME></VARIABLE>
<VARIABLE TYPE="nature"><NAME>alone</NAME><OUTCOME>true</OUTCOME></VARIABLE>
<DEFINITION><FOR>a</FOR><TABLE>0.5 0.5</TABLE></DEFINITION>
<DEFINITION><FOR>b</FOR><TABLE>0.5 0.5</TABLE></DEFINITION>
<DEFINITION>
	<FOR>c</FOR>
	<GIVEN>a</GIVEN>
	<GIVEN>b</GIVEN>
	<TABLE> <!-- a comment --> 0.99 0.97 </TABLE>
</DEFINITION>
<DEFINITION><FOR>alone</FOR></DEFINITION>
</NETWORK>
</BIF>
"""

# Netica: a line of parents in the block of each node, blocks of pictures, and a backslash before a new line.
NETICA_DNE = """// ~->[DNET-1]->~

// File created by a program on a day { "

bnet Three {
autoupdate = TRUE;
whenchanged = 1166664333;

visual V1 {
	defdispform = BELIEFBARS;
	nodelabeling = TITLE;
	NodeMaxNumEntries = 50;
	nodefont = font {shape= "Arial"; size= 9;};
	};

node a {
	kind = NATURE;
	discrete = TRUE;
	chance = CHANCE;
	states = (yes, no);
	parents = ();
	probs =
		// yes          no
			(0.01,        0.99);
	title = "a";
	comment = "parents = (c); } \\"so\\" \\n\\
goes on";
	visual V1 {
		center = (150, 48);
		height = 1;
		};
	};

node b {
	kind = NATURE;
	discrete = FALSE;
	levels = (0, 5, 10);
	parents = ();
	probs = (0.5, 0.5);
	};

node c {
	discrete = TRUE;
	states = (yes, no);
	parents = (a, b);
	delays = ((0), (0));
	inputs = (first, second);
	functable =
		// a     b
			((yes,   // yes   0 to 5
			no),
			(no, no));
	visual V1 {
		center = (288, 150);
		link 1 {
			path = ((134, 57), (111, 127));
			};
		};
	};

node alone {
	states=(yes, no);
	parents=();
	};

ElimOrder = (a, c, b, alone);
};
"""

DIALECTS = {
    "repository.bif": REPOSITORY_BIF,
    "javabayes.bif": JAVABAYES_BIF,
    "pgmpy.bif": PGMPY_BIF,
    "hugin.net": HUGIN_NET,
    "repository.dsc": REPOSITORY_DSC,
    "msbn.dsc": MSBN_DSC,
    "netica.dne": NETICA_DNE,
    "genie.xdsl": GENIE_XDSL,
    "weka.xmlbif": XMLBIF,
    "weka.BIFXML": XMLBIF,
    "weka.xml": XMLBIF,
}


def test_a_table_of_netica_may_be_large(tmp_path):
    rows = ", ".join(["(0.25, 0.75)"] * 40_000)
    path = tmp_path / "large.dne"
    path.write_text(NETICA_DNE.replace("probs = (0.5, 0.5);", f"probs = ({rows});"))
    assert mcbnc.read(path).edges == EDGES


def content_of(text) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def fails(path, content) -> str:
    """The error of a file, which it must have, without the path."""
    path.write_bytes(content_of(content))
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
    content = change(content_of(DIALECTS[name]))
    path = tmp_path / (f"{name}.gz" if zipped else name)
    path.write_bytes(gzip.compress(content) if zipped else content)
    read = mcbnc.read(path)
    assert read.nodes == NODES
    assert read.edges == EDGES


@pytest.mark.parametrize("name", DIALECTS)
def test_every_beginning_of_a_network_is_refused(tmp_path, name):
    """No beginning is read as a smaller network, up to the blanks and the marks after the last block."""
    content = content_of(DIALECTS[name]).rstrip().removesuffix(b";")
    for end in range(0, len(content) - 1, 3):
        fails(tmp_path / name, content[:end])


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
        ("genie.xdsl", b"<smile", b"<simile", 3, "the outermost element is 'simile'"),
        (
            "genie.xdsl",
            b'equation id="alone"',
            b'decision id="alone"',
            13,
            "a node of type 'decision' is not part of",
        ),
        ("genie.xdsl", b"deterministic", b"decision", 7, "a node of type 'decision' is not part of"),
        ("genie.xdsl", b"noisymax", b"mau", 8, "a node of type 'mau' is not one of"),
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
            "of type 'utility' is none",
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
    changed = DIALECTS[name].replace(old, new)
    assert changed != DIALECTS[name]
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
