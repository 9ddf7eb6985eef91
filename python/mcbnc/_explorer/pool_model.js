// Opinions and rows as the sums need them. These scripts do what core/compare/pool does, in the same order, so that
// answers change the network at once. Nodes are in sorted order, and sources in the engine's canonical order.
// A value "by pair" is a list over the pairs i < j: (0, 1), (0, 2), ..., (1, 2), ...

const SURE = 30; // log-odds of what is known

const logit = (p) => Math.log(p / (1 - p));
const logistic = (x) => 1 / (1 + Math.exp(-x));
const clip = (x, low, high) => Math.min(Math.max(x, low), high);
const pairsOf = (nodes) => (nodes * (nodes - 1)) / 2;
const total = (values) => values.reduce((sum, x) => sum + x, 0);

/** The number of the pair i < j of n nodes. */
const pairNumber = (n, i, j) => (i * (2 * n - i - 1)) / 2 - i - 1 + j;

/** The numbers of the pairs of nodes that rise. */
function pairsAmong(n, nodes) {
  return nodes.flatMap((i, k) => nodes.slice(k + 1).map((j) => pairNumber(n, i, j)));
}

/** What is said apart from answers, with all that does not depend on answers. */
function readOpinions({ n, sources, rows, dropped }) {
  const ends = Array.from({ length: n }, (_, i) => i).flatMap((i) => (
    Array.from({ length: n - i - 1 }, (_, k) => [i, i + 1 + k])
  ));
  const scopes = [];
  const read = sources.map((source) => {
    const known = scopes.findIndex(({ nodes }) => String(nodes) === String(source.nodes));
    const scope = known < 0 ? scopes.push({ nodes: source.nodes, pairs: pairsAmong(n, source.nodes) }) - 1 : known;
    const at = source.i.map((i, x) => pairNumber(n, i, source.j[x]));
    return { ...source, scope, at };
  });
  const prior = Math.min(0.4, 2.5 / (n - 1));
  return { n, ends, scopes, sources: read, prior, dropped, rows: rows && readRows(n, rows, prior, ends.length) };
}

/** Strengths as log-odds: pairs that no resample joins may be edges, the less the more rows there are. */
function readRows(n, rows, prior, count) {
  const root = Math.sqrt(rows.row_count);
  const low = prior * (rows.jointly ? Math.min(0.6, 8 / root) : Math.min(0.5, 5 / root));
  const high = rows.jointly ? Math.min(0.2, 1.5 / root) : Math.min(0.1, 0.8 / root);
  const pairs = pairsAmong(n, rows.nodes);
  const odds = new Float64Array(count).fill(NaN);
  for (const p of pairs) odds[p] = logit(low + (1 - low - high) * rows.strength[p]);
  const speak = new Uint8Array(count);
  for (const p of pairs) speak[p] = 1;
  return { ...rows, pairs, odds, speak };
}

/** The model under what is known: `given` is by pair, NaN for the prior, and `arrows` are log-odds of i -> j. */
function withKnown(opinions, known) {
  const { n, ends, rows } = opinions;
  const given = rows ? Float64Array.from(rows.odds) : new Float64Array(ends.length).fill(NaN);
  const arrows = new Float64Array(ends.length);
  const decided = new Uint8Array(ends.length);
  ends.forEach(([i, j], p) => {
    decided[p] = known.required[i * n + j] || known.forbidden[i * n + j];
    if (decided[p]) given[p] = known.required[i * n + j] ? SURE : -SURE;
    if (known.directed[i * n + j]) arrows[p] = SURE;
    else if (known.directed[j * n + i]) arrows[p] = -SURE;
  });
  return { ...opinions, given, arrows, decided };
}

/** The pairs of which nothing is said: by no source that has a weight, by no row, and by no requirement. */
function unseenPairs({ ends, scopes, sources, rows, given }, weights) {
  const said = rows ? Uint8Array.from(rows.speak) : new Uint8Array(ends.length);
  scopes.forEach(({ pairs }, k) => {
    const heard = sources.some(({ scope }, s) => scope === k && weights[s] > 0);
    if (heard) for (const p of pairs) said[p] = 1;
  });
  return said.map((some, p) => (!some && Number.isNaN(given[p]) ? 1 : 0));
}
