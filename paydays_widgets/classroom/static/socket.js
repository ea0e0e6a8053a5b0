/**
 * The line of a class's page: a model over a WebSocket for each part of it, so that stage.js (talk/static) shows
 * them as it shows those of a kernel. The server says what a page shows:
 *
 *   {kind: "page", parts: {name: {html, seq}}, gone: [name], title, call, seat, now, style, lang, theme, lost}
 *   {kind: "news", part, parts: {key: html}}   elements of a part have changed, for all alike
 *   {kind: "tick", clocks: [{table, board, price, text}], now, ask}   clocks have moved
 *   {kind: "nudge"}                     the teacher waits for this phone
 *   {kind: "gone"}                      this page has no seat any more: it is loaded again
 *   {kind: "got" | "resumed" | "pong"}  answers to what stage.js says; a pong with the time
 *
 * Times are by the server's steady clock, and counted here by one that nobody sets either. A line
 * that breaks is made again at once when the phone wakes up, else a little later each time.
 */

const page = document.documentElement.dataset;
const { default: stage, Model, patience, renewed } = await import(page.stage);

const SOON = 250; // ms until a lost line is tried again
const LATE = 5_000; // ms between two tries at most
const ANSWER = 3_000; // ms in which the server answers, at least
const CROWDED = 4008; // the code of a line that made way for another of the same person

/** What stage.js knows as a signal of Jupyter's. */
function signal() {
  const heard = new Set();
  return { connect: (act) => heard.add(act), emit: (value) => heard.forEach((act) => act(null, value)) };
}

const line = {
  connectionStatus: "connecting",
  statusChanged: signal(),
  connectionStatusChanged: signal(),
  reconnect: async () => probe(),
};
const models = new Map(); // the parts of the page, by name
const manager = { kernel: line, get_model: async (name) => models.get(name) };

function mount(name, state) {
  let place = document.querySelector(`[data-part="${name}"]`);
  if (!place) {
    place = document.createElement("div");
    place.dataset.part = name;
    document.querySelector("main > *").append(place);
  }
  place.replaceChildren();
  const model = new Model(state, send, manager);
  const widget = stage();
  widget.initialize({ model });
  model.close = widget.render({ model, el: place });
  models.set(name, model);
}

// --- what the server says ------------------------------------------------------------------------

let called = Number(page.call); // the decision that was last announced
let own = 0; // the seat that is this reader's, counted from 1

function show({ parts, gone, title, call, seat, now, style, lang, theme, lost }) {
  own = seat;
  document.querySelector("[data-late]")?.remove();
  compare(now);
  dress(style);
  for (const name of gone) {
    models.get(name)?.close();
    models.delete(name);
  }
  const parcel = {};
  for (const name of new Set([...models.keys(), ...Object.keys(parts)])) {
    const state = { ...parts[name], lang, theme, ...(name === "head" && { lost_words: lost }) };
    if (models.has(name)) parcel[name] = state;
    else mount(name, state);
  }
  // all at once, so that the page is laid out and painted once
  if (Object.keys(parcel).length) models.values().next().value.tell({ kind: "parcel", parcel });
  document.title = title;
  document.documentElement.lang = lang;
  readdress(lang);
  paint(theme);
  if (call && call !== called) shake();
  called = call;
}

/** Lets the address name the language of the page, if it names one: so a page that is loaded again keeps it. */
function readdress(lang) {
  const here = new URL(location.href);
  if ((here.searchParams.get("language") ?? lang) === lang) return;
  here.searchParams.set("language", lang);
  history.replaceState(history.state, "", here);
}

/** Shows what is news in a part. What is said of seats is the same for all: what is this seat's is marked here. */
function tell({ part, parts }) {
  const model = models.get(part);
  if (!model) return;
  const mine = (html) =>
    html.replaceAll('data-move="@ ', `data-move="${own} `).replaceAll(` data-of-${own}=""`, ` data-of-${own}="" data-own=""`);
  const fresh = new Map(Object.entries(parts).map(([key, html]) => [key, mine(html)]));
  const state = { html: renewed(model.get("html"), fresh) };
  model.tell({ kind: "parcel", parcel: { [part]: state } });
}

// --- the time that is left -----------------------------------------------------------------------

const COUNT = 250; // ms between two looks at the clock
const WARN = 10; // s: the end is announced, once
const LONG = 10; // s after which it is said how long somebody is awaited
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
let ahead = Infinity; // ms by which this page's clock is ahead of the server's
let announced = ""; // the end that was announced

/** Learns the server's time: the message that was fastest tells best. */
function compare(now) {
  ahead = Math.min(ahead, performance.now() - now);
}

/** Writes into each place with `data-until` how much time is left until then. */
function count() {
  let soon = false; // its reader is to decide, and can for a short time only
  for (const place of document.querySelectorAll("[data-until]")) {
    const { until, aloud, minutes } = place.dataset;
    const left = Math.max(0, Math.ceil((until - (performance.now() - ahead)) / 1000));
    if (!Number.isFinite(left)) continue; // the server has not told the time yet
    const words = minutes ? minutes.replace("{n}", Math.ceil(left / 60)) : clock(left);
    if (place.textContent !== words) place.textContent = words;
    place.classList.toggle("cl-clock__soon", left <= WARN);
    soon ||= Boolean(aloud && left && left <= WARN);
    if (aloud && left && left <= WARN && announced !== until) {
      announced = until;
      document.querySelector("[data-aloud-here]").textContent = aloud;
    }
  }
  ask(soon);
}

const unsent = () => document.querySelector("[data-unsent] .pw-btn--primary[data-move]:not([aria-disabled])");

/** Asks about what was chosen and not sent, while there is still time; one press sends it. */
function ask(soon) {
  const place = document.querySelector("[data-ask]");
  if (!place) return;
  const choice = soon && unsent();
  place.hidden = !choice;
  const words = choice && choice.textContent.trim();
  const button = place.querySelector("button");
  if (choice && button.textContent !== words) button.textContent = words;
}
document.addEventListener("click", ({ target }) => target.closest("[data-ask] button") && unsent()?.click());

/** Writes into each place with `data-since` how much time has passed since then, once it is long. */
function countUp() {
  for (const place of document.querySelectorAll("[data-since]")) {
    const gone = Math.floor((performance.now() - ahead - place.dataset.since) / 1000);
    const shown = gone < 60 ? `${gone} s` : `${clock(gone)} min`;
    const words = gone < LONG || !Number.isFinite(gone) ? "" : place.dataset.words.replace("{time}", shown);
    if (place.textContent !== words) place.textContent = words;
  }
}
setInterval(() => { count(); countUp(); }, COUNT);
// what the server has drawn is empty there: it is filled before it is painted
new MutationObserver(() => { count(); countUp(); }).observe(document.querySelector("main"), { childList: true, subtree: true });

// --- a clock that the server lets run ------------------------------------------------------------

const ALOUD = 2_000; // ms between two prices that are read out
let read = 0; // when the last was

/** Shows where clocks stand, and answers if asked, so that the server knows how long this takes. */
function tick({ clocks, now, ask }) {
  if (ask) socket.send(JSON.stringify({ do: "tock", value: now }));
  clocks.forEach(turn);
}

/** Shows where the clock of a table stands; a button that stops it says which price was shown. */
function turn({ table, board, price, text }) {
  for (const place of document.querySelectorAll(board ? `[data-clock=""], [data-clock="${table}"]` : `[data-clock="${table}"]`)) {
    place.textContent = text;
    if (place.ariaLabel) place.ariaLabel = text;
    place.classList.toggle("pw-above", price > Number(place.dataset.limit ?? Infinity));
  }
  if (!board) return;
  for (const button of document.querySelectorAll("[data-do=stop]")) button.dataset.value = price;
  if (performance.now() - read < ALOUD) return;
  read = performance.now();
  document.querySelector("[data-aloud-here]").textContent = text;
}

/** Takes the style sheet of the game that the class plays now. */
function dress(style) {
  const link = document.querySelector("[data-style]");
  const wanted = new URL(style, link.href).href;
  if (link.href !== wanted) link.href = wanted;
}

/** Gives what is around the parts the colours that were chosen. */
function paint(theme) {
  for (const { dataset } of [document.documentElement, document.querySelector("main")]) {
    if (theme === "auto") delete dataset.theme;
    else dataset.theme = theme;
  }
}

/** Shakes a phone; browsers forbid it, and complain, until its page has been touched. */
const shake = () => navigator.userActivation?.hasBeenActive !== false && navigator.vibrate?.([120, 80, 120]);

function receive(message) {
  if (message.kind === "page") show(message);
  else if (message.kind === "tick") tick(message);
  else if (message.kind === "news") tell(message);
  else if (message.kind === "nudge") shake();
  else if (message.kind === "gone") location.reload();
  else {
    if (message.kind === "pong") compare(message.now);
    for (const model of [...models.values()]) model.tell(message);
  }
}

// --- what lies over the page closes when anything else is touched, or something was chosen --------

function close(event) {
  const done = event.type === "change" || event.key === "Escape";
  if (event.key && !done) return;
  for (const box of document.querySelectorAll(".cl-prefs[open]")) {
    if (done || !box.contains(event.target)) box.open = false;
  }
}
for (const name of ["click", "change", "keydown"]) document.addEventListener(name, close);

// --- the line ------------------------------------------------------------------------------------

let socket = null;
let tries = 0;
let timer = 0;
let doubt = 0; // runs until the server answers
let asked = 0; // when it began
const answer = patience(ANSWER, ANSWER);

function awaitAnswer(times = 1) {
  if (doubt) return;
  asked = performance.now();
  doubt = setTimeout(() => { answer.late(); drop(); }, times * answer.ms());
}

function enter(status) {
  if (line.connectionStatus === status) return;
  line.connectionStatus = status;
  line.connectionStatusChanged.emit(status);
}

function send(message) {
  if (socket?.readyState !== WebSocket.OPEN) throw new Error("the line is down");
  socket.send(JSON.stringify(message));
  awaitAnswer();
}

/** Gives the line up, even if the browser still believes in it. */
function part() {
  clearTimeout(doubt);
  clearTimeout(timer);
  doubt = 0;
  const old = socket;
  socket = null;
  if (old) {
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
  }
  enter("disconnected");
}

/** Gives the line up, and makes another. */
function drop() {
  part();
  timer = setTimeout(connect, Math.min(SOON * 2 ** tries, LATE) * (0.5 + Math.random() / 2));
  tries += 1;
}

/** Finds out whether the line still works. */
function probe() {
  if (socket?.readyState === WebSocket.OPEN) send({ do: "ping" });
  else if (socket?.readyState !== WebSocket.CONNECTING) connect();
}

function connect() {
  clearTimeout(timer);
  ahead = Infinity; // another server's clock says something else
  const address = new URL(page.socket, location.href);
  address.protocol = location.protocol.replace("http", "ws");
  const said = new URL(location.href).searchParams; // by the link that led here
  for (const name of ["language", "theme"]) {
    const chosen = said.get(name) ?? stored(name);
    if (chosen) address.searchParams.set(name, chosen);
  }
  const made = (socket = new WebSocket(address));
  awaitAnswer(2);
  made.onopen = () => enter("connected");
  made.onmessage = ({ data }) => {
    if (doubt) answer.took(performance.now() - asked);
    clearTimeout(doubt);
    doubt = tries = 0;
    receive(JSON.parse(data));
  };
  made.onclose = ({ code }) => {
    if (code !== CROWDED) drop();
    else part(); // until somebody looks at this page again
  };
}

function stored(name) {
  try {
    return localStorage.getItem(`paydays:${name}`);
  } catch {
    return null; // the browser keeps nothing
  }
}

function wake() {
  tries = 0;
  if (!document.hidden) probe();
}
addEventListener("online", wake);
addEventListener("offline", drop);
addEventListener("pageshow", wake);
document.addEventListener("visibilitychange", wake);
for (const name of ["focus", "pointerdown"]) addEventListener(name, () => socket || wake());

paint(stored("theme") ?? page.theme ?? "auto"); // the server learns it with the line
for (const place of document.querySelectorAll("[data-part]")) {
  const drawn = place.querySelector(".pw-body");
  const { lang } = document.documentElement;
  if (drawn) mount(place.dataset.part, { html: drawn.innerHTML, seq: 0, lang, theme: page.theme ?? "auto" });
}
page.runs = ""; // what is said if no line opens
connect();
