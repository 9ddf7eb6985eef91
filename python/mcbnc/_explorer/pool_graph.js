// The network of the probabilities, and which pairs are open (core/compare/pool/answer.go and direction.go).

const TIE = 1e-9; // by which numbers may differ from rounding alone

/** The nearest whole number. Halves go to the even one, as in Go and in NumPy. */
const roundToEven = (x) => (Math.abs(x % 1) === 0.5 ? 2 * Math.round(x / 2) : Math.round(x));

/** All that is known after answers: the same as Pooled.answer() in Python. */
function pool(opinions, known) {
  const model = withKnown(opinions, known);
  const { weights, alike } = weigh(model);
  const found = findRates(model, weights);
  const { voices, lambda } = findDirections(model, weights, found.z);
  const unseen = unseenPairs(model, weights);
  const arcs = arcsOf(model, found.probability, lambda, unseen);
  const entropy = found.probability.map((exists, p) => entropyOf(exists, lambda[p]));
  return { ...found, model, weights, alike, voices, lambda, unseen, arcs, entropy };
}

/** The arcs [pair, tail, head] of the DAG. The surest directions come first; one that would close a cycle is turned. */
function arcsOf({ n, ends, arrows }, probability, lambda, unseen) {
  const joined = ends.flatMap((_, p) => (probability[p] > 0.5 && !unseen[p] ? [p] : []));
  const rounded = lambda.map((odds) => roundToEven(odds * 1e9) / 1e9);
  const place = (p) => (arrows[p] ? 0 : 1);
  joined.sort((p, q) => place(p) - place(q) || Math.abs(rounded[q]) - Math.abs(rounded[p]) || p - q);
  const children = Array.from({ length: n }, () => []);
  return joined.map((p) => {
    const [u, v] = rounded[p] < 0 ? [ends[p][1], ends[p][0]] : ends[p];
    const [tail, head] = reaches(children, v, u) ? [v, u] : [u, v];
    children[tail].push(head);
    return [p, tail, head];
  });
}

/** Whether a way leads from u to v, where each node has its children. */
function reaches(children, u, v) {
  const left = [u];
  const seen = new Set(left);
  while (left.length) {
    const node = left.pop();
    if (node === v) return true;
    for (const child of children[node]) {
      if (!seen.has(child)) left.push(child);
      seen.add(child);
    }
  }
  return false;
}

/** The entropy of no edge, i -> j and j -> i. */
function entropyOf(exists, lambda) {
  const chances = [1 - exists, exists * logistic(lambda), exists * logistic(-lambda)];
  return chances.reduce((sum, x) => (x > 0 ? sum - x * Math.log(x) : sum), 0);
}

/** The pairs that are most worth asking about: those of the largest entropy, and the lowest of equals. */
function contestedPairs({ entropy }, count) {
  const steps = Array.from(entropy, (x) => roundToEven(x / TIE));
  return [...steps.keys()].sort((p, q) => steps[q] - steps[p] || p - q).slice(0, count);
}

/** Where the probability of a pair comes from: parts that add up, as Pooled.explain() has them. */
function explainPair({ model, rates, voices, before, opinions, said, lambda }, pair) {
  const { sources, scopes, rows, ends } = model;
  const way = (k) => {
    const x = voices[k].at.indexOf(pair);
    return x < 0 ? 0 : voices[k].toward[x] * voices[k].arrow;
  };
  const parts = sources.flatMap(({ scope, at: pairs, v, place }, k) => {
    const [i, j] = ends[pair];
    if (!scopes[scope].nodes.includes(i) || !scopes[scope].nodes.includes(j)) return [];
    const x = pairs.indexOf(pair);
    const exists = x < 0 ? 0 : v[x];
    return [{ place, edge: exists * rates[k].yes + (1 - exists) * rates[k].no, direction: way(k) }];
  });
  const ofRows = rows?.speak[pair] ? way(sources.length) : 0;
  const known = lambda[pair] - ofRows - total(parts.map(({ direction }) => direction));
  const cap = opinions[pair] - said[pair];
  return {
    first: { edge: before[pair], direction: ofRows },
    parts: parts.sort((a, b) => a.place - b.place),
    cap: Math.abs(cap) > TIE ? cap : 0,
    known: Math.abs(known) > TIE ? known : 0,
  };
}
