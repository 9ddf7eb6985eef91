"""One network in the formats of other tools, written by hand in the dialects of the tools."""

from __future__ import annotations

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


def content_of(text) -> bytes:
    return text if isinstance(text, bytes) else text.encode()
