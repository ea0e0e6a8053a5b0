/** What has moved is seen to move. */

const GLIDE = { duration: 280, easing: "cubic-bezier(.2, .7, .2, 1)" };
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
