// The picture of the network. Nodes stay where the layout put them; edges come and go.
// An edge has its ends i < j. A look is 0 for i -> j, and 1 for j -> i. Where reversible it has 2 more, unsure 4 more.

const FADE = 280; // milliseconds
const MOST_FADES = 600; // edges; more at once change without fading
const LARGEST = 1.25; // zoom that showing all of a small network takes
const LARGE = 1500; // edges, from which on moving the view draws less

const stillness = window.matchMedia("(prefers-reduced-motion: reduce)");

const GONE = -1; // the look of an edge that is not there
const GHOST = -2; // a look of this picture alone

const isReversible = (look) => look !== GONE && (look & 2) > 0;

/** Whether the rest of the consensus explains each input that joins the ends of an edge. */
const isUnsure = (look) => look !== GONE && (look & 4) > 0;

/** The classes of an edge that looks so. */
function classesOf(look) {
  if (look < 0) return look === GHOST ? ["ghost"] : ["gone"];
  const kinds = [...(isReversible(look) ? ["reversible"] : []), ...(isUnsure(look) ? ["unsure"] : [])];
  return [look % 2 === 0 ? "forward" : "backward", ...kinds];
}

/** The way of an edge as the library takes it: bends by shares and distances, and where it leaves and enters. */
function wayOf({ bow, route }) {
  if (bow) return { data: { shares: [0.5], asides: [bow] }, classes: "bent" };
  if (!route) return { data: {}, classes: "" };
  const [leaves, enters, shares, asides] = route;
  const pixels = (point) => point.map((x) => `${x}px`).join(" ");
  const data = { leaves: pixels(leaves), enters: pixels(enters), shares, asides };
  return { data, classes: shares.length ? "routed bent" : "routed" };
}

class Network {
  constructor(container, onEdge, onNode, onNothing) {
    this.looks = run.edges.map(() => GONE);
    this.leaving = null;
    this.isFirst = true;
    this.cy = cytoscape({
      container,
      elements: [...this.makeNodes(), ...this.makeEdges()],
      layout: { name: "preset" },
      style: this.styles(),
      minZoom: 0.03,
      maxZoom: 4,
      autounselectify: true,
      boxSelectionEnabled: false,
      hideEdgesOnViewport: run.edges.length > LARGE,
      textureOnViewport: run.edges.length > LARGE,
    });
    this.cy.on("tap", "edge", (event) => onEdge(event.target.data("edge")));
    this.cy.on("tap", "node", (event) => onNode(event.target.data("node")));
    this.cy.on("tap", (event) => event.target === this.cy && onNothing());
    this.cy.on("mouseover", "edge, node", () => container.style.setProperty("cursor", "pointer"));
    this.cy.on("mouseout", "edge, node", () => container.style.removeProperty("cursor"));
    container.addEventListener("keydown", (event) => this.onKey(event));
    this.edges = run.edges.map((_, k) => this.cy.getElementById(`e${k}`));
    this.fit();
    // A phone that is turned, or a page that is laid out late, gives another width. Who has moved the view keeps it.
    this.cy.on("resize", () => this.view() === this.fitted && this.fit());
  }

  makeNodes() {
    const { label, x, y, width } = run.nodes;
    return label.map((text, k) => ({
      group: "nodes", data: { id: `n${k}`, node: k, label: text, width: width[k] }, position: { x: x[k], y: y[k] },
    }));
  }

  makeEdges() { return run.edges.map((edge, k) => this.makeEdge(edge, k)); }

  /** An edge is as thick as its support, and as opaque as it is sure. */
  makeEdge({ i, j, support, sure = 1, ...edge }, k) {
    const data = { id: `e${k}`, edge: k, source: `n${i}`, target: `n${j}`, support, sure };
    const way = wayOf(edge);
    return { group: "edges", data: { ...data, ...way.data }, classes: `gone ${way.classes}` };
  }

  styles() {
    const page = getComputedStyle(document.documentElement);
    const colour = (name) => page.getPropertyValue(`--${name}`).trim();
    const both = (property, value) => ({ [`target-${property}`]: value, [`source-${property}`]: value });
    return [
      { selector: "node", style: {
        shape: "round-rectangle", width: "data(width)", height: run.height, label: "data(label)",
        "text-valign": "center", "font-size": 13, "font-family": getComputedStyle(document.body).fontFamily,
        color: colour("ink"), "background-color": colour("box"), "border-color": colour("box-line"),
        "border-width": 1.2, "z-index": 10, "min-zoomed-font-size": 4.5, "overlay-opacity": 0,
        "transition-property": "opacity", "transition-duration": this.fade(),
      } },
      { selector: "edge", style: {
        width: "mapData(support, 0, 1, 1, 5)", "curve-style": "straight", "line-color": colour("blue"),
        ...both("arrow-color", colour("blue")), "arrow-scale": 0.95, "overlay-opacity": 0, opacity: "data(sure)",
        "transition-property": "opacity", "transition-duration": this.fade(),
      } },
      { selector: "edge.routed", style: { "source-endpoint": "data(leaves)", "target-endpoint": "data(enters)" } },
      { selector: "edge.bent", style: {
        "curve-style": "unbundled-bezier", "control-point-weights": "data(shares)",
        "control-point-distances": "data(asides)", "edge-distances": "node-position",
      } },
      { selector: "edge.forward", style: { "target-arrow-shape": "triangle" } },
      { selector: "edge.backward", style: { "source-arrow-shape": "triangle" } },
      { selector: "edge.reversible", style: {
        "line-color": colour("orange"), "line-style": "dashed", "line-dash-pattern": [9, 4],
        ...both("arrow-color", colour("orange")), ...both("arrow-fill", "hollow"),
      } },
      { selector: "edge.unsure", style: { "line-style": "dotted" } },
      { selector: "edge.ghost", style: {
        width: 1, "line-color": colour("faint"), "line-style": "dotted", opacity: 0.55,
        "target-arrow-shape": "none", "source-arrow-shape": "none",
      } },
      { selector: "node.lonely", style: { opacity: 0.5 } },
      { selector: ".dim", style: { opacity: 0.13 } },
      { selector: ".leaving", style: { opacity: 0 } },
      { selector: "edge.gone", style: { display: "none" } },
      { selector: "node.chosen", style: { "border-width": 3, "border-color": colour("blue"), opacity: 1 } },
      { selector: "edge.chosen", style: {
        "underlay-color": colour("mark"), "underlay-opacity": 0.75, "underlay-padding": 6, opacity: 1, "z-index": 9,
      } },
      { selector: "node.end", style: { "border-width": 2.5, "border-color": colour("mark"), opacity: 1 } },
    ];
  }

  fade() { return stillness.matches ? 0 : FADE; }

  restyle() { this.cy.style(this.styles()); }

  /** Show a state, given by how all edges look then. Deleted edges of which `isGhost(k)` stay as thin dotted lines. */
  show(state, isGhost) {
    this.finishLeaving();
    const looks = state.map((look, k) => (look === GONE && isGhost(k) ? GHOST : look));
    const changed = looks.flatMap((look, k) => (look === this.looks[k] ? [] : [k]));
    const slow = this.fade() && !this.isFirst && changed.length <= MOST_FADES;
    const coming = slow ? changed.filter((k) => this.looks[k] === GONE) : [];
    const going = slow ? changed.filter((k) => looks[k] === GONE) : [];
    this.cy.batch(() => {
      for (const k of changed) if (!slow || looks[k] !== GONE) this.draw(k, looks[k]);
      for (const k of coming) this.edges[k].addClass("leaving");
      this.markLonely(looks);
    });
    for (const k of coming) this.edges[k].removeClass("leaving");
    for (const k of going) this.edges[k].addClass("leaving");
    if (going.length) {
      const finish = () => going.forEach((k) => this.draw(k, GONE));
      this.leaving = { finish, timer: setTimeout(() => this.finishLeaving(), FADE) };
    }
    this.looks = looks;
    this.isFirst = false;
  }

  finishLeaving() {
    if (!this.leaving) return;
    const { finish, timer } = this.leaving;
    this.leaving = null;
    clearTimeout(timer);
    this.cy.batch(finish);
  }

  draw(k, look) {
    const kept = ["routed", "bent", "dim", "chosen"].filter((name) => this.edges[k].hasClass(name));
    this.edges[k].classes([...kept, ...classesOf(look)]);
  }

  markLonely(looks) {
    const joined = new Set();
    looks.forEach((look, k) => look >= 0 && joined.add(run.edges[k].i).add(run.edges[k].j));
    this.cy.nodes().forEach((node) => { node.toggleClass("lonely", !joined.has(node.data("node"))); });
  }

  /** Mark an edge with its ends, and a node with its neighbours; either may be null. A node dims the rest. */
  mark(edge, node) {
    this.cy.batch(() => {
      this.cy.elements(".chosen, .end, .dim").removeClass("chosen end dim");
      if (node !== null) {
        const chosen = this.cy.getElementById(`n${node}`);
        const joining = chosen.connectedEdges(":visible");
        this.cy.elements().difference(joining.union(joining.connectedNodes()).union(chosen)).addClass("dim");
        chosen.addClass("chosen");
      }
      if (edge !== null) {
        this.edges[edge].removeClass("dim").addClass("chosen");
        this.edges[edge].connectedNodes().removeClass("dim").addClass("end");
      }
    });
  }

  /** Move the view so that a node, or an edge, is in the middle. */
  centre(id) {
    const zoom = Math.max(this.cy.zoom(), 0.9);
    const view = { center: { eles: this.cy.getElementById(id) }, zoom };
    this.cy.stop().animate(view, { duration: this.fade() });
  }

  /** Show the whole network, but no larger than can be read with ease. */
  fit() {
    this.cy.fit(undefined, 26);
    if (this.cy.zoom() > LARGEST) {
      this.cy.zoom(LARGEST);
      this.cy.center();
    }
    this.fitted = this.view();
  }

  /** What of the network is shown, as one text. */
  view() { return JSON.stringify([this.cy.zoom(), this.cy.pan()]); }

  zoom(factor) {
    const middle = { x: this.cy.width() / 2, y: this.cy.height() / 2 };
    this.cy.zoom({ level: this.cy.zoom() * factor, renderedPosition: middle });
  }

  onKey(event) {
    const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
    if (event.key in moves) this.cy.panBy({ x: moves[event.key][0], y: moves[event.key][1] });
    else if (event.key === "+" || event.key === "=") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }
}
