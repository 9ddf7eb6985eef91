"""The explorer: one HTML file that shows a trajectory, or opinions at a meeting. Arrays in, text out.

Three requests ask the engine. ``states`` gives every state as what differs from the one before, ``evidence``
gives the cuts of every step and the best deletion of each edge that is left, and ``fusion`` gives the I-maps.
`_consensus/explore.py` makes an `Exploration` of them. `geometry.py` places, `document.py` writes JSON, and
`explorer.py` joins the template, the style, the scripts and the data. The scripts read nothing but this JSON.
`words.js` and `_consensus/edge_summary.py` fill the same sentences (`sentences.py`), and a test in Chromium
holds what they say against each other.

The page for a meeting (`meeting.html`, `meeting.py`) takes answers, and the browser finds the network again.
Its `pool_*.js` do what `core/compare/pool` does, in the same order. Before any answer it compares its own
sums with what the engine found, and shows nothing if these differ. Tests in Chromium compare both after
answers. `_learning/meeting.py` makes the `Meeting` of a result.
"""
