"""The sentences about an edge that `explain` and the explorer share, with fields for what differs.

`_consensus/edge_summary.py` fills them with texts, and `words.js` with elements of a page.
"""

SENTENCES = {
    "apart": "The consensus does not join {u} and {v}.",
    "directed": "The consensus has {arc}.",
    "reversible": "The consensus has {arc}; it is reversible: the class has either direction.",
    "unsure": " It is unsure: the rest of the consensus explains why inputs join them.",
    "inputs": "{count} of {r} inputs join them{ways}.",
    "inputs over": "{count} of the {both} inputs that have both join them{ways}; {lack} of {r} lack a node.",
    "inputs none": "No input has both, so nothing is known of the pair.",
    "way": "{count} as {arc}",
    "extended": " Partially directed, so that a member of its class stands for each: {inputs}.",
    "dropped": " Dropped as outliers, with the weight 0: {inputs}.",
    "fusion": "The fusion joins them, from {count} of the {r} inputs' I-maps along the order{married}.",
    "married": ", {count} of them by marriage alone: {inputs}",
    "fusion required": "The fusion joins them because that is required: no I-map along the order does.",
    "deleted": "Step {step} (of {steps}, from 0) deleted it, psi {psi} <= theta {theta}: {mean}.",
    "forbidden": "Step {step} (of {steps}, from 0) deleted it because it is forbidden, psi {psi}: {mean}.",
    "required": "It stays because it is required, psi {psi}: {mean}.",
    "large": "It stays: its deletion takes an H of {size} nodes, more than k_max {k_max}; psi {psi}, {mean}.",
    "stays": "It stays, psi {psi} > theta {theta}: {mean}.",
    "stopped": (
        "It is still there because the run was stopped ({status}), psi {psi} <= theta {theta}: {mean}."
    ),
    "mean": "the {mean} {size} of the inputs' smallest cuts between the two given S = {S}, with H = {H}",
    "mean over": (
        "the {mean} {size} of the smallest cuts between the two given S = {S}, with H = {H}, in the inputs "
        "that have both{blind}"
    ),
    "blind": ". Inputs that lack a node of S count an eighth: {inputs}",
    "capped size": "size, counted up to {cap},",
}
