// The evidence for an edge in words: those of `explain` in Python. A sentence is a list of texts and elements.

const LISTED = 5; // as _base/show.py has it

/** The parts with commas between them; of many the first few, and the number of the others. */
function listed(parts) {
  const few = parts.slice(0, LISTED).flatMap((part, k) => (k ? [", ", part] : [part]));
  return parts.length > LISTED ? [...few, ` and ${parts.length - LISTED} more`] : few;
}

const inBraces = (nodes) => ["{", ...listed(nodes.map(nameOf)), "}"];

const arc = (sign, u, v) => [nameOf(u), ` ${sign} `, nameOf(v)];

/** All sentences about an edge at a state. */
function sentencesOf(edge, state) {
  const look = lookAt(edge, state);
  const [u, v] = endsOf(edge, look);
  return [consensusWords(u, v, look), inputsWords(edge, u, v), fusionWords(edge), deletionWords(edge, state, look)];
}

function consensusWords(u, v, look) {
  if (look === GONE) return ["The consensus does not join ", nameOf(u), " and ", nameOf(v), "."];
  if (isReversible(look)) {
    return ["The consensus has ", ...arc("–", u, v), "; it is reversible: the class has either direction."];
  }
  return ["The consensus has ", ...arc("→", u, v), "."];
}

function inputsWords(edge, u, v) {
  const along = { forward: numbersIn(edge.forward).length, backward: numbersIn(edge.backward).length };
  const [same, other] = u === edge.i ? [along.forward, along.backward] : [along.backward, along.forward];
  const each = [];
  if (same) each.push([`${same} as `, ...arc("→", u, v)]);
  if (other) each.push([`${other} as `, ...arc("→", v, u)]);
  const ways = each.flatMap((part, k) => (k ? [", ", ...part] : [": ", ...part]));
  const dropped = run.run.dropped.length
    ? [" Dropped as outliers, with the weight 0: ", ...listed(run.run.dropped.map(siteOf)), "."]
    : [];
  const extended = run.run.extended.length
    ? [
        " Partially directed, so that a member of its class stands for each: ",
        ...listed(run.run.extended.map(siteOf)),
        ".",
      ]
    : [];
  return [`${same + other || "None"} of ${run.run.r} inputs join them`, ...ways, ".", ...extended, ...dropped];
}

function fusionWords(edge) {
  const married = numbersIn(edge.married);
  const count = married.length + numbersIn(edge.forward).length + numbersIn(edge.backward).length;
  if (edge.required && !count) {
    return ["The fusion joins them because that is required: no I-map along the order does."];
  }
  const alone = married.length
    ? [`, ${married.length} of them by marriage alone: `, ...listed(married.map(siteOf))]
    : [];
  return [`The fusion joins them, from ${count} of the ${run.run.r} inputs' I-maps along the order`, ...alone, "."];
}

function deletionWords(edge, state, look) {
  if (edge.step === null) return leftWords(edge, state);
  return look === GONE ? goneWords(edge, state) : laterWords(edge);
}

function goneWords(edge, state) {
  const which = `Step ${edge.step} (of ${run.states.steps[state]}, from 0) deleted it`;
  if (edge.step < run.run.forced) {
    return [`${which} because it is forbidden, psi ${edge.psiText}: `, ...meanWords(edge), "."];
  }
  const theta = run.states.texts[state];
  return [`${which}, psi ${edge.psiText} <= theta ${theta}: `, ...meanWords(edge), "."];
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
  const end = run.states.theta[run.states.last];
  const endText = run.states.texts[run.states.last];
  const here = state === run.states.last ? [] : [`At the end of this run, at theta ${endText}: `];
  const psi = edge.psiText;
  if (edge.required) return [...here, `It stays because it is required, psi ${psi}: `, ...meanWords(edge), "."];
  const size = edge.H.length;
  if (run.run.k_max !== null && size > run.run.k_max) {
    return [
      ...here, `It stays: its deletion takes an H of ${size} nodes, more than k_max ${run.run.k_max}; `,
      `psi ${psi}, `, ...meanWords(edge), ".",
    ];
  }
  if (edge.psi > end) {
    return [...here, `It stays, psi ${psi} > theta ${endText}: `, ...meanWords(edge), "."];
  }
  return [
    ...here, `It is still there because the run was stopped (${run.run.status}), `,
    `psi ${psi} <= theta ${endText}: `, ...meanWords(edge), ".",
  ];
}

function meanWords(edge) {
  const mean = run.run.weighted ? "weighted mean" : "mean";
  const size = run.run.cap === null ? "size" : `size, counted up to ${run.run.cap},`;
  return [
    `the ${mean} ${size} of the inputs' smallest cuts between the two given S = `, ...inBraces(edge.S),
    ", with H = ", ...inBraces(edge.H),
  ];
}

/** One row for each input that has something of the edge from u to v: its number, sign, I-map, size of the cut, cut. */
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
    rows.push({ input, sign, imap: joins || married.has(input), size, cut });
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
