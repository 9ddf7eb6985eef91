// The curves over theta: distance, edges, treewidth. Each is constant between two thresholds.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 358;
const ROW = 66;
const TOP = 20; // the room of a title
const LEFT = 4;
const RIGHT = 10;

const CURVES = [
  { key: "smhd", title: "distance (mean SMHD to the inputs)" },
  { key: "edges", title: "edges" },
  { key: "treewidth", title: "treewidth, at most" },
];

function drawn(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * The upper end of a curve's axis. A fusion may have many times the edges of the other states, and would
 * flatten them; so the axis ends above the state nearest to the inputs, unless all states need little more.
 */
function topOf(values) {
  const top = 1.2 * Math.max(values[run.nearest], values.at(-1), 1);
  const whole = Math.max(...values);
  return whole <= 2.5 * top ? Math.max(whole, 1) : top;
}

class Chart {
  constructor(container, onState) {
    const { theta, last } = run.states;
    this.end = theta[last] * 1.05 || 1;
    const height = CURVES.length * ROW + 22;
    this.svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": "Curves over theta" });
    this.parts = CURVES.map((curve, row) => this.drawCurve(curve, row));
    this.drawAxis(height);
    this.svg.prepend(this.drawLine("least", theta[run.nearest]));
    this.now = this.drawLine("now", theta[0]);
    this.svg.append(this.now);
    container.append(this.svg);
    let held = false;
    const choose = (event) => onState(stateAt(this.thetaAt(event.clientX)));
    this.svg.addEventListener("pointerdown", (event) => { held = true; choose(event); });
    this.svg.addEventListener("pointermove", (event) => held && choose(event));
    window.addEventListener("pointerup", () => { held = false; });
  }

  x(theta) { return LEFT + (theta / this.end) * (WIDTH - LEFT - RIGHT); }

  thetaAt(clientX) {
    const box = this.svg.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * WIDTH;
    return Math.max(((x - LEFT) / (WIDTH - LEFT - RIGHT)) * this.end, 0);
  }

  drawCurve({ key, title }, row) {
    const values = run.states[key];
    const bottom = (row + 1) * ROW - 6;
    const most = topOf(values);
    const y = (value) => bottom - Math.min(value / most, 1) * (ROW - TOP - 8);
    const xs = run.states.theta.map((theta) => this.x(theta).toFixed(2));
    const steps = values.slice(1).map((value, k) => `H${xs[k + 1]}V${y(value).toFixed(2)}`);
    const path = `M${xs[0]} ${y(values[0]).toFixed(2)}${steps.join("")}H${this.x(this.end).toFixed(2)}`;
    const dot = drawn("circle", { r: 4.5, class: key });
    const number = drawn("text", { x: WIDTH - RIGHT, y: row * ROW + 13, class: "value", "text-anchor": "end" });
    this.svg.append(
      drawn("path", { class: "grid", d: `M${LEFT} ${bottom}H${WIDTH - RIGHT}` }),
      drawn("text", { x: LEFT, y: row * ROW + 13 }, title),
      drawn("path", { class: `curve ${key}`, d: path }),
      number, dot,
    );
    return { values, y, dot, number, most };
  }

  drawAxis(height) {
    const rough = this.end / 5;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((digit) => digit * power).find((candidate) => candidate >= rough);
    for (let k = 0; k * step < this.end; k++) {
      const place = { x: this.x(k * step), y: height - 6, "text-anchor": k ? "middle" : "start" };
      this.svg.append(drawn("text", place, fourDigits(k * step)));
    }
    this.svg.append(drawn("text", { x: WIDTH - RIGHT, y: height - 6, "text-anchor": "end" }, "θ"));
  }

  /** A line across all curves at a threshold, broken at their titles. */
  drawLine(name, theta) { return drawn("path", { class: name, d: this.lineAt(theta) }); }

  lineAt(theta) {
    return CURVES.map((_, row) => `M${this.x(theta).toFixed(2)} ${row * ROW + TOP}V${(row + 1) * ROW - 4}`).join("");
  }

  show(state) {
    const x = this.x(run.states.theta[state]);
    this.now.setAttribute("d", this.lineAt(run.states.theta[state]));
    for (const { values, y, dot, number, most } of this.parts) {
      dot.setAttribute("cx", x);
      dot.setAttribute("cy", y(values[state]));
      number.textContent = `${values[state] > most ? "↑ " : ""}${readable(values[state])}`;
      this.svg.append(dot);
    }
  }
}
