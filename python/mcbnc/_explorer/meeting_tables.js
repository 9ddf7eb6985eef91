// What the page for a meeting tells in tables. A pair has its ends in sorted order.

const ANSWERS = ["->", "<-", "--", "none"];
const SIGNS = { "->": "→", "<-": "←", "--": "–", none: "none" };

const signed = (x) => `${x < 0 ? "−" : "+"}${Math.abs(x).toFixed(2)}`;
const cell = (...children) => element("td", {}, ...children);
/** A number as text, which keeps its value. */
const valueOf = (x, text) => element("data", { value: x }, text);
const numberCell = (x, text) => element("td", { class: "number" }, x === null ? "" : valueOf(x, text(x)));
const percentFine = (share) => `${(100 * share).toFixed(1)} %`;
const hundredths = (x) => x.toFixed(2);
const pairNames = ([i, j], sign) => [nameOf(i), ` ${sign} `, nameOf(j)];
const sourceName = (place) => element("bdi", {}, run.sourceNames[place]);

const head = (...children) => element("th", { scope: "col" }, ...children);
const numberHead = (text) => element("th", { scope: "col", class: "number" }, text);

function tableOf(caption, heads, rows) {
  return element(
    "table", {},
    element("caption", { class: "hidden" }, caption),
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...rows),
  );
}

/** A button for each answer to a pair. The answer that holds is pressed; pressing it again takes it back. */
function answerButtons(pair, ends, answer, onAnswer, large = false) {
  const [a, b] = ends.map((end) => run.nodes.name[end]);
  const words = { "->": `${a} → ${b}`, "<-": `${b} → ${a}`, "--": `${a} – ${b}, an edge either way`, none: `${a}, ${b}: no edge` };
  const buttons = ANSWERS.map((word) => element("button", {
    type: "button", "data-answer": `${pair} ${word}`, "aria-pressed": String(answer === word),
    "aria-label": `Answer ${words[word]}`, title: words[word], onclick: () => onAnswer(pair, word),
  }, SIGNS[word]));
  return element("span", { class: large ? "large answer" : "answer", role: "group" }, ...buttons);
}

/** What a source says of a pair, in a few characters. Null: it does not have both nodes. */
function saidOf(source, [i, j]) {
  if (!source.nodes.includes(i) || !source.nodes.includes(j)) return null;
  const x = source.i.findIndex((tail, k) => tail === i && source.j[k] === j);
  if (x < 0) return "none";
  return opinionText(source.forward[x], source.backward[x]);
}

function rowsSay(rows, pair) {
  if (!rows?.speak[pair]) return null;
  const { strength, direction, backward } = rows;
  return opinionText(strength[pair] * direction[pair], strength[pair] * backward[pair]);
}

function opinionText(forward, backward) {
  if (forward === 1 && backward === 1) return "–";
  if (forward === 1) return "→";
  if (backward === 1) return "←";
  if (!forward && !backward) return "none";
  return `${forward.toFixed(2)} → ${backward.toFixed(2)} ←`;
}

function contestedTable(found, answers, chosen, { onPair, onAnswer }) {
  const { sources, rows, ends } = found.model;
  const byPlace = [...sources].sort((a, b) => a.place - b.place);
  const heads = [head("pair"), numberHead("edge"), numberHead("→"), head("answer"), ...(rows ? [head("rows")] : [])];
  const names = byPlace.map(({ place }) => (
    element("th", { scope: "col", class: "source", title: run.sourceNames[place] }, sourceName(place))
  ));
  const line = (pair) => element(
    "tr", pair === chosen ? { class: "chosen", "data-pair": pair } : { "data-pair": pair },
    element("td", { class: "name" }, element(
      "button", { type: "button", "data-choose": `c${pair}`, onclick: () => onPair(pair) }, ...pairNames(ends[pair], "–"),
    )),
    numberCell(found.probability[pair], percent),
    numberCell(logistic(found.lambda[pair]), percent),
    cell(answerButtons(pair, ends[pair], answers.get(pair), onAnswer)),
    ...(rows ? [cell(rowsSay(rows, pair) ?? "")] : []),
    ...byPlace.map((source) => cell(saidOf(source, ends[pair]) ?? "")),
  );
  const caption = "The pairs most worth asking about, with what each source says of the direction from the first to the second";
  return tableOf(caption, [...heads, ...names], contestedPairs(found, 10).map(line));
}

/** Where the probability of a pair comes from. */
function pairPanel(found, pair, answers, onAnswer) {
  const { model, probability, lambda } = found;
  const ends = model.ends[pair];
  const { first, parts, cap, known } = explainPair(found, pair);
  const name = model.decided[pair] ? "known" : model.rows?.speak[pair] ? "rows" : "what edges are in general";
  const part = (told, says, edge, direction) => element(
    "tr", {}, cell(told), cell(says ?? ""), numberCell(edge, signed), numberCell(direction || null, signed),
  );
  const said = (place) => saidOf(model.sources.find((source) => source.place === place), ends);
  const odds = found.before[pair] + found.opinions[pair];
  const rows = [
    part(name, rowsSay(model.rows, pair), first.edge, first.direction),
    ...parts.map(({ place, edge, direction }) => part(sourceName(place), said(place), edge, direction)),
    ...(cap ? [part("all opinions, at most 6", "", cap, 0)] : []),
    ...(known ? [part("known direction", "", null, known)] : []),
    part("sum", "", odds, lambda[pair]),
  ];
  const [edge, arrow] = [probability[pair], logistic(lambda[pair])].map((share) => valueOf(share, percentFine(share)));
  return [
    element("p", { class: "pair" }, ...pairNames(ends, "–")),
    answerButtons(pair, ends, answers.get(pair), onAnswer, true),
    element("p", { class: "words" }, "An edge: ", edge, ". If there is one, ", ...pairNames(ends, "→"), ": ", arrow, "."),
    tableOf("Where these come from, in log-odds", [head("log-odds"), head("says"), numberHead("an edge"), numberHead("→")], rows),
    ...(found.unseen[pair] ? [element("p", { class: "hint" }, "Nobody has both nodes, so no edge is claimed.")] : []),
  ];
}

/** What each source is worth. */
function sourcesTable({ model, rates, weights, alike, voices }) {
  const likes = (k) => alike.flatMap(([a, b]) => (a === k ? [b] : b === k ? [a] : []));
  const line = ({ place, nodes }, k) => [place, element(
    "tr", {},
    element("th", { scope: "row" }, sourceName(place)),
    ...[rates[k].hit, rates[k].alarm, voices[k].right, weights[k]].map((x) => numberCell(x, hundredths)),
    numberCell(pairsOf(nodes.length), String),
    cell(...likes(k).map((other) => model.sources[other].place).sort((a, b) => a - b)
      .flatMap((other, x) => [x ? ", " : "", sourceName(other)])),
  )];
  const lines = model.sources.map(line).sort(([a], [b]) => a - b).map(([, row]) => row);
  if (model.rows) {
    const right = numberCell(voices.at(-1).right, hundredths);
    const pairs = numberCell(model.rows.pairs.length, String);
    lines.push(element("tr", {}, element("th", { scope: "row" }, "rows"), cell(), cell(), right, cell(), pairs, cell()));
  }
  const numbers = ["finds", "invents", "right way", "weight", "pairs"].map(numberHead);
  return tableOf("What each source is estimated to be worth", [head("source"), ...numbers, head("alike with")], lines);
}

/** The network in text. */
function edgesTable({ arcs, probability, lambda }, chosen, onPair) {
  if (!arcs.length) return element("p", {}, "None.");
  const sorted = [...arcs].sort(([a], [b]) => a - b);
  const rows = sorted.map(([pair, tail, head]) => element(
    "tr", pair === chosen ? { class: "chosen" } : {},
    cell(element("button", { type: "button", "data-choose": `e${pair}`, onclick: () => onPair(pair) }, ...pairNames([tail, head], "→"))),
    numberCell(probability[pair], percentFine),
    numberCell(logistic(tail < head ? lambda[pair] : -lambda[pair]), percentFine),
  ));
  return tableOf("Edges; the button in a row shows where the edge comes from", [head("edge"), numberHead("probability"), numberHead("this way")], rows);
}
