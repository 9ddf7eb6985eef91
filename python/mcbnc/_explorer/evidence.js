// The panel that tells the evidence for one edge.

const NOTHING = "Click an edge, or choose one in the table below: which inputs join its ends, and what deletes it.";

/** Fill the panel for an edge at a state. With no edge, say how to choose one, and what is not known of a node. */
function showEvidence(body, edge, state, node) {
  if (edge) return body.replaceChildren(...evidenceOf(edge, state));
  const unseen = node === null ? [] : unseenWords(node);
  const words = unseen.length ? [element("p", { class: "words" }, ...unseen)] : [];
  return body.replaceChildren(element("p", { class: "hint" }, NOTHING), ...words);
}

function evidenceOf(edge, state) {
  const look = lookAt(edge, state);
  const [u, v] = endsOf(edge, look);
  const sign = look === GONE ? "and" : isReversible(look) ? "–" : "→";
  const filled = element("i");
  filled.style.setProperty("width", `${100 * edge.support}%`);
  const whose = run.run.lacks === null ? "the inputs" : "the inputs that have both";
  const share = `${percent(edge.support)} of ${whose}${run.run.weighted ? ", by weight," : ""} join them`;
  return [
    element("p", { class: "pair" }, ...arc(sign, u, v)),
    element("div", { class: "bar", role: "img", "aria-label": share, title: share }, filled),
    ...sentencesOf(edge, state).map((words) => element("p", { class: "words" }, ...words)),
    ...tableOf(edge, u),
  ];
}

function tableOf(edge, u) {
  const rows = rowsOf(edge, u);
  if (!rows.length) return [];
  const heads = ["input", "edge", "I-map", "cut", "cut edges"];
  const table = element(
    "table", {},
    element("caption", { class: "hidden" }, "What each input has of the edge"),
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows.map(rowOf)),
  );
  const scroll = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Inputs" }, table);
  const others = run.run.r - rows.length;
  const rest = `None of these in ${others} of ${run.run.r} inputs.`;
  return others ? [scroll, element("p", { class: "hint" }, rest)] : [scroll];
}

function rowOf({ input, sign, imap, counts, cut }) {
  const edges = listed(cut.map(([a, b]) => element("span", {}, ...arc("–", a, b))));
  return element(
    "tr", {},
    element("td", {}, siteOf(input)),
    element("td", {}, sign),
    element("td", {}, imap ? "yes" : ""),
    element("td", {}, counts),
    element("td", {}, ...edges),
  );
}
