// What answers and knowledge demand of a network (core/call/constraints.go and core/graphs/graph/ordered.go).

/** Why answers cannot be taken, in words. */
class Refusal extends Error {}

/** The answers [i, j, word] as lists of required and forbidden edges [u, v, undirected]. */
function answersAsEdges(answers) {
  const required = answers.filter(([, , word]) => word !== "none")
    .map(([i, j, word]) => (word === "<-" ? [j, i, 0] : [i, j, word === "--" ? 1 : 0]));
  const forbidden = answers.filter(([, , word]) => word === "none").map(([i, j]) => [i, j, 1]);
  return { required, forbidden };
}

/** What is known with these answers. Answers that no network keeps, or that are against knowledge, are refused. */
function knownWith(n, knowledge, answers) {
  const told = answersAsEdges(answers);
  refuseAgainst(n, knowledge, told);
  const required = listEdges(n, [...knowledge.required, ...told.required]);
  const forbidden = listEdges(n, [...knowledge.forbidden, ...told.forbidden]);
  return ordered(n, constrain(n, required, forbidden));
}

/** A list of edges as matrices: its arcs, and the pairs without a direction or with both. */
function listEdges(n, edges) {
  const arcs = new Uint8Array(n * n);
  const pairs = new Uint8Array(n * n);
  for (const [u, v, undirected] of edges) {
    if (!undirected) arcs[u * n + v] = 1;
    if (undirected || arcs[v * n + u]) pairs[u * n + v] = pairs[v * n + u] = 1;
  }
  return { arcs, pairs };
}

function refuseAgainst(n, knowledge, told) {
  const required = listEdges(n, knowledge.required);
  const forbidden = listEdges(n, knowledge.forbidden);
  const asked = (u, v) => required.arcs[u * n + v] || required.pairs[u * n + v];
  const barred = (u, v) => forbidden.arcs[u * n + v] || forbidden.pairs[u * n + v];
  for (const [u, v] of told.forbidden) {
    if (asked(u, v) || asked(v, u)) throw new Refusal("Knowledge requires this edge.");
  }
  for (const [u, v, undirected] of told.required) {
    if (barred(u, v) && (!undirected || barred(v, u))) throw new Refusal("Knowledge forbids this.");
    if (!undirected && required.arcs[v * n + u] && !required.arcs[u * n + v]) {
      throw new Refusal("Knowledge requires the other direction.");
    }
  }
}

/** The pairs that must be joined and those that must not, and the directions of edges if they are there. */
function constrain(n, required, forbidden) {
  const known = { required: required.pairs, forbidden: forbidden.pairs, directed: new Uint8Array(n * n) };
  const only = (arcs, u, v) => arcs[u * n + v] && !arcs[v * n + u];
  for (let u = 0; u < n; u += 1) {
    for (let v = 0; v < n; v += 1) {
      if (only(required.arcs, u, v)) {
        known.required[u * n + v] = known.required[v * n + u] = known.directed[u * n + v] = 1;
      }
      if (only(forbidden.arcs, u, v) && !known.forbidden[u * n + v]) known.directed[v * n + u] = 1;
    }
  }
  const both = (u, v) => known.directed[u * n + v] && known.directed[v * n + u];
  const torn = known.required.some((asked, at) => (
    asked && (known.forbidden[at] || both(Math.floor(at / n), at % n))
  ));
  if (torn) throw new Refusal("No network keeps this answer and what is known.");
  const arcs = known.directed.map((arc, at) => arc && known.required[at]);
  if (hasCycle(n, reachOf(n, arcs))) throw new Refusal("The answers, with what is known, would form a cycle.");
  return known;
}

/** Whether one node reaches another by arcs, as a matrix (Warshall 1962). */
function reachOf(n, arcs) {
  const reach = Uint8Array.from(arcs);
  for (let k = 0; k < n; k += 1) {
    for (let u = 0; u < n; u += 1) {
      if (!reach[u * n + k]) continue;
      for (let v = 0; v < n; v += 1) reach[u * n + v] |= reach[k * n + v];
    }
  }
  return reach;
}

const hasCycle = (n, reach) => Array.from({ length: n }, (_, v) => reach[v * n + v]).some(Boolean);

/** The same with directions that have no cycle: an order is chosen, and pairs directed against it are forbidden. */
function ordered(n, known) {
  const reach = reachOf(n, known.directed);
  if (!hasCycle(n, reach)) return known;
  const place = orderOf(n, known, reach);
  const out = { required: known.required, forbidden: Uint8Array.from(known.forbidden), directed: new Uint8Array(n * n) };
  known.directed.forEach((arc, at) => {
    const [u, v] = [Math.floor(at / n), at % n];
    if (!arc) return;
    if (place[u] < place[v]) out.directed[at] = 1;
    else out.forbidden[at] = out.forbidden[v * n + u] = 1;
  });
  return out;
}

/** The place of each node in an order that keeps required arcs, and all directions that are on no cycle. */
function orderOf(n, { required, directed }, reach) {
  const left = new Set(Array.from({ length: n }, (_, v) => v));
  const parents = (v) => [...left].filter((u) => directed[u * n + v]);
  const mayBeNext = (v) => parents(v).every((u) => reach[v * n + u] && !required[u * n + v]);
  const place = [];
  for (let next = 0; next < n; next += 1) {
    const free = [...left].filter(mayBeNext);
    const fewest = Math.min(...free.map((v) => parents(v).length));
    const node = free.find((v) => parents(v).length === fewest);
    place[node] = next;
    left.delete(node);
  }
  return place;
}
