// What is shown (state, edge, node), and the controls that change it.

const now = { state: run.selected, edge: null, node: null, deleted: false, ghosts: false };

/** How many edges chance alone would make, if that is known of a state. */
const chanceAt = (state) => (run.run.chance !== null && state === run.selected ? `; ${run.run.chance}` : "");

/** How many edges are unsure, if inputs lack nodes. */
const unsureTold = (looks) => (run.run.unseen === null ? "" : `, ${looks.filter(isUnsure).length} unsure`);

function summaryOf(state, looks) {
  const { edges, smhd, treewidth } = run.states;
  const all = `${plural(edges[state], "edge")}, ${looks.filter(isReversible).length} reversible${unsureTold(looks)}`;
  return `${all}${chanceAt(state)}; mean distance ${readable(smhd[state])}; treewidth ${treewidth[state]}`;
}

function describeRun() {
  const { r, weighted, dropped, steps, status, limit_text: limit, cap, agreement, unseen } = run.run;
  at("title").textContent = `Consensus of ${plural(r, "DAG")} over ${plural(run.nodes.name.length, "node")}`;
  const facts = [plural(steps, "deletion"), plural(run.states.last + 1, "state")];
  if (weighted) facts.push("inputs weighted");
  if (dropped.length) facts.push(`${plural(dropped.length, "outlier")} dropped`);
  if (unseen !== null) facts.push(`${plural(unseen, "pair")} not seen together`);
  if (agreement !== null) facts.push(agreement);
  if (cap !== null) facts.push(`an input's cut counts ${cap} at most`);
  if (limit !== null) facts.push(`the run ends at θ = ${limit}`);
  if (status !== "complete") facts.push(`stopped early: ${status}`);
  at("facts").textContent = facts.join(" · ");
  at("legend-unsure").hidden = unseen === null;
}

function start() {
  describeRun();
  const network = new Network(at("network"), chooseEdge, chooseNode, chooseNothing);
  const chart = new Chart(at("chart"), goTo);
  const table = new EdgeTable(at("edges-body"), chooseEdge);
  let frame = null;

  /** Draw once for all changes that come before the next frame. */
  function render() {
    frame ??= requestAnimationFrame(() => { frame = null; draw(); });
  }

  function draw() {
    const { state, edge, node, deleted, ghosts } = now;
    const theta = run.states.texts[state];
    const looks = looksAt(state);
    const summary = summaryOf(state, looks);
    network.show(looks, (k) => ghosts || k === edge);
    network.mark(edge, node);
    chart.show(state);
    at("slider").value = state;
    at("slider").setAttribute("aria-valuetext", `theta ${theta}: ${summary}`);
    at("theta").textContent = `θ = ${theta}`;
    const reversible = looks.filter(isReversible).length;
    const edges = run.states.edges[state];
    const kinds = `${edges - reversible} directed, ${reversible} reversible${unsureTold(looks)}`;
    at("summary").textContent = `${plural(edges, "edge")}: ${kinds}${chanceAt(state)}`;
    at("network").setAttribute("aria-label", `Network at theta ${theta}: ${summary}`);
    at("previous").disabled = state === 0;
    at("next").disabled = state === run.states.last;
    at("nearest").disabled = state === run.nearest;
    at("nearest").textContent = state === run.nearest ? "✓ nearest to the inputs" : "go to the nearest";
    at("nearest").title = "The state of least mean distance to the inputs";
    at("clear").hidden = edge === null;
    const counts = table.show(looks, deleted, node, edge);
    at("list-present").textContent = `here (${counts.present})`;
    at("list-deleted").textContent = `deleted (${counts.deleted})`;
    at("all-nodes").hidden = node === null;
    at("list-present").setAttribute("aria-pressed", String(!deleted));
    at("list-deleted").setAttribute("aria-pressed", String(deleted));
    at("edges-title").replaceChildren(...(node === null ? ["Edges"] : ["Edges of ", nameOf(node)]));
    showEvidence(at("evidence-body"), edge === null ? null : run.edges[edge], state, node);
  }

  const announce = (text) => { at("live").textContent = text; };

  function goTo(state) {
    const next = Math.min(Math.max(state, 0), run.states.last);
    if (next === now.state) return;
    now.state = next;
    announce(`theta ${run.states.texts[next]}: ${summaryOf(next, looksAt(next))}`);
    render();
  }

  function chooseEdge(edge) {
    now.edge = edge;
    if (edge !== null) {
      const [consensus, inputs] = sentencesOf(run.edges[edge], now.state);
      announce(`Evidence: ${element("p", {}, ...consensus, " ", ...inputs).textContent}`);
    }
    render();
  }

  function chooseNode(node) {
    now.node = node;
    now.edge = null;
    announce(node === null ? "All nodes" : `${run.nodes.name[node]} is marked`);
    render();
  }

  function chooseNothing() {
    now.node = null;
    chooseEdge(null);
  }

  function find(node) {
    chooseNode(node);
    network.centre(`n${node}`);
  }

  at("slider").max = run.states.last;
  at("slider").addEventListener("input", (event) => goTo(Number(event.target.value)));
  at("previous").addEventListener("click", () => goTo(now.state - 1));
  at("next").addEventListener("click", () => goTo(now.state + 1));
  at("nearest").addEventListener("click", () => goTo(run.nearest));
  at("zoom-in").addEventListener("click", () => network.zoom(1.25));
  at("zoom-out").addEventListener("click", () => network.zoom(0.8));
  at("fit").addEventListener("click", () => network.fit());
  at("clear").addEventListener("click", () => chooseEdge(null));
  at("all-nodes").addEventListener("click", () => chooseNode(null));
  at("ghosts").addEventListener("change", (event) => { now.ghosts = event.target.checked; render(); });
  at("list-present").addEventListener("click", () => { now.deleted = false; render(); });
  at("list-deleted").addEventListener("click", () => { now.deleted = true; render(); });
  document.addEventListener("keydown", (event) => event.key === "Escape" && chooseNothing());
  followSearch(find, announce);
  followTheme(() => network.restyle());
  draw();
}

start();
