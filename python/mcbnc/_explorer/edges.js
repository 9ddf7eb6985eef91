// The table of edges: the network in text, for the keyboard and for screen readers.

const FIRST = 200; // rows, before "show all"

const COLUMNS = [
  { head: "edge", of: (row) => row.names, order: "ascending", number: false },
  { head: "kind", of: (row) => row.kind, order: "ascending", number: false },
  { head: "support", of: (row) => -row.edge.support, order: "descending", number: true },
  { head: "until θ", of: (row) => row.goes ?? Infinity, order: "ascending", number: true },
];

class EdgeTable {
  constructor(body, onEdge) {
    this.body = body;
    this.onEdge = onEdge;
    this.sorted = 2;
    this.all = false;
  }

  /**
   * List the edges that a state has, or those that are deleted by then; with a node, its edges alone. The answer is
   * how many there are of both.
   */
  show(looks, deleted, node, chosen) {
    this.shown = [looks, deleted, node, chosen];
    const all = run.edges.flatMap((edge, k) => {
      const wanted = node === null || edge.i === node || edge.j === node;
      return wanted ? [this.row(edge, k, looks[k])] : [];
    });
    const rows = all.filter((row) => (row.look === GONE) === deleted).sort((a, b) => this.compare(a, b));
    const visible = this.all ? rows : rows.slice(0, FIRST);
    const table = rows.length ? this.table(visible, chosen) : element("p", {}, "None.");
    const focused = this.body.contains(document.activeElement) ? document.activeElement.dataset.edge : undefined;
    this.body.replaceChildren(table, ...this.more(rows.length));
    if (focused !== undefined) this.body.querySelector(`[data-edge="${focused}"]`)?.focus();
    return deleted
      ? { present: all.length - rows.length, deleted: rows.length }
      : { present: rows.length, deleted: all.length - rows.length };
  }

  /** By the column chosen; among equals, the edges that stay longest come first. */
  compare(a, b) {
    const { of } = COLUMNS[this.sorted];
    const longest = (row) => -(row.goes ?? Infinity);
    for (const key of [of, longest]) {
      if (key(a) !== key(b)) return key(a) < key(b) ? -1 : 1;
    }
    return a.k - b.k;
  }

  row(edge, k, look) {
    const [u, v] = endsOf(edge, look);
    const { goes } = edge;
    return {
      edge, k, u, v, look,
      names: `${run.nodes.name[u]}\n${run.nodes.name[v]}`,
      kind: look === GONE ? "deleted" : `${isReversible(look) ? "reversible" : "directed"}${isUnsure(look) ? ", unsure" : ""}`,
      goes: goes === null ? null : run.states.theta[goes],
    };
  }

  table(rows, chosen) {
    return element(
      "table", {},
      element("caption", { class: "hidden" }, "Edges; the button in a row shows the evidence for the edge"),
      element("thead", {}, element("tr", {}, ...COLUMNS.map((_, at) => this.head(at)))),
      element("tbody", {}, ...rows.map((row) => this.line(row, row.k === chosen))),
    );
  }

  /** The head of a column, with the button that sorts by it. */
  head(at) {
    const { head, number, order } = COLUMNS[at];
    const sort = () => {
      this.sorted = at;
      this.show(...this.shown);
      this.body.querySelectorAll("th button")[at].focus(); // made anew
    };
    const button = element("button", { type: "button", title: `Sort by ${head}`, onclick: sort }, head);
    const sorted = at === this.sorted ? { "aria-sort": order } : {};
    return element("th", { scope: "col", class: number ? "number" : "", ...sorted }, button);
  }

  line({ edge, k, u, v, look, kind, goes }, chosen) {
    const sign = look === GONE || isReversible(look) ? "–" : "→";
    const choose = { type: "button", "data-edge": k, onclick: () => this.onEdge(k) };
    const button = element("button", choose, ...arc(sign, u, v));
    return element(
      "tr", chosen ? { class: "chosen" } : {},
      element("td", {}, button),
      element("td", {}, kind),
      element("td", { class: "number" }, percent(edge.support)),
      element("td", { class: "number" }, goes === null ? "stays" : run.states.texts[edge.goes]),
    );
  }

  more(count) {
    if (this.all || count <= FIRST) return [];
    const show = () => { this.all = true; this.show(...this.shown); };
    return [element("button", { type: "button", class: "more", onclick: show }, `show all ${count}`)];
  }
}
