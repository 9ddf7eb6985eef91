"""The texts of the command line's help: overview, formats of files, exit codes and examples."""

from __future__ import annotations

FILES = """\
FILES, each with one or more DAGs. The content tells the format, and the suffix where that does not:
  .bif .net .dsc .dne .xdsl .dsl .xmlbif .bifxml .xml .pgmx .uai
               a Bayesian network; the structure is read
  .csv .tsv    an adjacency matrix with names, or an edge list, also of Bayesys or Gephi
  .dot .gv .graphml .gml
               Graphviz; networkx, igraph, Gephi, yEd
  .json        what mcbnc saved or printed, or {"nodes": [...], "clients": [[["from", "to"], ...], ...]}
  .txt .bn     a bnlearn model string, [A][B|A]; .txt also a graph of Tetrad
  .dagitty     dag { a -> b }
A file may be compressed by gzip, as in net.bif.gz. The file - is standard input. --format sets the
format of standard input, and of files whose suffix is none of these.
"""

EXITS = """\
exit codes:
  0     success. Without a command, mcbnc prints its help and ends with 0 too
  1     bad input. One line on stderr names what is wrong
  2     wrong usage
  3     the time limit came first. The result so far is written
  130   interrupted
  141   stdout was closed by its reader
  143   a coordinator or a site was terminated (SIGTERM). The same command goes on
"""

OVERVIEW = """\
Fuse many Bayesian-network structures into one: Min-Cut Bayesian Network Consensus (arXiv 2504.00467).
"""

EXAMPLES = {
    "mcbnc": """\
examples:
  mcbnc demo
  mcbnc check hospital-*.csv --recipe recipe.toml
  mcbnc tidy hospital-*.csv --recipe recipe.toml --out tidy
  mcbnc discretize hospital-*.csv --bins 3 --out binned
  mcbnc learn hospital-*.csv --out clients.json
  mcbnc bootstrap patients.csv --seed 1 > strengths.csv
  mcbnc pool expert-*.csv --rows patients.csv --out network.dot
  mcbnc consensus hospital-*.bif --theta auto --out consensus.dot --out consensus.csv
  mcbnc consensus clients.json --json | jq .edges
  mcbnc learn hospital-*.csv --json | mcbnc consensus -
  mcbnc trajectory clients.json > thresholds.csv
  mcbnc compare consensus.csv truth.bif
  mcbnc provenance clients.json --methods
""",
    "check": """\
examples:
  mcbnc check hospital-*.csv                         each column, what is wrong, in which file, what to write
  mcbnc check hospital-*.csv --json | jq .problems
  mcbnc check *.csv --columns common --missing drop  with the options that learn will have
  mcbnc check labs/*.csv --score bic-g               for a score that takes numbers
  mcbnc check *.csv --recipe recipe.toml             write what may mend them; apply it if it is there

The exit code is 0 if learn takes the files with the same options, and else 1.
""",
    "tidy": """\
examples:
  mcbnc check hospital-*.csv --recipe recipe.toml    write what may mend the files, to be read and corrected
  mcbnc check hospital-*.csv --recipe recipe.toml    then check the files as the recipe makes them
  mcbnc tidy hospital-*.csv --recipe recipe.toml --out tidy
                                                     the tables, and what was changed
  mcbnc learn hospital-*.csv --recipe recipe.toml --out clients.json
                                                     the same without tables in between
""",
    "discretize": """\
examples:
  mcbnc discretize patients.csv --bins 3 > binned.csv
  mcbnc discretize hospital-*.csv --bins 3 --out binned --save-bins bins.json
                                                     the same bins for all files, and their cut points
  mcbnc discretize new.csv --bins bins.json --out new-binned.csv
                                                     the same bins for rows to come
  mcbnc learn binned/*.csv --out clients.json
""",
    "learn": """\
examples:
  mcbnc learn patients.csv                           edges to stdout, as CSV
  mcbnc learn patients.csv --out net.dot --out net.pdf
  mcbnc learn hospital-*.csv --out clients.json      one structure for each file
  mcbnc learn --jointly hospital-*.csv               one structure from the rows of all files
  mcbnc learn --jointly hospital-*.csv --out net.bif
                                                     with its probabilities
  mcbnc learn hospital-*.csv --bins 3 --out clients.json
                                                     with three bins for each continuous column
  mcbnc learn *.csv --columns common --missing drop --missing-values '?'
                                                     without the columns that not all files have, and without
                                                     the rows that have an empty cell or a question mark
  mcbnc consensus clients.json --theta auto          then their consensus
""",
    "bootstrap": """\
examples:
  mcbnc bootstrap patients.csv --seed 1 > strengths.csv
  mcbnc bootstrap patients.csv --out net.pdf --out net.csv
                                                     the averaged network, beside the strengths on stdout
  mcbnc bootstrap patients.csv --network consensus --threshold auto --out net.csv
  mcbnc bootstrap patients.csv --bins 3 --out net.csv
                                                     with three bins for each continuous column
  mcbnc bootstrap patients.csv --resamples 500 --out resamples.json > strengths.csv
  mcbnc consensus resamples.json --theta 0.3         the structures of the resamples are DAGs like any other
""",
    "pool": """\
examples:
  mcbnc pool expert-*.csv --rows patients.csv        one network of experts and rows, and what each is worth
  mcbnc pool expert-*.csv --rows patients.csv --ask 10
                                                     the ten pairs to ask about, and who says what
  mcbnc pool expert-*.csv --rows patients.csv --required 'smoke->lung' --forbidden asia--xray
                                                     with two answers
  mcbnc pool expert-*.csv --groups expert-1.csv,expert-2.csv --json | jq .sources
                                                     two of one school count as one
""",
    "consensus": """\
examples:
  mcbnc consensus a.bif b.csv c.dot                  edges to stdout, as CSV
  mcbnc consensus *.bif --theta auto --out net.dot   a file for Graphviz, and a summary on stderr
  mcbnc consensus *.bif --weights 120,80,4000        weigh three files by their numbers of rows
  mcbnc consensus *.bif --required 'smoke->lung' --forbidden asia--xray
                                                     one arc is required, one pair is forbidden
  mcbnc consensus big.json --time-limit 60 --json    the result after a minute at most (exit code 3 if the
                                                     time limit came first)
""",
    "trajectory": """\
examples:
  mcbnc trajectory *.bif                             every threshold at which the consensus changes, as CSV
  mcbnc trajectory *.bif --json | jq .selected       the threshold that --theta auto selects
  mcbnc trajectory *.bif --out run.json              mcbnc.load("run.json") in Python answers any threshold
""",
    "compare": """\
examples:
  mcbnc compare consensus.csv truth.bif              two graphs: SMHD and SHD, edges and treewidth
  mcbnc compare a.dot b.dot --json | jq .smhd
  mcbnc compare hospital-*.bif --out methods.png     more than two graphs, or --gold or --methods: one row for
                                                     each method, with its distances to the DAGs and to the
                                                     true network
  mcbnc compare clients.json --gold truth.bif --methods 'mcbnc auto,vote skeleton'
""",
    "provenance": """\
examples:
  mcbnc learn hospital-*.csv --out clients.json
  mcbnc provenance clients.json                      function, options, inputs by SHA-256, versions
  mcbnc provenance clients.json --methods            sentences for a paper
  mcbnc provenance clients.json hospital-*.csv       whether these files are still what it was made of

The exit code is 1 if a file is no longer the one that the result was made of, or never was, and else 0. A
renamed file is the same.
""",
    "federate": """\
examples:
  mcbnc federate keys --out keys --name hospital-01  each site: its key; NAME.pub goes to the others
  mcbnc federate names --task learning --states codebook.csv --out names.json
  mcbnc federate coordinator --task learning --names names.json --listen 0.0.0.0:8443 --peers peers \\
      --certificate coordinator.pem --key coordinator.tls.key --ca ca.pem \\
      --journal run.journal --out network.csv
  mcbnc federate site --task learning --data rows.csv --coordinator https://coordinator.example:8443 \\
      --identity keys/hospital-01.key --peers peers --state hospital-01.state \\
      --certificate hospital-01.pem --key hospital-01.tls.key --ca ca.pem --out network.csv
""",
    "demo": """\
examples:
  mcbnc demo                                         the run, a table of methods, and what the table shows
  mcbnc demo --story messy                           files with faults, and the recipe that mends them
  mcbnc demo --story unlike                          hospitals with other columns, gaps and repeated rows
  mcbnc demo --out demo.png                          a picture of the consensus and the table
  mcbnc demo --export demo                           files for these:
  mcbnc learn demo/hospital-*.csv --out structures.json
  mcbnc consensus demo/hospital-*.bn --theta auto --out consensus.csv
  mcbnc trajectory demo/clients.json > thresholds.csv
  mcbnc compare demo/hospital-*.bn --gold demo/truth.bn
""",
}
"""Of the program, and of each command."""
