// The page for a meeting: which answers hold (mine over earlier ones), and what is shown. All else follows from these.

const size = run.nodes.name.length;
const opinions = readOpinions({ ...run, n: size });
const earlier = new Map(run.answers.map(([i, j, word]) => [pairNumber(size, i, j), word]));
const now = { mine: new Map(), pair: null, node: null };

const answersWith = (mine) => new Map([...earlier, ...mine]);

/** What is found with answers. Throws a Refusal where they cannot be kept. */
function poolWith(mine) {
  const answers = [...answersWith(mine)].map(([pair, word]) => [...opinions.ends[pair], word]);
  return pool(opinions, knownWith(size, run.knowledge, answers));
}

/** Whether this browser finds what the engine found, before any answer of the page. */
function isAsFound({ arcs, probability, lambda, weights, model }) {
  const far = (a, b) => !(Math.abs(a - b) < 1e-7); // true for NaN
  const { found } = run;
  const listed = (ends) => ends.map(([tail, head]) => `${tail} ${head}`).sort().join();
  return listed(arcs.map(([, ...ends]) => ends)) === listed(found.arcs)
    && !found.probability.some((p, k) => far(p, probability[k]))
    && !found.lambda.some((odds, k) => far(logistic(odds), logistic(lambda[k])))
    && !model.sources.some(({ place }, k) => far(weights[k], found.weight[place]));
}

/** The answers of this page as Python's call. */
function asPython() {
  if (!now.mine.size) return "";
  const lines = [...now.mine].map(([pair, word]) => {
    const [a, b] = opinions.ends[pair].map((end) => run.nodes.python[end]);
    return `    (${a}, ${b}): "${word}",\n`;
  });
  return `pooled = pooled.answer({\n${lines.join("")}})`;
}

/** The same as JSON: a list of [a, b, answer]. */
function asJSON() {
  const lines = [...now.mine].map(([pair, word]) => {
    const [a, b] = opinions.ends[pair].map((end) => run.nodes.json[end]);
    return `  [${a}, ${b}, ${JSON.stringify(word)}]`;
  });
  return `[\n${lines.join(",\n")}\n]\n`;
}

/** Select a text in a field and copy it. The clipboard of the system may be out of reach in a frame. */
function copy(text) {
  const field = element("textarea", { "aria-label": "Answers" });
  const focused = document.activeElement;
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  focused.focus();
  at("handed-told").textContent = done ? "Copied." : "This browser does not let the page copy. Select the text above.";
}

function saveJSON() {
  const address = URL.createObjectURL(new Blob([asJSON()], { type: "application/json" }));
  element("a", { href: address, download: "answers.json" }).click();
  URL.revokeObjectURL(address);
}

function refuse(words) {
  at("refused").hidden = words === "";
  at("refused").textContent = words;
}

/** Put new children into a part of the page. The button that had the focus has it again, or the first one has. */
function refill(body, ...children) {
  const focused = document.activeElement;
  const [name] = body.contains(focused) ? Object.keys(focused.dataset) : [];
  body.replaceChildren(...children);
  if (!name) return;
  const buttons = [...body.querySelectorAll("button")];
  const again = buttons.find((button) => button.dataset[name] === focused.dataset[name]);
  (again ?? buttons[0])?.focus();
}

const TIED = "The probability of a pair is one half up to rounding, so Pooled.answer() may decide it otherwise.";

const OUT_OF_REACH = "So few pairs are joined that no number of opinions makes one probable. Rows would help.";

/** What makes a network doubtful, in words. */
function doubtsOf({ probability, outOfReach }) {
  const tied = probability.some((share) => Math.abs(share - 0.5) < TIE);
  return [...(tied ? [TIED] : []), ...(outOfReach ? [OUT_OF_REACH] : [])].join(" ");
}

function start(first) {
  let found = first;
  const network = new OpinionNetwork(at("network"), chooseEdge, chooseNode, chooseNothing);
  const announce = (words) => { at("live").textContent = words; };

  function draw() {
    const answers = answersWith(now.mine);
    const edges = plural(found.arcs.length, "edge");
    const told = now.mine.size ? `, ${plural(now.mine.size, "new answer")}` : "";
    at("title").textContent = `${edges} over ${plural(size, "node")}`;
    at("facts").textContent = `from ${run.facts}${told}`;
    at("network").setAttribute("aria-label", `Network of ${edges}${told}`);
    refuse(doubtsOf(found));
    network.draws(found, now.pair, now.node);
    refill(at("contested-body"), contestedTable(found, answers, now.pair, { onPair: choosePair, onAnswer: answer }));
    refill(at("evidence-body"), ...(now.pair === null
      ? [element("p", { class: "hint" }, "Click an edge, or choose a pair: what each source and the rows add to it.")]
      : pairPanel(found, now.pair, answers, answer)));
    refill(at("sources-body"), sourcesTable(found));
    refill(at("edges-body"), edgesTable(found, now.pair, choosePair));
    refill(at("answers-body"), answersTable(answers));
    at("take-all").disabled = !now.mine.size;
    at("handed").value = asPython();
    const isPlain = run.nodes.json.every((name) => name !== null);
    at("copy-python").disabled = !now.mine.size;
    at("copy-json").disabled = at("save-json").disabled = !now.mine.size || !isPlain;
    at("copy-json").title = at("save-json").title = isPlain ? "" : "JSON has texts and whole numbers as names alone";
  }

  function answersTable(answers) {
    if (!answers.size) return element("p", { class: "hint" }, "None yet. An answer that is pressed again is taken back.");
    const rows = [...answers].map(([pair, word]) => element(
      "tr", {},
      cell(...pairNames(opinions.ends[pair], word === "none" ? "and" : SIGNS[word]), word === "none" ? ": no edge" : ""),
      cell(now.mine.has(pair)
        ? element("button", { type: "button", "data-back": pair, onclick: () => takeBack(pair) }, "take back")
        : "given before"),
    ));
    return tableOf("The answers that hold", [head("answer"), head()], rows);
  }

  /** Take answers if some network keeps them. */
  function change(mine, words) {
    try {
      found = poolWith(mine);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      refuse(`${problem.message} The answer is not taken.`);
      return;
    }
    now.mine = mine;
    at("handed-told").textContent = "";
    draw();
    announce(`${words}. ${plural(found.arcs.length, "edge")}.`);
  }

  function answer(pair, word) {
    if (now.mine.get(pair) === word) return takeBack(pair);
    if (earlier.get(pair) === word) return now.mine.has(pair) ? takeBack(pair) : undefined;
    const [a, b] = opinions.ends[pair].map((end) => run.nodes.name[end]);
    return change(new Map([...now.mine, [pair, word]]), `Answered: ${a} ${SIGNS[word]} ${b}`);
  }

  function takeBack(pair) {
    change(new Map([...now.mine].filter(([other]) => other !== pair)), "Taken back");
  }

  function choosePair(pair) {
    now.pair = pair;
    now.node = null;
    const [i, j] = opinions.ends[pair];
    at("pair-a").value = i;
    at("pair-b").value = j;
    draw();
    announce(at("evidence-body").querySelector(".words").textContent);
  }

  function chooseEdge(k) {
    choosePair(pairNumber(size, run.edges[k].i, run.edges[k].j));
  }

  function chooseNode(node) {
    now.node = node;
    now.pair = null;
    draw();
    announce(`${run.nodes.name[node]} is marked`);
  }

  function chooseNothing() {
    now.node = null;
    now.pair = null;
    draw();
  }

  function find(node) {
    chooseNode(node);
    network.centre(`n${node}`);
  }

  for (const id of ["pair-a", "pair-b"]) {
    at(id).append(...run.nodes.name.map((name, k) => element("option", { value: k }, name)));
  }
  at("pair-b").value = 1;
  at("pair-show").addEventListener("click", () => {
    const [i, j] = ["pair-a", "pair-b"].map((id) => Number(at(id).value)).sort((a, b) => a - b);
    if (i === j) announce("Choose two nodes");
    else choosePair(pairNumber(size, i, j));
  });
  at("zoom-in").addEventListener("click", () => network.zoom(1.25));
  at("zoom-out").addEventListener("click", () => network.zoom(0.8));
  at("fit").addEventListener("click", () => network.fit());
  at("take-all").addEventListener("click", () => change(new Map(), "All taken back"));
  at("copy-python").addEventListener("click", () => copy(asPython()));
  at("copy-json").addEventListener("click", () => copy(asJSON()));
  at("save-json").addEventListener("click", saveJSON);
  document.addEventListener("keydown", (event) => event.key === "Escape" && chooseNothing());
  followSearch(find, announce);
  followTheme(() => network.restyle());
  at("save-json").hidden = window.self !== window.top; // a notebook's frame saves no file
  draw();
}

const first = poolWith(now.mine);
if (isAsFound(first)) {
  start(first);
} else {
  document.querySelector("main").hidden = true;
  refuse("This browser does not find what mcbnc found in Python, so the page shows nothing. Use Pooled.answer() there.");
}
