/**
 * The stage of a panel. It shows the markup that Python sends, animates what has moved, and sends
 * the reader's actions back. It knows nothing of games, only a handful of data attributes:
 *
 *   data-key        an element's identity, wherever it stands; used by the morph
 *   data-move       a move's notation          data-do, data-value   a verb and its argument
 *   data-walk       reached by the arrow keys  data-group            where focus falls back to
 *   data-hotkey     the keys that activate it  data-grab, data-focus what takes focus
 *   data-motion     slide | turn | fly, with data-from, data-to, data-face
 *   data-kept       set here: stands for an element of the page that stays as it is
 *   data-show       a token: scrolled into view when it is new
 *   data-fill       on a button of a form: JSON with the fields that it fills in
 *   data-say        words for the live region  data-scroll="end | now", data-keep-open, data-value-forced
 *   data-when       a time in milliseconds, written here in the reader's time zone and language
 *
 * Sections: updating the page (morph, fields), motion, arrow keys, messages to Python, the
 * browser's storage, several surfaces at once, and finally the view that joins them.
 */

const GLIDE = { duration: 280, easing: "cubic-bezier(.2, .7, .2, 1)" };
const MOVE_WAITS = 3000; // ms until an unanswered move stops blocking the next
const DO_WAITS = 400; // ms until an unanswered verb stops blocking the next
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
const ENDED = ["dead", "restarting", "autorestarting"]; // of a kernel: it no longer knows this page
const LEFT_ALONE = 1000; // ms for which a slider stays where the reader has put it
const LARGEST_FILE = 4_000_000; // bytes read from a file; a longer record is cut off, and so refused
const PLAYABLE = "[data-move]:not([aria-disabled=true])";
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};
/** Sets an attribute, or removes it if null. Setting an unchanged `lang` would restyle everything. */
const set = (element, name, value) => {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
};
const byKey = (body) => new Map([...body.querySelectorAll("[data-key]")].map((el) => [keyOf(el), el]));
const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("data-key") : null);
const isKept = (node) => node.nodeType === Node.ELEMENT_NODE && node.hasAttribute("data-kept");
const shown = (el) => el.checkVisibility({ visibilityProperty: true }) && !el.closest("[inert]");

// --- updating the page ---------------------------------------------------------------------

const TAG = /<(\/?)([a-z][\w-]*)([^<>"]*(?:"[^"]*"[^<>"]*)*)>/gi;
const KEY = /\sdata-key="([^"]*)"/;
const VOID = /^(area|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
const SMALL = 80; // characters: what is shorter is sooner parsed than compared

/** Finds the elements with a key in some markup: for each key, where its element begins and ends.
 *  It finds nothing if an end tag is missing, and omits a key that stands twice. */
function keyedParts(markup) {
  const found = new Map();
  const around = []; // the elements that are open: name, key, start
  for (const { 0: tag, 1: closing, 2: name, 3: attributes, index } of markup.matchAll(TAG)) {
    if (closing) {
      const [opened, key, start] = around.pop() ?? [];
      if (opened !== name) return new Map();
      const part = { name, key, start, end: index + tag.length };
      if (key !== undefined) found.set(key, found.has(key) ? null : part);
    } else if (!VOID.test(name) && !attributes.endsWith("/")) {
      around.push([name, attributes.match(KEY)?.[1], index]);
    }
  }
  return around.length ? new Map() : found;
}

/** Shortens markup: an element with a key that is the same as before gives way to an empty one,
 *  marked `data-kept`. Parsing and comparing markup takes longer than all else at a click. */
function shortened(markup, parts, before, parts_before) {
  const same = (part) => {
    const old = part && part.end - part.start > SMALL && parts_before.get(part.key);
    return old && markup.slice(part.start, part.end) === before.slice(old.start, old.end);
  };
  let short = "";
  let at = 0;
  for (const part of [...parts.values()].sort((a, b) => a?.start - b?.start)) {
    if (part?.start < at || !same(part)) continue;
    short += `${markup.slice(at, part.start)}<${part.name} data-key="${part.key}" data-kept></${part.name}>`;
    at = part.end;
  }
  return short + markup.slice(at);
}

/** Makes `body` look like `next`, and keeps every element that has a key, wherever it moves. */
function morph(body, next, keyed) {
  const known = new Map(keyed); // elements not yet placed
  const alike = (a, b) => a.nodeName === b.nodeName && a.namespaceURI === b.namespaceURI;

  const find = (want, at) => {
    let node = keyOf(want) === null ? at : known.get(keyOf(want));
    if (keyOf(want) === null && want.nodeType === Node.ELEMENT_NODE) {
      while (node && (keyOf(node) !== null || !alike(node, want))) node = node.nextSibling;
    } // text nodes are recreated rather than moved
    return node && alike(node, want) ? node : null;
  };

  const dress = (live, want) => {
    for (const { name } of [...live.attributes]) {
      if (!want.hasAttribute(name)) live.removeAttribute(name);
    }
    for (const { namespaceURI, name, value } of want.attributes) {
      if (live.getAttribute(name) !== value) live.setAttributeNS(namespaceURI, name, value);
    }
  };

  // First put every child in its place, then fill each one. A placed element is never removed
  // again, so no element can end up inside itself.
  const fill = (live, want) => {
    const wanted = new Set([...want.children].map(keyOf));
    const pairs = [];
    let at = live.firstChild;
    const drop = () => {
      const leaving = at;
      at = at.nextSibling;
      leaving.remove(); // an element with a key may yet be placed elsewhere
    };
    for (const part of want.childNodes) {
      while (at && keyOf(at) !== null && !wanted.has(keyOf(at))) drop();
      let have = find(part, at);
      if (have && have !== at && have === at?.nextSibling) drop();
      if (have) known.delete(keyOf(have));
      else have = document.importNode(part, false);
      if (have === at) at = at.nextSibling;
      else live.insertBefore(have, at);
      pairs.push([have, part]);
    }
    while (at) drop();
    for (const [have, part] of pairs) {
      if (isKept(part) || have.isEqualNode(part)) continue;
      if (part.nodeType === Node.ELEMENT_NODE) {
        dress(have, part);
        fill(have, part);
      } else {
        have.nodeValue = part.nodeValue;
      }
    }
  };
  fill(body, next);
}

/** Preserves form fields: what the reader is typing wins over the markup. */
function fieldKeeper(body, activeElement) {
  const told = new WeakMap(); // field -> its last value in the markup
  const touched = new WeakMap(); // field -> when the reader last changed it
  let pressed = null; // the field being pressed
  let later = 0; // the timer of another look at a slider that was in use

  const says = (field) => {
    if (field.options) return [...field.options].map((o) => +o.defaultSelected).join("");
    return `${field.defaultValue}|${field.defaultChecked ?? ""}`;
  };
  const write = (field) => {
    if (field.options) {
      const chosen = [...field.options].findIndex((option) => option.defaultSelected);
      field.selectedIndex = chosen < 0 && field.type === "select-one" ? 0 : chosen;
    } else if (field.type === "checkbox" || field.type === "radio") {
      field.checked = field.defaultChecked;
    } else if (field.type !== "file" && field.value !== field.defaultValue) {
      field.value = field.defaultValue;
    }
  };
  const inUse = (field, active) => {
    if (field === pressed) return true;
    if (field !== active || field.type === "checkbox") return false;
    if (isText(field)) return true;
    return performance.now() - (touched.get(field) ?? -Infinity) < LEFT_ALONE;
  };
  /** Fields with data-do always follow the markup; others only when the markup changes. */
  const follow = () => {
    const active = activeElement();
    clearTimeout(later);
    for (const field of body.querySelectorAll("input, select, textarea")) {
      const now = says(field);
      const forced = field.hasAttribute("data-value-forced");
      const follows = forced || field.hasAttribute("data-do") || told.get(field) !== now;
      const fresh = !told.has(field);
      told.set(field, now);
      if (fresh || !follows) continue;
      if (forced || !inUse(field, active)) write(field);
      else if (field.type === "range") later = setTimeout(follow, LEFT_ALONE);
    }
    for (const form of body.querySelectorAll("form:has([data-fill])")) pressFilled(form);
  };
  return {
    follow,
    touch: (field) => touched.set(field, performance.now()),
    press: (field) => { pressed = field; },
  };
}
/** Shows which buttons' fields a form has now. */
function pressFilled(form) {
  for (const button of form.querySelectorAll("[data-fill]")) {
    const fields = Object.entries(JSON.parse(button.dataset.fill));
    const same = fields.every(([name, value]) => form.elements[name]?.value === value);
    button.setAttribute("aria-pressed", same);
  }
}
/** The letter on a key; where that is Greek or Cyrillic, say, the Latin one of the same key. */
function letterOn({ key, code }) {
  const isForeign = /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key);
  return isForeign && /^Key[A-Z]$/.test(code) ? code.at(-1).toLowerCase() : key;
}
/** Finds the shown element that a key activates. */
function activatedBy(within, event) {
  const name = event.key === " " ? "space" : letterOn(event).toLowerCase();
  return [...within.querySelectorAll("[data-hotkey]")].find(
    (one) => one.dataset.hotkey.toLowerCase().split(" ").includes(name) && shown(one),
  );
}
const isText = (el) =>
  el.matches("textarea, [contenteditable]:not([contenteditable=false])") ||
  (el.matches("input") && !/^(button|checkbox|color|file|image|radio|range|reset|submit)$/.test(el.type));

/** Scrolls a box so that its current item can be read. */
function bringNow(box) {
  const now = box.querySelector("[aria-current]");
  if (!now) return;
  const [here, frame] = [now.getBoundingClientRect(), box.getBoundingClientRect()];
  const tall = here.height > frame.height;
  box.scrollTop += tall ? here.top - frame.top : here.bottom - frame.bottom;
}
const nowIn = (box) => keyOf(box.querySelector("[aria-current]") ?? box);

/** Returns what holds an element at the edge of the screen, where it is in sight wherever one scrolls. */
function heldBy(el) {
  let at = el;
  while (at && getComputedStyle(at).position !== "sticky") at = at.parentElement;
  return at;
}

/** Remembers the scroll positions of boxes, and returns a function that restores them. */
function keepScroll(body, scrolled) {
  const places = [];
  const currents = new Map();
  for (const el of body.querySelectorAll("[data-scroll=now]")) currents.set(el, nowIn(el));
  // Asking every element for its scroll position would take longer than everything else.
  for (const el of new Set([...scrolled, ...body.querySelectorAll("[data-scroll=end]")])) {
    const { scrollTop: top, scrollLeft: left } = el;
    places.push({ el, top, left, atEnd: top + el.clientHeight >= el.scrollHeight - 4 });
  }
  scrolled.clear();
  return (body) => {
    for (const { el, top, left, atEnd } of places) {
      if (!el.isConnected) continue;
      scrolled.add(el);
      el.scrollTop = atEnd && el.dataset.scroll === "end" ? el.scrollHeight : top;
      el.scrollLeft = left;
    }
    for (const el of body.querySelectorAll("[data-scroll=end]")) {
      if (!places.some((place) => place.el === el)) el.scrollTop = el.scrollHeight;
    }
    for (const el of body.querySelectorAll("[data-scroll=now]")) {
      if (currents.get(el) !== nowIn(el)) bringNow(el);
    }
  };
}

// --- motion ----------------------------------------------------------------------------------

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Animates what has moved by `translate`, `scale`, `rotate` and opacity; HTML elements only. */
function choreographer(body) {
  let running = [];
  const play = (el, from, to = {}) => running.push(el.animate([from, to], GLIDE));
  const measure = (el) => {
    const { left, top, width, height } = el.getBoundingClientRect();
    const zoom = body.currentCSSZoom ?? 1; // enlarged on a projector, and so is what moves
    const [x, y] = [(left + width / 2) / zoom, (top + height / 2) / zoom];
    return width || height ? { x, y, width } : null;
  };
  const stop = () => {
    for (const animation of running) animation.cancel();
    running = [];
  };

  /** The group around an element, and its corner: when it jumps, what lies in it jumps along. */
  const nest = (el) => {
    const group = el.parentElement.closest("[data-group]");
    const { left, top, width, height } = group?.getBoundingClientRect() ?? {};
    const zoom = body.currentCSSZoom ?? 1;
    return width || height ? { group, left: left / zoom, top: top / zoom } : null;
  };

  const slide = (el, { from, to }, carrier) => {
    // An element inside a sliding one is carried along already.
    const dx = from.x - to.x - (carrier ? carrier.from.x - carrier.to.x : 0);
    const dy = from.y - to.y - (carrier ? carrier.from.y - carrier.to.y : 0);
    const ratio = from.width && to.width ? from.width / to.width : 1;
    const resized = Math.abs(ratio - 1) > 0.02 && ratio > 0.25 && ratio < 4;
    if (Math.abs(dx) + Math.abs(dy) < 1 && !resized) return;
    play(el, { translate: `${dx}px ${dy}px`, ...(resized && { scale: `${ratio}` }) });
  };
  const carried = (from, was, is) => (was && was.group === is?.group
    ? { ...from, x: from.x + is.left - was.left, y: from.y + is.top - was.top } : from);
  const fly = (el, { from, end, to }) => {
    const over = (place) => ({ translate: `${place.x - to.x}px ${place.y - to.y}px`, opacity: 1 });
    play(el, over(from), over(end));
  };

  /** Measures the page before a change, and returns a function that starts the motion afterwards. */
  const watch = (known, next) => {
    const sliding = [...body.querySelectorAll("[data-motion~=slide][data-key]")];
    const sources = [...next.querySelectorAll("[data-from]")].map((el) => el.dataset.from);
    const were = new Map(); // key -> where it was
    const nests = new Map(sliding.map((el) => [el, nest(el)]));
    for (const key of new Set([...sliding.map(keyOf), ...sources])) {
      if (known.has(key)) were.set(key, measure(known.get(key)));
    }
    const turning = [...body.querySelectorAll("[data-motion~=turn][data-key]")];
    const faces = new Map(turning.map((el) => [keyOf(el), el.dataset.face]));

    return () => {
      const now = byKey(body);
      const place = (key) => (now.has(key) ? measure(now.get(key)) : null);
      const slides = new Map();
      const flights = new Map();
      const turns = [];
      // Measure everything before starting any animation, which would distort the rest.
      for (const el of body.querySelectorAll("[data-motion]")) {
        if (!(el instanceof HTMLElement)) continue;
        const { key, motion, from: source, to: goal, face } = el.dataset;
        const is = (kind) => motion.split(" ").includes(kind);
        const isNew = !known.has(key);
        if (is("turn") && faces.has(key) && faces.get(key) !== face) turns.push(el);
        const from = were.get(isNew ? source : key) ?? (isNew ? place(source) : null);
        const to = from && measure(el);
        if (!to) continue;
        if (is("slide")) slides.set(el, { from: carried(from, nests.get(el), nest(el)), to });
        if (is("fly") && isNew && place(goal)) flights.set(el, { from, to, end: place(goal) });
      }
      for (const el of turns) play(el, { rotate: "y 90deg" });
      for (const [el, path] of flights) fly(el, path);
      for (const [el, path] of slides) {
        slide(el, path, slides.get(el.parentElement.closest("[data-motion~=slide]")));
      }
      return running.length ? GLIDE.duration : 0;
    };
  };
  return { stop, watch };
}

// --- the arrow keys ---------------------------------------------------------------------------

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Finds the nearest element in a direction, preferring those that overlap on the other axis. */
function neighbour(from, candidates, [dx, dy]) {
  const own = from.getBoundingClientRect();
  const middle = (r) => (dx ? (r.left + r.right) / 2 : (r.top + r.bottom) / 2);
  const across = (r) => (dx ? [r.top, r.bottom] : [r.left, r.right]);
  const [low, high] = across(own);
  let best = null;
  for (const el of candidates) {
    const rect = el.getBoundingClientRect();
    const along = (middle(rect) - middle(own)) * (dx + dy);
    if (el === from || along < 1) continue;
    const [start, end] = across(rect);
    const aside = Math.max(0, start - high, low - end);
    const skew = Math.abs(start + end - low - high) / 2;
    const cost = along + 4 * aside + skew / 10 + (aside > along ? 1e4 : 0);
    if (!best || cost < best.cost) best = { el, cost };
  }
  return best?.el ?? null;
}

/** Keeps one Tab stop per group: the element last walked to, else the first playable one. */
function rover() {
  const stops = new Map(); // group -> key of its stop
  const walkable = (within) =>
    [...(within.matches("[data-walk]") ? [within] : []), ...within.querySelectorAll("[data-walk]")];
  const groupOf = (el) => el.closest("[data-group]")?.dataset.group ?? "";
  const assign = (members, stop) => {
    for (const el of members) el.setAttribute("tabindex", el === stop ? "0" : "-1");
  };
  const members = (within, group) =>
    [...within.querySelectorAll("[data-walk]")].filter((el) => groupOf(el) === group);
  return {
    /** Sets the Tab stops in markup that is about to be shown, and in what is kept of the page. */
    prepare(next, known) {
      const groups = new Map();
      const add = (el, group) => groups.set(group, [...(groups.get(group) ?? []), el]);
      for (const el of next.querySelectorAll("[data-walk], [data-kept]")) {
        if (!isKept(el)) {
          add(el, groupOf(el));
          continue;
        }
        const live = known.get(keyOf(el));
        for (const each of walkable(live)) {
          const own = each.closest("[data-group]");
          add(each, live.contains(own) ? own.dataset.group : groupOf(el));
        }
      }
      for (const [group, all] of groups) {
        const kept = stops.has(group) && all.find((el) => keyOf(el) === stops.get(group));
        const open = all.find((el) => el.getAttribute("aria-disabled") !== "true");
        assign(all, kept || open || all[0]);
      }
    },
    arrived(body, el) {
      stops.set(groupOf(el), keyOf(el));
      assign(members(body, groupOf(el)), el);
    },
    target(body, from, key) {
      const near = members(body, groupOf(from)).filter(shown);
      if (key === "Home") return near[0];
      if (key === "End") return near.at(-1);
      if (from.matches("[role=tab]") && ARROWS[key][0]) { // tabs are one row, on however many lines
        return near.at((near.indexOf(from) + ARROWS[key][0]) % near.length);
      }
      const all = [...body.querySelectorAll("[data-walk]")].filter(shown);
      return neighbour(from, near, ARROWS[key]) ?? neighbour(from, all, ARROWS[key]);
    },
  };
}

// --- messages to Python -----------------------------------------------------------------------

/** Sends messages one at a time. A verb carries the newest position, so that quick clicks all
 *  count; a move carries the position that was clicked. Messages are numbered and kept until Python
 *  has got them: after an interruption, those that were lost are sent again. */
function postbox(model, line, broken, foresee) {
  const from = Math.random().toString(36).slice(2);
  const unsure = []; // what Python may not have got, and when it was sent
  const queue = [];
  let count = 0;
  let heard = 0; // the number of the last message from Python
  let held = 0;
  let moved = 0;
  const post = (message) => {
    // Jupyter would keep it, and hold up for seconds whatever follows; here it is kept anyway.
    if (!line.connected()) return;
    try {
      model.send({ ...message, from, heard });
    } catch {
      broken(); // the channel to the kernel is closed
    }
  };
  const deliver = (message) => {
    const letter = { ...message, number: ++count };
    unsure.push({ letter, at: performance.now() });
    post(letter);
    line.posted();
  };
  const flush = () => {
    if (held || !queue.length) return;
    const message = queue.shift();
    held = setTimeout(release, DO_WAITS);
    const show = foresee(message);
    deliver({ seq: model.get("seq"), ...message, ...(show && { ahead: true }) });
    show?.();
  };
  const release = () => {
    clearTimeout(held);
    held = 0;
    flush();
  };
  const box = {
    deliver,
    release,
    isSure: () => !unsure.length,
    ping: (value) => post({ do: "ping", value }),
    /** Asks Python what it has got, and for what it has sent meanwhile. */
    resume() {
      post({ do: "reconnected" });
      line.posted();
    },
    /** Notes what Python has got of this page's messages. */
    got(number) {
      while (unsure.length && unsure[0].letter.number <= number) {
        const { letter, at } = unsure.shift();
        if (letter.number === number && at !== null) line.took(performance.now() - at);
      }
    },
    repeat() {
      for (const each of unsure) {
        each.at = null; // an answer could be to either
        post(each.letter);
      }
    },
    /** Returns whether a message from Python is new. */
    isNew({ number }) {
      if (number === undefined) return true;
      if (number <= heard) return false;
      heard = number;
      return true;
    },
    isMine: (message) => message.to === from,
    waits: () => queue.length > 0,
    move(move) {
      if (moved) return;
      moved = setTimeout(() => { moved = 0; }, MOVE_WAITS);
      queue.push({ move, seq: model.get("seq") });
      flush();
    },
    /** With `latest`, the message replaces a waiting one with the same verb (a dragged slider). */
    tell(message, latest = false) {
      const waits = latest && queue.at(-1)?.do === message.do;
      if (waits) queue.pop();
      queue.push(message);
      flush();
    },
    rendered() {
      clearTimeout(moved);
      moved = 0;
      release();
    },
    close() {
      together.boxes.delete(box);
      clearTimeout(held);
      clearTimeout(moved);
      queue.length = 0;
    },
  };
  together.boxes.add(box);
  return box;
}

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
    kernel?.reconnect?.().catch(() => {}); // whether it worked is told by the status
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
     *  kernel was `found` or `lost`. Returns a function that lets it go. */
    join(view, watches) {
      views.add(view);
      if (watches && !beating) beat();
      if (live) queueMicrotask(() => views.has(view) && view.found());
      if (kernel === null) queueMicrotask(() => views.has(view) && view.lost("unheard"));
      return () => {
        views.delete(view);
        if (!views.size) rest();
      };
    },
    posted: () => { doubting ||= setTimeout(ask, answer.ms()); },
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

// --- the browser's storage and files -------------------------------------------------------------

/** Accesses the browser's storage; returns false if it is full or disabled. */
function stored(act, where = "localStorage") {
  try {
    return act(globalThis[where]) ?? true;
  } catch {
    return false;
  }
}

/** Returns whether the browser lets this page store anything. */
const stores = () => stored((storage) => storage.length >= 0);

/** A line to other tabs; where the browser forbids storage, it forbids that too. */
function channel(name) {
  try {
    return new BroadcastChannel(name);
  } catch {
    return Object.assign(new EventTarget(), { postMessage() {}, close() {} });
  }
}

/** The browser's storage for one panel: records by name with their times, shared by all tabs, and a
 *  note for this tab alone. Their contents are opaque here. */
function shelf(panel) {
  const base = `paydays:${location.pathname}:${panel}`;
  const key = (name) => (name ? `${base}:${name}` : base);
  const keys = (has) => Object.keys(localStorage).filter(has);
  const own = (each) => each === base || each.startsWith(`${base}:`);
  const remove = (storage, gone) => gone.forEach((each) => storage.removeItem(each));
  return {
    key,
    records() {
      const found = {};
      stored((storage) => {
        for (const each of keys(own)) {
          const [, when, text] = storage.getItem(each).match(/^(?:(\d+) )?([^]*)$/);
          found[each.slice(base.length + 1)] = { text, when: Number(when ?? 0) };
        }
      });
      return found;
    },
    write: (name, text) =>
      stored((storage) => {
        if (text) storage.setItem(key(name), `${Date.now()} ${text}`);
        else storage.removeItem(key(name));
      }),
    note: () => stored((storage) => storage.getItem(base) ?? "", "sessionStorage") || "",
    writeNote: (text) => stored((storage) => storage.setItem(base, text), "sessionStorage"),
    forget: (names) => stored((storage) => remove(storage, names.map(key))),
    forgetAll: (everywhere) =>
      stored((storage) => remove(storage, keys(everywhere ? (each) => each.startsWith("paydays:/") : own))),
  };
}

function download(name, mime, text) {
  const url = URL.createObjectURL(new Blob([text], { type: mime }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000); // the browser needs the URL a moment longer
}

/** Copies a text; if the browser refuses, shows it selected for copying by hand. */
async function copy(root, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = make("textarea", { class: "pw-copy pw-input", readonly: "", rows: "3" });
    field.value = text;
    root.append(field);
    field.addEventListener("blur", () => field.remove(), { once: true });
    field.select();
    if (document.execCommand("copy")) field.blur();
  }
}

/** Prints a table, scaled to fit; a question below it, and the answer on a page of its own. */
const SIZES = [1280, 1100, 960, 820, 703]; // px that the table may be drawn at
const PAPER = { width: 703, height: 560 }; // px that it may cover: both A4 and Letter have them
function printOut(root, { title, question, answer }) {
  const picture = root.cloneNode(true);
  picture.setAttribute("data-theme", "light");
  const unwanted = ".pw-veil, .pw-next, .pw-hide, .pw-sr, [data-motion~=fly]";
  for (const each of picture.querySelectorAll(unwanted)) each.remove();
  const frame = make("div", { class: "pw-paper__table" }, picture);
  const head = () => make("h1", {}, title);
  const first = make("section", {}, head(), frame);
  const paper = make("div", { class: "pw pw-paper", "data-theme": "light" }, first);
  if (question) {
    first.append(make("p", { class: "pw-paper__question" }, question), make("div", { class: "pw-paper__space" }));
    const [heading, ...words] = answer;
    const told = words.map((each) => make("p", {}, each));
    paper.append(make("section", {}, head(), make("p", {}, question), make("h2", {}, heading), ...told));
  }
  document.body.append(paper);
  const fit = (width) => {
    picture.style.width = `${width}px`;
    return Math.min(PAPER.width / width, PAPER.height / picture.offsetHeight);
  };
  const best = SIZES.reduce((a, b) => (fit(b) > fit(a) ? b : a));
  frame.style.zoom = fit(best);
  addEventListener("afterprint", () => paper.remove(), { once: true });
  print();
}

/** The reader's choices that apply to every page of this host. */
const PREFERENCES = ["language", "theme"];
function prefer({ do: verb, value }) {
  if (PREFERENCES.includes(verb)) stored((storage) => storage.setItem(`paydays:${verb}`, value));
}
function preferences() {
  const found = PREFERENCES.map((name) => [name, stored((s) => s.getItem(`paydays:${name}`) ?? "")]);
  const chosen = Object.fromEntries(found.filter(([, value]) => value));
  return { language: navigator.language.slice(0, 2), ...chosen };
}

function* atRest() {
  return 0;
}

const linkIn = (hash) => (hash.startsWith("#g=") ? hash.slice(1) : "");
const linkHere = () => linkIn(location.hash);

// --- several surfaces at once --------------------------------------------------------------------

/** Shared by all surfaces of a page, each of which runs its own copy of this script. */
const together = (globalThis[Symbol.for("paydays.together")] ??= {
  waiting: null, // the updates of the parcel being unpacked
  ahead: new WeakMap(), // desk -> what its next step leads to, from which position
  boxes: new Set(), // the postboxes of all surfaces
  told: new Set(), // shelves whose notes have been reported: a rebuilt panel has no note
  settle() {}, // completes pending updates before the next paint
});

/** Runs updates in phases: all measure, then all change, then all finish before the next paint. */
function inStep(updates) {
  together.settle();
  for (const update of updates) update.next();
  for (const update of updates) update.next();
  let under = updates;
  together.settle = () => {
    while (under.length) under = under.filter((update) => !update.next().done);
  };
  if (document.hidden) together.settle();
  else requestAnimationFrame(together.settle);
}

/** Applies a parcel's changes to its models, all at once. */
async function unpack(manager, parcel) {
  const open = async ([id, state]) => [await manager.get_model(id), state];
  const opened = await Promise.allSettled(Object.entries(parcel).map(open));
  together.waiting = [];
  for (const { value } of opened) value?.[0].set_state(value[1]); // some models may be closed by now
  const changes = together.waiting;
  together.waiting = null;
  inStep(changes);
}

/** Finds what a message leads to, if Python has sent that ahead: a function that shows it. What is
 *  still on its way to Python, from whichever surface, may lead to something else. */
function foreseen(desk, model, message) {
  const { seq, parcel } = together.ahead.get(desk) ?? {};
  if (message.do !== "step" || seq !== model.get("seq")) return null;
  if (![...together.boxes].every((box) => box.isSure())) return null;
  together.ahead.delete(desk);
  return () => unpack(model.widget_manager, parcel);
}

// --- the view -----------------------------------------------------------------------------------

function open(model, el, leads) {
  const body = make("div", { class: "pw-body" });
  const status = make("div", { class: "pw-sr", role: "status", "aria-live": "polite" });
  // The attribute is for hosts that see a key before the stage can stop it (see `press`).
  const root = make("div", { class: "pw", tabindex: "-1", "data-lm-suppress-shortcuts": "true" });
  root.append(body, status);
  el.append(root);

  const ended = new AbortController();
  const on = (target, names, act) => {
    for (const name of names.split(" ")) {
      target.addEventListener(name, act, { signal: ended.signal });
    }
  };
  const fields = fieldKeeper(body, activeElement);
  const motion = choreographer(body);
  const walk = rover();
  const line = lifelineTo(model.widget_manager?.kernel);
  const desk = () => root.closest(".pw-desk");
  const foresee = (message) => foreseen(desk(), model, message);
  const box = postbox(model, line, line.lost, foresee);
  const kept = shelf(model.get("keep"));
  const keeps = () => model.get("keep") && leads();

  let html = null;
  let parts = new Map(); // where its elements with a key begin and end
  let seq = null;
  let said = null;
  let grabbed = null; // the last token that took focus
  let written = { name: model.get("record_name"), text: "", note: model.get("note") };
  let full = !stores();
  let claimed = null; // the record that other tabs have been asked about
  let showing = new Set(); // the tokens of what is on the page
  const scrolled = new Set(); // boxes that the reader or the stage has scrolled
  let asked = null; // the position for which a step has been requested
  let timer = 0;
  let greeted = false;
  let banner = null;

  // showing

  /** Updates the page in phases, yielding between them: measure, change, finish. */
  function* update() {
    set(root, "role", model.get("label") ? "region" : "group");
    set(root, "aria-label", model.get("label") || null);
    set(root, "data-theme", model.get("theme"));
    const lang = model.get("lang") ?? "";
    if (root.lang !== lang) parts = new Map(); // what is written here is written in this language
    set(root, "lang", lang);
    const [markup, position] = [model.get("html"), model.get("seq")];
    const isNew = markup !== html || position !== seq;
    const rest = markup === html ? atRest : yield* show(markup);
    [html, seq] = [markup, position];
    if (isNew) box.rendered();
    else box.release();
    const restored = greeted; // or what may yet be restored would be overwritten
    yield;
    playOn(yield* rest());
    if (restored) keep();
  }

  /** Shows markup, and returns the work left before the next paint. */
  function* show(markup) {
    const known = byKey(body);
    const first = html === null;
    const next = parsed(markup, known);
    prepare(next, known);
    const moves = !first && !(still.matches || model.get("quick") || document.hidden);
    const giveFocusBack = holdFocus();
    const scrollBack = keepScroll(body, scrolled);
    const setMoving = moves ? motion.watch(known, next) : null;
    yield;
    motion.stop(); // only now, so that running animations continue from where they were seen
    morph(body, next, known);
    fields.follow();
    announceNews();
    giveFocusBack();
    return function* () {
      scrollBack(body);
      for (const box of body.querySelectorAll("[data-scroll=now]")) sizes.observe(box);
      reveal(first);
      yield;
      return setMoving?.() ?? 0;
    };
  }

  /** Parses markup, except what is on the page already. */
  function parsed(markup, known) {
    const template = document.createElement("template");
    const before = parts;
    parts = keyedParts(markup);
    template.innerHTML = shortened(markup, parts, html ?? "", before);
    const kept = [...template.content.querySelectorAll("[data-kept]")];
    const isThere = (el) => known.get(keyOf(el))?.nodeName === el.nodeName;
    if (!kept.every(isThere)) template.innerHTML = markup;
    return template.content;
  }

  /** Adds to the markup what only this page knows, so that the two can be compared. */
  function prepare(next, known) {
    for (const script of next.querySelectorAll("script")) script.remove();
    for (const details of next.querySelectorAll("details[data-keep-open][data-key]")) {
      if (known.has(keyOf(details))) details.open = known.get(keyOf(details)).open;
    }
    for (const chip of next.querySelectorAll("[data-motion~=fly]")) {
      chip.setAttribute("aria-hidden", "true");
      Object.assign(chip.style, { position: "absolute", opacity: 0, pointerEvents: "none" });
    }
    for (const goal of next.querySelectorAll("[data-grab], [data-focus]")) {
      if (!goal.matches(FOCUSABLE)) goal.setAttribute("tabindex", "-1");
    }
    for (const moment of next.querySelectorAll("[data-when]")) {
      const near = navigator.languages.find((each) => each.startsWith(model.get("lang")));
      const how = { dateStyle: "medium", timeStyle: "short" };
      moment.textContent = new Date(Number(moment.dataset.when)).toLocaleString(near ?? model.get("lang"), how);
    }
    walk.prepare(next, known);
  }

  /** Scrolls to new elements that ask for it. */
  function reveal(first) {
    const all = [...body.querySelectorAll("[data-show]")];
    const fresh = all.filter((el) => !showing.has(el.dataset.show));
    showing = new Set(all.map((el) => el.dataset.show));
    if (first || !leads()) return;
    for (const el of fresh) {
      const held = heldBy(el);
      if (held) held.parentElement.scrollIntoView({ block: "start" });
      else el.scrollIntoView({ block: "nearest" });
    }
  }

  function announce(words) {
    // Screen readers repeat the same words only if the text differs.
    status.textContent = words === status.textContent ? `${words}\u00a0` : words;
  }
  function announceNews() {
    const parts = [...body.querySelectorAll("[data-say]")].map((part) => part.textContent.trim());
    const words = parts.join(" ");
    if (said !== null && words && words !== said && leads()) announce(words);
    said = words;
  }

  // focus

  function activeElement() {
    return root.getRootNode().activeElement;
  }
  function take(goal) {
    if (!goal?.isConnected || !shown(goal)) return false;
    goal.focus({ preventScroll: true });
    return activeElement() === goal;
  }
  const isFree = (active) =>
    !active || active === document.body || Boolean(active.closest(".pw"));

  /** Focuses a new dialog, unless the reader is busy elsewhere on the page. */
  function grab(free) {
    const goal = body.querySelector("[data-grab]");
    if (!goal) grabbed = null; // the same dialog may return
    if (!goal || goal.dataset.grab === grabbed || !root.isConnected) return false;
    grabbed = goal.dataset.grab;
    return free && take(goal);
  }
  /** Notes the focus, and returns a function that restores it, or moves it to the next best place. */
  function holdFocus() {
    const active = activeElement();
    const free = isFree(active);
    const inside = body.contains(active);
    const key = inside ? keyOf(active) : null;
    const group = inside ? active.closest("[data-group]")?.dataset.group : undefined;
    const moves = () => (group === undefined ? [] : [
      ...body.querySelectorAll(`[data-group="${CSS.escape(group)}"] [data-move]`),
    ]);
    const place = moves().indexOf(active);
    return () => {
      if (grab(free) || !inside) return;
      if (activeElement() === active && shown(active)) return;
      const left = moves();
      const inTurn = [...left.slice(Math.max(place, 0)), ...left.slice(0, Math.max(place, 0))];
      const goals = [
        body.contains(active) ? active : null,
        key === null ? null : byKey(body).get(key),
        ...inTurn.filter((move) => move.matches(PLAYABLE)),
        body.querySelector("[data-focus]"),
        root,
      ];
      goals.some(take);
    };
  }

  // the reader's actions

  on(root, "click", (event) => {
    const target = event.target.closest("[data-move], [data-do]:not(form, input, select, textarea)");
    if (!body.contains(target)) return;
    if (target.matches("a, button")) event.preventDefault();
    const { move, do: verb, value } = target.dataset;
    prefer(target.dataset);
    if (move === undefined) box.tell(value === undefined ? { do: verb } : { do: verb, value });
    // The second click of a double click may hit what appeared after the first.
    else if (event.detail < 2) box.move(move);
  });
  on(root, "click", ({ target }) => {
    const button = target.closest("button[data-fill]");
    if (!button?.form || !body.contains(button)) return;
    for (const [name, value] of Object.entries(JSON.parse(button.dataset.fill))) {
      const field = button.form.elements[name];
      // What changes is seen, even in a fold.
      if (field.value !== value) field.closest("details")?.setAttribute("open", "");
      field.value = value;
    }
    pressFilled(button.form);
  });
  on(root, "submit", (event) => {
    const verb = event.target.dataset.do;
    if (!verb) return;
    event.preventDefault();
    const answers = Object.fromEntries(new FormData(event.target, event.submitter));
    box.tell({ do: verb, value: answers });
  });
  on(root, "input change", async ({ type, target }) => {
    fields.touch(target);
    if (target.form) pressFilled(target.form);
    if (!target.matches("input[data-do], select[data-do], textarea[data-do]")) return;
    const message = { do: target.dataset.do, value: target.value };
    if (type === "input" && target.type !== "range") return;
    if (target.type === "checkbox") message.value = target.checked;
    if (target.type === "file") {
      const [file] = target.files;
      if (!file) return;
      message.name = file.name;
      message.value = await file.slice(0, LARGEST_FILE).text();
      target.value = ""; // so that the same file can be chosen again
    }
    prefer(message);
    box.tell(message, target.type === "range");
  });
  root.addEventListener("scroll", ({ target }) => scrolled.add(target), {
    capture: true,
    signal: ended.signal,
  });
  on(root, "pointerdown", ({ target }) => fields.press(target));
  on(document, "pointerup pointercancel", () => fields.press(null));
  on(root, "focusin", ({ target }) => {
    const stop = target.closest("[data-walk]");
    if (stop) walk.arrived(body, stop);
  });
  // In JupyterLab, "d d" deletes the cell: so no key but Tab leaves the stage.
  on(root, "keydown keyup keypress", (event) => {
    if (event.key === "Tab") return;
    event.stopPropagation();
    if (event.type === "keydown" && !event.defaultPrevented && !event.isComposing) press(event);
  });

  // On a projector the panel takes the keys, wherever the page was clicked last; and on a page of its
  // own, where "b" means nothing else, the key that switches the projector on.
  on(document, "keydown", (event) => {
    const free = event.target === document.body && !event.defaultPrevented;
    const own = "voila" in document.body.dataset && document.querySelectorAll(".pw-desk").length === 1;
    if (free && (root.closest(".pw-desk--projector") || (own && letterOn(event) === "b"))) press(event, root);
  });

  /** Answers a key; it works in all surfaces of a panel. */
  function press(event, within = root.closest(".pw-desk") ?? root) {
    const { key, target } = event;
    if (isText(target)) {
      if (key === "Escape") take(root);
      return;
    }
    const held = event.ctrlKey || event.metaKey || event.altKey;
    const idle = target === root || target === document.body;
    if (key === "Enter" || (key === " " && !idle)) {
      // The browser clicks what has focus. Shift+Enter runs a notebook's cell: not a click.
      const repeats = event.repeat && target.closest("[data-move]");
      if (held || event.shiftKey || repeats) event.preventDefault();
      return;
    }
    if (held) return;
    const inField = target.matches("input, select");
    const from = target.closest("[data-walk]");
    if (!inField && (key in ARROWS || key === "Home" || key === "End")) {
      if (!from && target !== root) return;
      event.preventDefault();
      const goal = from ? walk.target(body, from, key) : body.querySelector("[data-walk][tabindex='0']");
      goal?.focus();
      return;
    }
    if (inField && (key.length > 1 || target.matches("select"))) return;
    if (event.repeat && box.waits()) return;
    const goal = activatedBy(within, event);
    if (!goal) return;
    event.preventDefault();
    if (isText(goal)) take(goal);
    else goal.click();
  }

  // automatic play: requests the next step once the motion has ended, and never twice

  function playOn(glides = 0) {
    clearTimeout(timer);
    const pace = model.get("pace");
    if (!(pace > 0)) asked = null;
    else if (asked !== seq && leads()) {
      timer = setTimeout(() => {
        asked = seq;
        box.deliver({ do: "step", auto: true, seq });
      }, glides + pace);
    }
  }

  // the kernel, and what is kept in case it dies

  function keep() {
    if (!keeps()) return;
    const [name, text, note] = ["record_name", "record", "note"].map((trait) => model.get(trait));
    if (name !== written.name || text !== written.text) {
      // Remove an outdated link from the address: a reload would open its game again.
      if (text && linkHere() && linkHere() !== text) history.replaceState(history.state, "", location.pathname + location.search);
      const done = kept.write(name, text);
      if (!done && !full) box.tell({ do: "storage-full" });
      full = !done;
    }
    if (note !== written.note) kept.writeNote(note);
    written = { name, text, note };
  }
  function greet() {
    if (model.get("greet")) box.tell({ do: "greet", value: preferences() });
    if (!keeps()) return;
    if (!stores()) box.tell({ do: "storage-none" });
    const note = together.told.has(kept.key("")) ? "" : kept.note();
    together.told.add(kept.key(""));
    const value = { records: kept.records(), note, link: linkHere() };
    if (Object.values(value).some((each) => Object.keys(each).length)) box.tell({ do: "kept", value });
  }
  on(window, "pagehide", () => together.settle()); // what is to be kept, if no paint has come before
  // By now, `keep` may have removed the link from the address.
  on(window, "hashchange", ({ newURL }) => {
    const link = linkIn(new URL(newURL).hash);
    if (keeps() && link) box.tell({ do: "link", value: link });
  });

  function found() {
    if (!body.inert) clear();
    if (!greeted) greet();
    greeted = true;
  }
  function clear() {
    banner?.remove();
    banner = null;
  }
  function lost(state) {
    const words = model.get("lost_words");
    // In a notebook, to load the page again brings back no kernel that knows this panel.
    const inNotebook = !globalThis.paydaysKernel && !("voila" in document.body.dataset);
    const own = inNotebook && state !== "away" ? words.cell : globalThis.paydaysKernel && words[state];
    const text = own || (state === "unheard" ? "" : words.text);
    if (!text || (banner && state === "mute")) return;
    clear();
    banner = make("div", { class: "pw-lost pw-banner pw-banner--lost", role: "alert" });
    banner.append(make("p", {}, text));
    const offer = (label, act) => {
      const button = make("button", { type: "button", class: "pw-btn" }, label);
      button.onclick = act;
      banner.append(button);
    };
    if (state !== "away" && globalThis.paydaysKernel && words.reload) offer(words.reload, () => location.reload());
    if (state !== "away" && words.button && model.get("record")) {
      const name = words.file || `${model.get("keep") || "paydays"}.txt`;
      offer(words.button, () => download(name, "text/plain", model.get("record")));
    }
    root.prepend(banner);
  }
  // While there is no kernel, nothing can be played: the surface is grey, and takes no clicks.
  let focused = null;
  function follow(state) {
    const isOff = state !== "here";
    if (isOff && !body.inert && body.contains(activeElement())) focused = activeElement();
    body.inert = isOff;
    if (isOff) {
      lost(state);
    } else {
      clear();
      if (isFree(activeElement())) take(focused);
      focused = null;
    }
  }

  const orders = {
    say: ({ text }) => announce(text),
    save: ({ name, mime, text }) => download(name, mime, text),
    tell: () => keeps() && box.tell({ do: "kept", value: { records: kept.records() } }),
    keep: ({ name, text }) => keeps() && kept.write(name, text),
    forget: ({ names, all }) => {
      if (!keeps()) return;
      if (names) kept.forget(names);
      else kept.forgetAll(all === "everywhere");
    },
    claim: ({ name }) => {
      if (!keeps()) return;
      claimed = kept.key(name);
      tabs.postMessage({ claims: claimed });
    },
    print: (order) => printOut(root, order),
    class: ({ url, record }) => {
      const field = make("input", { type: "hidden", name: "record", value: record });
      const form = make("form", { method: "post", action: url, target: "_blank", hidden: "" }, field);
      document.body.append(form);
      form.submit();
      form.remove();
    },
    link: ({ fragment }) => {
      history.replaceState(history.state, "", `#${fragment}`);
      copy(root, location.href);
    },
  };
  // A tab that claims a record asks whether another tab writes it; if so, it needs its own.
  const tabs = channel("paydays");
  on(tabs, "message", ({ data }) => {
    if (!keeps()) return;
    const own = kept.key(model.get("record_name"));
    if (data.claims === own) tabs.postMessage({ writes: own });
    else if (data.writes === own && own === claimed) box.tell({ do: "taken", value: model.get("record_name") });
  });

  function receive(message) {
    line.heard(message?.kind === "pong" ? message.n : undefined);
    if (["got", "parcel", "resumed"].includes(message?.kind)) {
      if (!box.isMine(message)) return;
      box.got(message.number);
      if (message.kind === "resumed") box.repeat();
      return;
    }
    if (message?.kind === "ahead") {
      if (desk()) together.ahead.set(desk(), message);
      return;
    }
    if (!box.isNew(message)) return;
    box.release();
    if (leads()) orders[message?.kind]?.(message);
  }
  function change() {
    if (!together.waiting) line.heard(); // a parcel was heard when it came, unless it had come ahead
    if (together.waiting) together.waiting.push(update());
    else inStep([update()]);
  }

  // A host may build a view before placing it on the page, so work that needs a size waits.
  const sizes = new ResizeObserver((boxes) => {
    for (const { target } of boxes) bringNow(target);
  });
  const placed = new ResizeObserver(() => {
    placed.disconnect();
    for (const box of body.querySelectorAll("[data-scroll=end]")) box.scrollTop = box.scrollHeight;
    grab(isFree(activeElement()));
  });

  model.on("change", change);
  model.on("msg:custom", receive);
  inStep([update()]);
  placed.observe(root);
  const watches = model.get("keep") || model.get("greet") || model.get("lost_words").text;
  const leaveLine = line.join({ ping: box.ping, resume: box.resume, state: follow, found, lost }, watches);

  return {
    resume: playOn,
    close() {
      ended.abort();
      sizes.disconnect();
      placed.disconnect();
      model.off("change", change);
      model.off("msg:custom", receive);
      motion.stop();
      leaveLine();
      tabs.close();
      box.close();
      clearTimeout(timer);
      root.remove();
    },
  };
}

/** Called once per model; the first of its views leads. */
export default () => {
  const views = [];
  return {
    initialize({ model }) {
      model.on("msg:custom", (message) => {
        if (message?.kind === "parcel") unpack(model.widget_manager, message.parcel);
      });
    },
    render({ model, el }) {
      const ticket = {};
      views.push(ticket);
      ticket.view = open(model, el, () => views[0] === ticket);
      return () => {
        ticket.view.close();
        views.splice(views.indexOf(ticket), 1);
        views[0]?.view.resume();
      };
    },
  };
};
