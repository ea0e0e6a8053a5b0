/** Keeps the focus where the reader has put it, while the page changes. */

const isFree = (active) =>
  !active || active === document.body || Boolean(active.closest(".pw"));

function focusKeeper(root, body) {
  let grabbed = null; // the last token that took focus
  const current = () => root.getRootNode().activeElement;
  const take = (goal) => {
    if (!goal?.isConnected || !shown(goal)) return false;
    goal.focus({ preventScroll: true });
    return current() === goal;
  };
  const isHere = () => body.contains(current());
  /** Focuses a new dialog, unless the reader is busy elsewhere on the page. */
  const grab = (free = isFree(current())) => {
    const goal = body.querySelector("[data-grab]");
    if (!goal) grabbed = null; // the same dialog may return
    if (!goal || goal.dataset.grab === grabbed || !root.isConnected) return false;
    grabbed = goal.dataset.grab;
    return free && take(goal);
  };
  /** Notes the focus, and returns a function that restores it, or moves it to the next best place. */
  const hold = () => {
    const active = current();
    const free = isFree(active);
    const inside = isHere();
    const key = inside ? keyOf(active) : null;
    const group = inside ? active.closest("[data-group]")?.dataset.group : undefined;
    const moves = () => (group === undefined ? [] : [
      ...body.querySelectorAll(`[data-group="${CSS.escape(group)}"] [data-move]`),
    ]);
    const place = moves().indexOf(active);
    return () => {
      if (grab(free) || !inside) return;
      if (current() === active && shown(active)) return;
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
  };
  return { current, take, isHere, grab, hold };
}
