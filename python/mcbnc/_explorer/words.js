// The evidence for an edge in words. A sentence is a list of texts and elements. SENTENCES and LISTED are Python's.

/** The parts with commas between them; of many the first few, and the number of the others. */
function listed(parts) {
  const few = parts.slice(0, LISTED).flatMap((part, k) => (k ? [", ", part] : [part]));
  return parts.length > LISTED ? [...few, ` and ${parts.length - LISTED} more`] : few;
}

const inBraces = (nodes) => ["{", ...listed(nodes.map(nameOf)), "}"];

const arc = (sign, u, v) => [nameOf(u), ` ${sign} `, nameOf(v)];

/** A sentence with parts in the places of its fields. A part is a text, a number, an element, or a list of these. */
const say = (sentence, parts = {}) =>
  SENTENCES[sentence].split(/\{(\w+)\}/).flatMap((text, k) => (k % 2 ? parts[text] : text));

/** All sentences about an edge at a state. */
function sentencesOf(edge, state) {
  const look = lookAt(edge, state);
  const [u, v] = endsOf(edge, look);
  return [consensusWords(u, v, look), inputsWords(edge, u, v), fusionWords(edge), deletionWords(edge, state, look)];
}

function consensusWords(u, v, look) {
  if (look === GONE) return say("apart", { u: nameOf(u), v: nameOf(v) });
  const [sentence, sign] = isReversible(look) ? ["reversible", "–"] : ["directed", "→"];
  return [...say(sentence, { arc: arc(sign, u, v) }), ...(isUnsure(look) ? say("unsure") : [])];
}

function inputsWords(edge, u, v) {
  const along = { forward: numbersIn(edge.forward).length, backward: numbersIn(edge.backward).length };
  const [same, other] = u === edge.i ? [along.forward, along.backward] : [along.backward, along.forward];
  const each = [];
  if (same) each.push(say("way", { count: same, arc: arc("→", u, v) }));
  if (other) each.push(say("way", { count: other, arc: arc("→", v, u) }));
  const ways = each.flatMap((part, k) => (k ? [", ", ...part] : [": ", ...part]));
  const { r, extended, dropped, lacks } = run.run;
  const both = inputsWith(edge).length;
  const sentence = lacks === null ? "inputs" : both ? "inputs over" : "inputs none";
  return [
    ...say(sentence, { count: same + other || "None", r, ways, both, lack: r - both }),
    ...(extended.length ? say("extended", { inputs: listed(extended.map(siteOf)) }) : []),
    ...(dropped.length ? say("dropped", { inputs: listed(dropped.map(siteOf)) }) : []),
  ];
}

function fusionWords(edge) {
  const alone = numbersIn(edge.married);
  const count = alone.length + numbersIn(edge.forward).length + numbersIn(edge.backward).length;
  if (edge.required && !count) return say("fusion required");
  const married = alone.length ? say("married", { count: alone.length, inputs: listed(alone.map(siteOf)) }) : [];
  return say("fusion", { count, r: run.run.r, married });
}

function deletionWords(edge, state, look) {
  if (edge.step === null) return leftWords(edge, state);
  return look === GONE ? goneWords(edge, state) : laterWords(edge);
}

function goneWords(edge, state) {
  const sentence = edge.step < run.run.forced ? "forbidden" : "deleted";
  return sayOfDeletion(sentence, edge, state, { step: edge.step, steps: run.states.steps[state] });
}

/** Of an edge that is still there, and that a later step deletes. */
function laterWords(edge) {
  const { goes } = edge;
  const when = goes === null ? "after this run's threshold" : `at theta ${run.states.texts[goes]}`;
  return [
    `It stays here. Step ${edge.step} (of ${run.run.steps}, from 0) deletes it ${when}, `,
    `psi ${edge.psiText}: `, ...meanWords(edge), ".",
  ];
}

/** Of an edge that the last step leaves. */
function leftWords(edge, state) {
  const { last, texts, theta } = run.states;
  const { k_max, status } = run.run;
  const size = edge.H.length;
  const sentence = edge.required ? "required"
    : k_max !== null && size > k_max ? "large"
    : edge.psi > theta[last] ? "stays"
    : "stopped";
  return [
    ...(state === last ? [] : [`At the end of this run, at theta ${texts[last]}: `]),
    ...sayOfDeletion(sentence, edge, last, { size, k_max, status }),
  ];
}

/** A sentence about the deletion of an edge, at a state. */
const sayOfDeletion = (sentence, edge, state, more) =>
  say(sentence, { psi: edge.psiText, theta: run.states.texts[state], mean: meanWords(edge), ...more });

/** Whether an input has a node. */
const has = (input, node) => run.run.lacks === null || !run.run.lacks[input].includes(node);

/** The inputs that have both ends of an edge. */
const inputsWith = (edge) =>
  Array.from({ length: run.run.r }, (_, input) => input).filter((input) => has(input, edge.i) && has(input, edge.j));

/** Whether an input that joins the ends of an edge lacks a node of S: then it counts an eighth. */
const isBlind = (edge, input) => edge.S.some((node) => !has(input, node));

/** Whether some input that counts has two nodes. */
const isSeen = (a, b) =>
  run.run.lacks.some((lacking, input) =>
    !run.run.silent.includes(input) && !lacking.includes(a) && !lacking.includes(b));

/** What is not known of a node. Nothing, if inputs see it together with every other. */
function unseenWords(node) {
  if (run.run.lacks === null) return [];
  const others = run.nodes.name.map((_, other) => other).filter((other) => other !== node && !isSeen(node, other));
  if (!others.length) return [];
  return ["Not seen together with ", nameOf(node), ", so nothing is known of the pairs: ", ...listed(others.map(nameOf)), "."];
}

function meanWords(edge) {
  const { weighted, cap, lacks } = run.run;
  const blind = [...cutsOf(edge).keys()].filter((input) => isBlind(edge, input));
  return say(lacks === null ? "mean" : "mean over", {
    blind: blind.length ? say("blind", { inputs: listed(blind.map(siteOf)) }) : [],
    mean: weighted ? "weighted mean" : "mean",
    size: cap === null ? "size" : say("capped size", { cap }),
    S: inBraces(edge.S),
    H: inBraces(edge.H),
  });
}

/** One row for each input that has something of the edge from u to v: its number, sign, I-map, what its cut counts, cut. */
function rowsOf(edge, u) {
  const forward = new Set(numbersIn(edge.forward));
  const backward = new Set(numbersIn(edge.backward));
  const married = new Set(numbersIn(edge.married));
  const cuts = cutsOf(edge);
  const same = u === edge.i ? forward : backward;
  const rows = [];
  for (let input = 0; input < run.run.r; input++) {
    const joins = forward.has(input) || backward.has(input);
    const cut = cuts.get(input) ?? [];
    if (!joins && !married.has(input) && !cut.length) continue;
    const size = run.run.cap === null ? cut.length : Math.min(cut.length, run.run.cap);
    const sign = !joins ? "" : same.has(input) ? "→" : "←";
    const counts = cut.length && isBlind(edge, input) ? `${size} / 8` : String(size);
    rows.push({ input, sign, imap: joins || married.has(input), counts, cut });
  }
  return rows;
}

/** The cut of each input, as pairs of nodes. */
function cutsOf(edge) {
  const cuts = new Map(numbersIn(edge.alone).map((input) => [input, [[edge.i, edge.j]]]));
  for (const [input, flat] of Object.entries(edge.cuts)) {
    const pairs = [];
    for (let k = 0; k < flat.length; k += 2) pairs.push([flat[k], flat[k + 1]]);
    cuts.set(Number(input), pairs);
  }
  return cuts;
}
