"""The clients' rows, as codes and numbers in column order, which is the form that the engine takes.

1. `opened.py` and `csv.py` recognise a table and split it into columns. `graph_tables.py` refuses graphs.
   `stream.py` takes a file apart, and `cells.py` has the engine read its rows.
2. `columns.py` makes codes and states of a column, and `numbers.py` float64 for a Gaussian score.
3. `missing.py` marks missing cells, and drops their rows or makes a state of them.
4. `rules.py` refuses columns and warns of states. `codes.py` finds numbers that stand for no value, in
   numbers too, and `units.py` numbers that are unlike those of other sites. `mixed.py` tells columns of
   numbers from columns of states, as `discretize` does.
5. `states.py` brings all clients to one list of states. Codes follow the sorted states, so the order of rows
   and clients does not count.
6. `repeats.py`, `neighbours.py` and `few.py` warn of rows that show less than their number promises.

`align.py` puts the stages together, and makes one `table.py` of all clients. Each of its columns has states
or numbers, and the table knows how cells stand for them. `rows.py` holds tables and their options
(`options.py`). `between.py` refuses what sites contradict each other in, or warns of it.

`texts.py` decides what a text may be, `facts.py` asks that of all states of a column at once, and
`readings.py` decides what the texts of a column are: it has one decimal sign at a site, and both readings are
named where two fit.

`check.py` and `check_numbers.py` run the stages column by column. So a rule that learning gets is in `check`
by itself. `report.py` turns errors and warnings into problems, and is what users see, with a table by site
(`at_site.py`).

A recipe changes the tables before all else. `recipe.py` says what it may be, `lines.py` rewrites files,
`steps.py` applies it to columns, with `dates.py`, `changes.py` tells what was changed, and `made.py` which
tables it has made. `tidy.py` gives the tables back. `suggest/` finds what a recipe should say, also from the
lists of a federation's sites (`agreed.py`, `fixed_bins.py`).

`discretize.py` stops after the third stage, cuts columns and gives tables back (`binned.py`). Bins are
carried by their tables, as ``.bins``.
"""
