"""What if hospitals have different columns?

A network of nine variables of the heart. Dotted grey lines join the four pairs that no hospital sees
together.

columns.md
"""

import mcbnc

first, second = mcbnc.datasets.load_rows("alarm").frames()[:2]
heart = ["HISTORY", "LVFAILURE", "HYPOVOLEMIA", "STROKEVOLUME", "CO", "HR", "HRBP", "TPR", "BP"]
tables = {
    "first": first[heart].drop(columns=["HISTORY", "BP"]),
    "second": second[heart].drop(columns=["LVFAILURE", "HRBP"]),
}
mcbnc.learn_jointly(mcbnc.Rows(tables, columns="union"), seed=1).plot()
