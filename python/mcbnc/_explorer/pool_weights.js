// What sources weigh: less if they are alike where rows say otherwise (core/compare/pool/dependence.go).

const LEAST_SHARED = 6; // pairs that two sources both see, below which they are not compared
const ALIKE_FROM = 0.5;

/** The weight of each source, and the pairs of sources that count less, as [source, source, dependence]. */
function weigh(model) {
  const { sources, dropped } = model;
  const alike = model.rows ? alikeSources(model).filter(([, , kappa]) => kappa > ALIKE_FROM) : [];
  const excess = sources.map(() => 0);
  for (const [a, b, kappa] of alike) {
    excess[a] += kappa;
    excess[b] += kappa;
  }
  const weights = sources.map(({ weight, group }, k) => (
    dropped ? 0 : weight * Math.min(1 / (1 + excess[k]), 1 / group)
  ));
  return { weights, alike };
}

function alikeSources(model) {
  const { sources, rows, given, ends } = model;
  const zeta = given.map((odds, p) => (rows.speak[p] ? logistic(odds) : 0));
  const spans = spansOf(model, zeta);
  const lines = [];
  const mine = new Float64Array(ends.length);
  return sources.flatMap((source, i) => {
    lines.push(linesOf(model, source, spans[source.scope], zeta));
    mine.fill(0);
    source.at.forEach((p, x) => { if (rows.speak[p]) mine[p] = source.v[x]; });
    return sources.slice(0, i).flatMap((other, j) => {
      const span = spans[source.scope][other.scope];
      if (span.pairs < LEAST_SHARED) return [];
      const product = other.at.reduce((sum, p, x) => sum + mine[p] * other.v[x], 0);
      return [[j, i, dependence(span, lines[j][source.scope], lines[i][other.scope], product)]];
    });
  });
}

/** What every two scopes and the rows share, by zeta: the probability that rows alone give a pair. */
function spansOf({ n, scopes, rows }, zeta) {
  const columns = new Set(rows.nodes);
  return scopes.map((a) => {
    const has = new Set(a.nodes.filter((v) => columns.has(v)));
    return scopes.map((b) => {
      const values = pairsAmong(n, b.nodes.filter((v) => has.has(v))).map((p) => zeta[p]);
      const sum = total(values);
      const mean = sum / values.length;
      return {
        pairs: values.length,
        zeta: sum,
        spread: total(values.map((z) => (z - mean) * (z - mean))),
        within: total(values.map((z) => z * (1 - z))),
      };
    });
  });
}

/** The least-squares lines of a source's v on zeta, over what it shares with each scope: f at 0 and h at 1. */
function linesOf({ scopes, rows }, source, spans, zeta) {
  const columns = new Set(rows.nodes);
  return scopes.map(({ nodes }, b) => {
    const has = new Set(nodes.filter((v) => columns.has(v)));
    let v = 0;
    let vzeta = 0;
    source.at.forEach((p, x) => {
      if (!has.has(source.i[x]) || !has.has(source.j[x])) return;
      v += source.v[x];
      vzeta += source.v[x] * zeta[p];
    });
    return fitLine(spans[b], v, vzeta);
  });
}

function fitLine({ pairs, zeta, spread }, v, vzeta) {
  const slope = spread >= 1e-9 ? (vzeta - (v * zeta) / pairs) / spread : 0;
  const intercept = (v - slope * zeta) / pairs;
  const [f, h] = [clip(intercept, 0.001, 0.99), clip(intercept + slope, 0.01, 0.99)];
  return { f, h, v, vzeta, variance: zeta * h * (1 - h) + (pairs - zeta) * f * (1 - f) };
}

/** How far two sources agree beyond their lines, from 0 to 1. */
function dependence({ pairs, zeta, spread, within }, a, b, product) {
  const [p, q] = [a.h - a.f, b.h - b.f];
  const squares = spread + (zeta * zeta) / pairs;
  const residual = product - b.f * a.v - q * a.vzeta - a.f * b.v - p * b.vzeta
    + a.f * b.f * pairs + (a.f * q + b.f * p) * zeta + p * q * squares;
  return clip((residual - within * p * q) / Math.sqrt(a.variance * b.variance) - 2 / Math.sqrt(pairs), 0, 1);
}
