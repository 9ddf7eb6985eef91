"""What may mend tables: the lines of a recipe, found by the rules that check tables.

`stages.py` asks one rule after the other, as the steps of a recipe follow one another: names, dates, cells,
states, rows. What a rule finds is applied before the next one looks, because a column with another name, or
with a code among its numbers, is like no other. The caller's tables are never changed.

`finding.py` holds the tables and the lines found so far. `names.py`, `dates.py`, `cells.py` and `states.py`
have the rules, and `matching.py` says which state may be which. `proposal.py` is what comes out: lines with
evidence, and their text in TOML.
"""
