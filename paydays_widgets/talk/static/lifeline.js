/** The connection to a kernel, followed for all surfaces of a page. */

const PING = 10_000; // ms between pings while the kernel answers
const KNOCK = 2_000; // ms between pings until the kernel first answers
const MISSES = 3; // unanswered pings until the kernel counts as lost
const UNHEARD = 3; // pings that an idle kernel has not answered, as it knows no such panel
const WORKS = 12; // the same while it is known to work
const DOUBT = 800; // ms that an answer may take at least
const UNKNOWN = 3_000; // ms that the first one may take
const LONGEST = 20_000; // ms that any may take
const CALL = 250; // ms until the second ping after an interruption; each further one takes twice as long
const RETRY = 5_000; // ms that a connection may take to come back
const SETTLE = 400; // ms without a new surface until the first on the page is known
const ENDED = ["dead", "restarting", "autorestarting"]; // of a kernel: it no longer knows this page

/** How long an answer may take, by what the line has shown: as TCP reckons it, from the usual time and how
 *  far others were from it; and twice as long after each that did not come. */
export function patience(least, first) {
  let usual = null;
  let spread = 0;
  let times = 1;
  return {
    ms: () => Math.min(LONGEST, times * (usual === null ? first : Math.max(least, usual + 4 * spread))),
    took(ms) {
      spread = usual === null ? ms / 2 : 0.75 * spread + 0.25 * Math.abs(ms - usual);
      usual = usual === null ? ms : 0.875 * usual + 0.125 * ms;
      times = 1;
    },
    late() { times *= 2; },
  };
}

/** Follows the connection to a kernel, for all surfaces of a page: "here", "away" (it comes back by
 *  itself) or "gone". One of them pings at a time, and what any of them hears counts for all. A page of
 *  its own asks its server, through `paydaysKernel` (kernel.js in the template); in a notebook, what its
 *  host knows must do. */
function lifeline(kernel) {
  const views = new Set();
  const server = globalThis.paydaysKernel;
  const answer = patience(DOUBT, UNKNOWN);
  const pings = new Map(); // those without an answer, and when they were sent
  let n = 0;
  let state = "here";
  let live = null; // null: no answer yet
  let missed = 0;
  let silent = null; // when the first ping was sent since anything was heard
  let told = ""; // what the server last said
  let tried = -Infinity; // when the page last tried to connect again
  let [beating, doubting, checking, knocking] = [0, 0, 0, 0]; // timers

  // Where there is no kernel, one surface says so for all: the first on the page, or the one last clicked.
  let speaker = null;
  let electing = 0; // a timer
  const speak = (view) => {
    if (view === speaker) return;
    speaker?.hush();
    speaker = view;
    speaker.lost("unheard");
  };
  const precedes = Node.DOCUMENT_POSITION_PRECEDING;
  const isBefore = ({ root: one }, { root: other }) =>
    one.isConnected && (!other.isConnected || (other.compareDocumentPosition(one) & precedes) !== 0);
  const elect = () => {
    clearTimeout(electing);
    electing = setTimeout(() => {
      const able = [...views].filter((view) => view.hasWords());
      if (live !== null || !able.length) return;
      speak(able.reduce((one, other) => (isBefore(other, one) ? other : one)));
    }, SETTLE);
  };

  const each = (act) => [...views].forEach(act);
  const rest = () => {
    for (const timer of [beating, doubting, checking, knocking]) clearTimeout(timer);
    beating = doubting = checking = knocking = 0;
    pings.clear();
    silent = live = null;
    missed = 0;
  };
  const enter = (next) => {
    if (next === state) return;
    state = next;
    each((view) => view.state(state));
    if (state !== "gone") return;
    views.clear(); // for good; a notebook that is run again has other views
    rest();
    state = "here";
  };
  const connected = () => kernel?.connectionStatus === undefined || kernel.connectionStatus === "connected";
  const ping = () => {
    if (!connected() || !views.size) return;
    pings.set(++n, performance.now());
    silent ??= performance.now();
    [...views][n % views.size].ping(n);
  };
  const isMute = () => silent !== null && performance.now() - silent >= answer.ms();
  const reconnect = () => {
    if (kernel?.isDisposed || performance.now() - tried < Math.max(RETRY, answer.ms())) return;
    tried = performance.now();
    kernel?.reconnect?.().catch(() => {}); // the status says whether it worked
  };

  const beat = async () => {
    beating = setTimeout(beat, live === null ? KNOCK : PING);
    missed += 1; // until an answer comes
    ping();
    const most = live === null ? (MISSES * PING) / KNOCK : MISSES;
    if (live === null && missed === UNHEARD && (kernel?.status ?? "idle") === "idle") each((view) => view.lost("unheard"));
    if (missed <= most) return;
    const works = (server ? await server.ask() : kernel?.status) === "busy";
    if (missed <= (works ? WORKS / MISSES : 1) * most || live === false || !views.size) return;
    live = false;
    each((view) => view.lost("mute"));
  };

  // If a message stays without an answer, the page asks by another, then asks the server, which may be just as
  // slow. If the kernel is idle, and still nothing has come a while later, one or the other went astray.
  const ask = () => {
    ping();
    doubting = setTimeout(suspect, answer.ms());
  };
  const suspect = async () => {
    const mine = (doubting = setTimeout(ask, LONGEST));
    const found = await server?.ask();
    if (doubting !== mine) return;
    clearTimeout(mine);
    if (found === "here") answer.late();
    doubting = setTimeout(() => {
      if (found === "here") reconnect();
      ask();
    }, answer.ms());
  };

  /** Pings until anything comes through: the server passes on nothing for a moment after it has taken the call. */
  const knock = (pause) => {
    clearTimeout(knocking);
    knocking = setTimeout(() => knock(Math.min(2 * pause, PING)), pause);
    ping();
  };

  const learn = (answered) => {
    told = answered;
    if (told === "gone") enter("gone");
    else if (connected() && (told === "away" || state === "away") && !isMute()) check();
    else if (told === "away") enter("away");
    else if (!connected() || state === "away") reconnect(); // the channel is dead, even if nobody has noticed
  };
  /** Sees whether the channel carries an answer, whatever the server says, or does not. */
  const check = () => {
    if (silent === null) ping();
    clearTimeout(checking);
    checking = setTimeout(() => learn(told), answer.ms() - (performance.now() - silent) + 1);
  };

  kernel?.statusChanged?.connect((_, status) => {
    if (ENDED.includes(status)) enter("gone");
  });
  kernel?.connectionStatusChanged?.connect((_, status) => {
    if (status === "connected") {
      tried = performance.now();
      silent = null;
      if (state === "away") enter("here");
      else each((view) => view.state("here")); // a break that nobody has noticed
      knock(CALL);
    } else if (server) {
      server.ask();
    } else if (status === "disconnected") {
      enter("away");
    }
  });
  if (server) addEventListener("paydays:kernel", ({ detail }) => learn(detail));
  return {
    connected,
    /** Takes a surface in: it can `ping`, `resume` after a break, and shows the `state` and whether the
     *  kernel was `found` or `lost`, if it `hasWords`, or hushes. Returns a function that lets it go. */
    join(view, watches) {
      views.add(view);
      if (kernel === null) elect();
      else if (watches && !beating) beat();
      if (live) queueMicrotask(() => views.has(view) && view.found());
      return () => {
        views.delete(view);
        if (view === speaker) {
          speaker = null;
          elect();
        }
        if (!views.size) rest();
      };
    },
    posted(root) {
      if (kernel !== null) doubting ||= setTimeout(ask, answer.ms());
      else if (live === null) speak([...views].find((each) => each.root === root && each.hasWords()) ?? speaker);
    },
    took: answer.took,
    /** Notes that something has come from the kernel; perhaps the answer to a ping. */
    heard(pong) {
      server?.heard();
      clearTimeout(doubting);
      clearTimeout(checking);
      doubting = checking = missed = 0;
      silent = null;
      if (pings.has(pong)) answer.took(performance.now() - pings.get(pong));
      for (const number of pings.keys()) if (number <= pong) pings.delete(number);
      const isBack = knocking || (state === "away" && connected());
      clearTimeout(knocking);
      knocking = 0;
      if (state === "away" && connected()) enter("here");
      if (isBack) each((view) => view.resume());
      if (live === true) return;
      live = true;
      each((view) => view.found());
    },
    lost() {
      live = false;
      each((view) => view.lost("mute"));
    },
  };
}
const lifelines = (globalThis[Symbol.for("paydays.lifelines")] ??= new Map());
function lifelineTo(kernel) {
  if (!lifelines.has(kernel)) lifelines.set(kernel, lifeline(kernel));
  return lifelines.get(kernel);
}
