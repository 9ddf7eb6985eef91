// The rates of sources and the probabilities of pairs, in turn (core/compare/pool/existence.go and direction.go).

const TOLERANCE = 1e-9; // the EM ends when nothing changes by so much
const MOST_ROUNDS = 500;
const CEILING = 6; // nats: all sources together say no more of a pair

/** EM for the rates, and the log-odds that each pair is joined. */
function findRates(model, weights) {
  const { ends, rows, given } = model;
  const z = startOf(model);
  let rates;
  let said;
  let prior;
  for (let round = 0, change = Infinity; change >= TOLERANCE && round < MOST_ROUNDS; round += 1) {
    rates = judgeSources(model, weights, z);
    said = addUpEdges(model, rates);
    prior = logit((total(z) + 2) / (ends.length + 2 / model.prior));
    change = 0;
    for (let p = 0; p < z.length; p += 1) {
      const next = logistic((Number.isNaN(given[p]) ? prior : given[p]) + said[p]);
      change = Math.max(change, Math.abs(next - z[p]));
      z[p] = next;
    }
  }
  const before = given.map((odds) => (Number.isNaN(odds) ? prior : odds));
  const opinions = said.map((odds) => clip(odds, -CEILING, CEILING));
  const probability = before.map((odds, p) => logistic(odds + opinions[p]));
  return { rates, z, before, opinions, said, probability, outOfReach: !rows && prior <= -CEILING };
}

/** Where the EM begins: at the share of the sources that join a pair, and half-way from it to what rows say. */
function startOf({ ends, scopes, sources, rows, given, prior }) {
  const joined = new Float64Array(ends.length);
  const seen = new Float64Array(ends.length);
  for (const { at: pairs, v } of sources) pairs.forEach((p, x) => { joined[p] += v[x]; });
  scopes.forEach(({ pairs }, k) => {
    const have = sources.filter(({ scope }) => scope === k).length;
    for (const p of pairs) seen[p] += have;
  });
  return joined.map((sum, p) => {
    const share = (sum + prior) / (seen[p] + 1);
    return clip(rows?.speak[p] ? (logistic(given[p]) + share) / 2 : share, 0.02, 0.98);
  });
}

/** Each source's rates, and the weighted log-odds of a pair that it joins (yes) and of one that it does not (no). */
function judgeSources({ scopes, sources, prior }, weights, z) {
  const edges = scopes.map(({ pairs }) => pairs.reduce((sum, p) => sum + z[p], 0));
  return sources.map(({ scope, at: pairs, v }, k) => {
    const right = pairs.reduce((sum, p, x) => sum + v[x] * z[p], 0);
    const wrong = pairs.reduce((sum, p, x) => sum + v[x] * (1 - z[p]), 0);
    const alarm = (wrong + 6) / (scopes[scope].pairs.length - edges[scope] + 6 / (0.4 * prior));
    const hit = Math.max((right + 7) / (edges[scope] + 10), alarm);
    const [yes, no] = [Math.log(hit / alarm), Math.log((1 - hit) / (1 - alarm))];
    return { hit, alarm, yes: weights[k] * yes, no: weights[k] * no };
  });
}

/** What the sources say of each pair. One that is v sure says v times its yes and 1 - v times its no. */
function addUpEdges({ ends, scopes, sources }, rates) {
  const said = new Float64Array(ends.length);
  scopes.forEach(({ pairs }, k) => {
    const base = sources.reduce((sum, { scope }, s) => (scope === k ? sum + rates[s].no : sum), 0);
    for (const p of pairs) said[p] += base;
  });
  sources.forEach(({ at: pairs, v }, k) => {
    const more = rates[k].yes - rates[k].no;
    pairs.forEach((p, x) => { said[p] += v[x] * more; });
  });
  return said;
}

/** EM for how often directions are right, and the log-odds of i -> j. The rows are the last voice. */
function findDirections(model, weights, z) {
  const voices = voicesOf(model, weights);
  const toward = new Float64Array(z.length);
  let lambda;
  const renew = () => {
    lambda = addUpArrows(model, voices);
    const next = lambda.map(logistic);
    const change = next.reduce((most, x, p) => Math.max(most, Math.abs(x - toward[p])), 0);
    toward.set(next);
    return change;
  };
  renew();
  for (let round = 0, change = Infinity; change >= TOLERANCE && round < MOST_ROUNDS; round += 1) {
    const judged = judgeArrows(voices, toward, z);
    change = Math.max(judged, renew());
  }
  return { voices, lambda };
}

/** Of whose direction each source says something: v t is above 0 for i -> j, and its size is how much it counts. */
function voicesOf({ sources, rows }, weights) {
  const voices = sources.map(({ at: pairs, v, t }, k) => (
    voiceOf(pairs, v.map((exists, x) => exists * t[x]), 0.75, 3, weights[k])
  ));
  if (!rows) return voices;
  const right = clip(1 - 2.5 / Math.sqrt(rows.row_count), 0.6, 0.97);
  const toward = rows.pairs.map((p) => rows.strength[p] * (2 * rows.direction[p] - 1));
  return [...voices, voiceOf(rows.pairs, toward, right, 20, 1)];
}

function voiceOf(pairs, toward, right, count, weight) {
  const heard = toward.flatMap((some, x) => (some === 0 ? [] : [x]));
  return { at: heard.map((x) => pairs[x]), toward: heard.map((x) => toward[x]), prior: right, count, weight, right };
}

/** Estimate how often each voice is right, and return the largest change. */
function judgeArrows(voices, toward, z) {
  let change = 0;
  for (const voice of voices) {
    let right = voice.count * voice.prior;
    let all = voice.count;
    voice.at.forEach((p, x) => {
      const counts = Math.abs(voice.toward[x]) * z[p];
      right += counts * (voice.toward[x] < 0 ? 1 - toward[p] : toward[p]);
      all += counts;
    });
    const next = clip(right / all, 0.5, 0.99);
    change = Math.max(change, Math.abs(next - voice.right));
    voice.right = next;
  }
  return change;
}

/** The log-odds of each direction. No source, and not all together, turns one that is known. */
function addUpArrows({ arrows }, voices) {
  const lambda = new Float64Array(arrows.length);
  for (const voice of voices) {
    voice.arrow = voice.weight * logit(voice.right);
    voice.at.forEach((p, x) => { lambda[p] += voice.arrow * voice.toward[x]; });
  }
  return lambda.map((odds, p) => (arrows[p] ? arrows[p] + clip(odds, 1 - SURE, SURE - 1) : odds));
}
