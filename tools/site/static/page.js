// A page of the site: it shows what its own Python makes, in a worker, and passes on what is clicked.
//
// Places: [data-desk] holds a game's panel, [data-cell] what a cell of a lesson shows. Cells are run in their
// order: at once those that the reader is near, then the rest, with pauses in which Python hears of clicks. Only
// what keeps the answers ([data-early]) comes right after the first.
import stage, { Model } from "./stage.js";

const LANGUAGES = ["en", "fr", "de"];
const query = new URLSearchParams(location.search);
const models = new Map(); // by widget
const elements = new Map(); // those that have the classes of a widget
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const PATIENCE = 30_000; // ms: a strategy is stopped after five seconds, and four may follow each other
let since = Infinity; // when Python was first asked something that it has not answered
let state = "loading"; // or "here", or "gone"
function say(message) {
  if (state === "here") since = Math.min(since, performance.now());
  worker.postMessage(JSON.stringify(message));
}
const manager = { get_model: async (name) => models.get(name) };

// --- what Python shows ---------------------------------------------------------------------------

function build({ id, classes, children, style, state }, into) {
  const el = document.createElement("div");
  el.className = classes.join(" ");
  into.append(el);
  elements.set(id, el);
  for (const each of children ?? []) build(each, el);
  if (!state) return;
  if (!document.getElementById(style.name)) {
    document.head.append(Object.assign(document.createElement("style"), { id: style.name, textContent: style.rules }));
  }
  const model = new Model(state, (content) => say({ do: "tell", to: id, content }), manager);
  models.set(id, model);
  const widget = stage();
  widget.initialize({ model });
  model.close = widget.render({ model, el });
}

function close(id) {
  models.get(id)?.close();
  models.delete(id);
  elements.get(id)?.remove();
  elements.delete(id);
}

/** Shows a place, unless another table or other controls are about to take the place of those in it. */
function reveal(box, late) {
  box.hidden = box.querySelector("[data-settles]") && performance.now() < late;
  if (box.hidden) setTimeout(reveal, 20, box, late);
  else document.getElementById("loading")?.remove();
}

const place = (name) => document.querySelector(`[data-place="${name}"]`);
const written = (name, text, look) => {
  const box = Object.assign(document.createElement("pre"), { textContent: text, className: look });
  place(name).replaceChildren(...(text ? [box] : []));
  goOn(name);
};
const kinds = {
  widget(name, content) {
    place(name).replaceChildren();
    build(content, place(name));
    reveal(place(name), performance.now() + 5_000);
    goOn(name);
  },
  text: (name, content) => written(name, content, "paydays-stdout"),
  error: (name, content) => written(name, content, "paydays-stderr"),
  state: (name, content) => models.get(name)?.set_state(content),
  message: (name, content) => models.get(name)?.tell(content),
  classes: (name, content) => { elements.get(name).className = content.join(" "); },
  closed: close,
};

worker.onmessage = ({ data: { said, loaded, failed, wasm } }) => {
  since = Infinity;
  if (said) {
    state = "here";
    window.paydaysLoading("here");
    const { from, kind, content } = JSON.parse(said);
    kinds[kind](from, content);
  } else if (loaded) {
    window.paydaysLoading("table");
  } else {
    console.error(failed);
    window.paydaysLoading(wasm ? "wasm" : "failed");
  }
};
worker.onerror = () => window.paydaysLoading("failed");

// A call that nothing interrupts, such as sum(range(10**12)), is ended with its worker. The page, loaded again, finds
// what the browser has kept.
setInterval(() => {
  if (state !== "here" || performance.now() - since < PATIENCE) return;
  worker.terminate();
  state = "gone";
  dispatchEvent(new CustomEvent("paydays:kernel", { detail: state }));
}, 1000);
// what stage.js asks about the program behind a page
globalThis.paydaysKernel = {
  ask: async () => (state === "gone" ? state : since < Infinity ? "busy" : "here"),
  heard() {},
};

// --- a game's panel ------------------------------------------------------------------------------

for (const desk of document.querySelectorAll("[data-desk]")) {
  const { desk: game, lesson, place } = desk.dataset;
  const position = query.get("position") ?? "";
  const seed = /^\d{1,15}$/.test(query.get("seed")) ? Number(query.get("seed")) : null;
  const isNew = position || seed !== null; // the address has this game, so the browser need not keep it
  const lang = LANGUAGES.includes(query.get("lang")) ? query.get("lang") : null;
  const language = lang ?? (isNew ? document.documentElement.lang : null); // or else as the browser says
  const start = location.hash === "#start";
  say({ do: "desk", place, game, keep: isNew ? "" : game, position, seed, language, start, lesson });
}

// --- a lesson's cells ----------------------------------------------------------------------------

const [opening, ...others] = document.querySelectorAll("[data-cell]");
const isEarly = ({ dataset }) => "early" in dataset;
const cells = opening ? [opening, ...others.filter(isEarly), ...others.filter((each) => !isEarly(each))] : [];
let ran = 0; // cells so far
let wanted = 0; // cells to run, by how far the reader has come
let busy = "";
let pause = 0;

const PAUSE = 50; // ms
function next() {
  clearTimeout(pause);
  if (busy || ran >= cells.length) return;
  if (ran >= wanted) pause = setTimeout(run, PAUSE);
  else run();
}
function run() {
  const cell = cells[ran];
  ran += 1;
  busy = cell.dataset.place;
  say({ do: "cell", place: busy, source: source(cell) });
}
function goOn(name) {
  if (name !== busy) return;
  busy = "";
  place(name).setAttribute("data-done", "");
  next();
}
const source = ({ dataset }) => document.querySelector(`[data-source="${dataset.place}"]`).value;
const near = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen) if (isIntersecting) wanted = Math.max(wanted, cells.indexOf(target) + 1);
    next();
  },
  { rootMargin: "100% 0px" },
);
cells.forEach((cell) => near.observe(cell));

// A cell that was changed is run again, and then those after it that have run.
document.addEventListener("click", ({ target }) => {
  const again = target.closest("[data-run]")?.dataset.run;
  if (!again) return;
  const at = cells.indexOf(place(again));
  wanted = Math.max(wanted, at + 1);
  ran = Math.min(ran, at); // those after it are run again in their turn
  next();
});
