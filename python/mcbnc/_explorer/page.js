// What the pages share: the data that Python wrote, elements, and numbers and names as text.

const run = JSON.parse(document.getElementById("data").textContent);

const at = (id) => document.getElementById(id);

/** A number with four digits, as Python's format ".4g" writes it. */
function fourDigits(x) {
  if (x === 0) return "0";
  const [digits, exponent] = x.toExponential(3).split("e");
  const power = Number(exponent);
  if (power < -4 || power >= 4) {
    const sign = power < 0 ? "-" : "+";
    return `${Number(digits)}e${sign}${String(Math.abs(power)).padStart(2, "0")}`;
  }
  return String(Number(x.toPrecision(4)));
}

/** A number for people: whole where it is large. */
const readable = (x) => (x >= 1000 ? String(Math.round(x)) : fourDigits(x));

const percent = (share) => `${Math.round(100 * share)} %`;

/** An element with attributes, and with children that are nodes or text. No text is read as HTML. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") made.addEventListener("click", value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** The name of a node. Its direction of writing does not reach into the text around it. */
const nameOf = (node) => element("bdi", {}, run.nodes.name[node]);

const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** A text as the search compares it. A field of one line drops the ends of lines. */
const fold = (text) => text.replace(/[\r\n]/g, "").trim().toLowerCase();

/** Find the node whose name is what was typed into the search, or has it. */
function followSearch(onNode, announce) {
  const names = run.nodes.name.map(fold);
  const find = (text) => {
    const wanted = fold(text);
    const node = names.includes(wanted) ? names.indexOf(wanted) : names.findIndex((name) => name.includes(wanted));
    const missing = !wanted || node < 0;
    at("search").setAttribute("aria-invalid", String(missing && Boolean(wanted)));
    if (missing) announce(wanted ? `No node is called ${text}` : "");
    else onNode(node);
  };
  at("node-names").append(...run.nodes.name.map((name) => element("option", { value: name })));
  at("search-form").addEventListener("submit", (event) => { event.preventDefault(); find(at("search").value); });
  at("search").addEventListener("input", (event) => {
    const { value } = event.target; // typed, or chosen from the list
    if (names.includes(fold(value))) find(value);
  });
}

/** Light or dark as the system has it, until the button says otherwise. */
function followTheme(changed) {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  let dark = system.matches;
  const apply = () => {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    at("theme").textContent = dark ? "☀ Light" : "☾ Dark";
    changed();
  };
  system.addEventListener("change", () => { dark = system.matches; apply(); });
  at("theme").addEventListener("click", () => { dark = !dark; apply(); });
  apply();
}
