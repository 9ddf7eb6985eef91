// The picture of the network of opinions. An edge is there once it is drawn for the first time.

const SUPPORT = 0.4; // all edges are as thick as one of this support

class OpinionNetwork extends Network {
  constructor(container, onEdge, onNode, onNothing) {
    run.edges = run.edges.map((edge) => ({ ...edge, support: SUPPORT }));
    super(container, onEdge, onNode, onNothing);
    this.numbers = new Map(run.edges.map(({ i, j }, k) => [pairNumber(run.nodes.name.length, i, j), k]));
  }

  styles() {
    const green = getComputedStyle(document.documentElement).getPropertyValue("--green").trim();
    const colours = { "line-color": green, "target-arrow-color": green, "source-arrow-color": green };
    return [
      ...super.styles(),
      { selector: "edge.forward[told = 1], edge.backward[told = 1]", style: colours },
      { selector: "edge.chosen", style: { opacity: "data(sure)" } },
    ];
  }

  /** The number of the edge of a pair, which is made if it was never drawn. */
  edgeOf(pair, [i, j]) {
    if (!this.numbers.has(pair)) {
      const k = run.edges.push({ i, j, support: SUPPORT }) - 1;
      this.edges.push(this.cy.add(this.makeEdge(run.edges[k], k)));
      this.looks.push(GONE);
      this.numbers.set(pair, k);
    }
    return this.numbers.get(pair);
  }

  /** Draw the arcs of what was found. A chosen pair that is not joined is a dotted line. */
  draws({ arcs, probability, model }, chosen, node) {
    const ghost = chosen === null ? null : this.edgeOf(chosen, model.ends[chosen]);
    const looks = new Map(arcs.map(([pair, tail, head]) => {
      const k = this.edgeOf(pair, model.ends[pair]);
      this.edges[k].data({ sure: probability[pair], told: model.decided[pair] || model.arrows[pair] ? 1 : 0 });
      return [k, tail < head ? 0 : 1];
    }));
    this.show(run.edges.map((_, k) => looks.get(k) ?? GONE), (k) => k === ghost);
    this.mark(ghost, node);
  }
}
