"""The clients' rows, as codes in column order, which is the form that the engine takes.

1. `opened.py` and `csv.py` recognise a table and split it into columns. `separators.py` finds the sign
   between the cells of a file. `sniff.py` finds files that are no tables.
2. `columns.py` makes codes and states of a column, `together.py` those of all columns of a small table.
   `labels.py` chooses one label for values that are equal.
3. `missing.py` marks missing cells, and drops their rows or makes a state of them.
4. `rules.py` refuses columns and warns of states. `codes.py` finds numbers that stand for no value, in
   numbers too, and `lone_texts.py` cells that are like no others of their column.
5. `states.py` brings all clients to one list of states. Codes follow the sorted states, so the order of rows
   and clients does not count.

`align.py` puts the stages together, and makes one `table.py`, whose columns have states or numbers. For a
Gaussian score `numbers.py` makes float64 of the columns instead of codes. `mixed.py` tells columns of numbers
from columns of states, as `discretize` does. `discretize.py` stops after the third stage, cuts columns and
gives tables back (`cutting.py`, `binned.py`). Bins are carried by their tables, as ``.bins``.

`readings.py` decides what a text of a number means: a column of a site has one decimal sign, and both
readings are named where two fit. `number_texts.py` names the cells that are no numbers.

`rows.py` holds tables and their options. `check.py` runs the stages column by column, and `collect.py` turns
errors and warnings into problems. So a rule that learning gets is in `check` by itself. `report.py` is what
users see, with `spread.py` for numbers.

`between.py` refuses what sites contradict each other in, or warns of it: names that look the same, and
states by the rule of `apart.py`. `shared.py` finds rows that several sites have.
"""
