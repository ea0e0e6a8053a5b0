/** Keys: the letters that activate something, and the arrows that walk from one to the next. */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

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
