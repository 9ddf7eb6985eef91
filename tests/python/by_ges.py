"""The functions that learn, by GES and BDeu, without a prior of structures, unless a test sets others.

Tests against a plain search or a plain score need one that they know, whatever the defaults are.
"""

from __future__ import annotations

from functools import partial

import mcbnc

PLAIN = {"score": "bdeu", "search": "ges", "prior": None}

learn = partial(mcbnc.learn, chance=0, resamples=0, **PLAIN)
learn_many = partial(mcbnc.learn_many, chance=0, resamples=0, **PLAIN)
learn_jointly = partial(mcbnc.learn_jointly, **PLAIN)
bootstrap = partial(mcbnc.bootstrap, **PLAIN)
