// The run as document.py wrote it, and the questions that the page asks of it.
// An edge has its ends i < j.

run.states.last = run.states.theta.length - 1;
const EMPTY = {
  support: 0, looks: [], required: false, forward: "", backward: "", married: "", H: [], S: [], alone: "", cuts: {},
};
run.edges = run.edges.map((edge) => ({ ...EMPTY, ...edge })); // document.py leaves out what is empty
for (const edge of run.edges) edge.goes = goesAt(edge);

/** How an edge looks at a state, or GONE. */
function lookAt(edge, state) {
  if (edge.step !== null && edge.step < run.states.steps[state]) return GONE;
  let look = GONE;
  for (let k = 0; k < edge.looks.length && edge.looks[k] <= state; k += 2) look = edge.looks[k + 1];
  return look;
}

/** The ends of an edge as its look draws them, tail first. An edge that is gone has them as it was last. */
function endsOf(edge, look) {
  const shown = look === GONE ? edge.looks.at(-1) ?? 0 : look;
  return shown % 2 === 0 ? [edge.i, edge.j] : [edge.j, edge.i];
}

/** The state from which on an edge is gone, or null. */
function goesAt(edge) {
  if (edge.step === null) return null;
  const state = run.states.steps.findIndex((steps) => steps > edge.step);
  return state < 0 ? null : state;
}

/** How all edges look at a state. */
const looksAt = (state) => run.edges.map((edge) => lookAt(edge, state));

/** The state in force at a threshold. */
function stateAt(theta) {
  const above = run.states.theta.findIndex((other) => other > theta);
  return Math.max(above < 0 ? run.states.last : above - 1, 0);
}

/** The numbers that a text such as "0-3,7" lists. */
function numbersIn(text) {
  if (!text) return [];
  return text.split(",").flatMap((part) => {
    const [first, last = first] = part.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, k) => first + k);
  });
}

/** The site of an input, or the input's number if sites have no names. */
const siteOf = (input) => (run.run.sites === null ? String(input) : element("bdi", {}, run.run.sites[input]));
