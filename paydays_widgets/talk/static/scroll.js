/** Where boxes are scrolled to. */

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

const BEGINS = 3000; // ms for which a notebook is held at its beginning

/** Scrolls a notebook to its beginning, once for each token. JupyterLab scrolls to the end when all
 *  cells are run, now or a little later: the notebook is held until then, or until the reader acts. */
const begun = new Set();
function begin(el) {
  const box = el?.closest(".jp-WindowedPanel-outer");
  if (!box || begun.has(el.dataset.begins)) return;
  begun.add(el.dataset.begins);
  const ended = new AbortController();
  const hold = () => { box.scrollTop = 0; };
  hold();
  box.addEventListener("scroll", hold, { signal: ended.signal });
  for (const acts of ["wheel", "pointerdown", "keydown"]) {
    addEventListener(acts, () => ended.abort(), { capture: true, signal: ended.signal });
  }
  setTimeout(() => ended.abort(), BEGINS);
}

/** JupyterLab builds a view before it places it on the page, and tells nobody when it does. */
function beginOnceOnPage(body, signal) {
  if (signal.aborted) return;
  if (body.isConnected) begin(body.querySelector("[data-begins]"));
  else requestAnimationFrame(() => beginOnceOnPage(body, signal));
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
