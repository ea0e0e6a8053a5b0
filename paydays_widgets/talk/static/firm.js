/**
 * What is pressed is what was read: a button in `[data-firm]` that has just changed, such as one that takes a price,
 * still means what stood there before; one that has just come where nothing stood means no price at all. The rules
 * may refuse that, and say why; nobody takes a price unread.
 */

const READ = 500; // ms in which nobody has read what a button says now

/** Returns what finds the move that a click means; that is null if nothing was read. */
function reader({ root, body, on }) {
  const changed = new WeakMap(); // button -> when its move changed, and what was read before: null for nothing
  let pressed = {}; // the button under the finger, and its move when the finger came down
  const unread = (move) => {
    const none = move.replace(/[0-9]+$/, "0");
    return none === move ? null : none;
  };
  const read = (button) => {
    const { at, before } = changed.get(button) ?? {};
    if (!(performance.now() - at < READ)) return button.dataset.move;
    return before ?? unread(button.dataset.move);
  };
  const note = (changes) => {
    const at = performance.now();
    const [gone, come] = ["removedNodes", "addedNodes"].map((which) => new Set(changes.flatMap((each) => [...each[which]])));
    const isNew = (el) => Boolean(el) && ((come.has(el) && !gone.has(el)) || isNew(el.parentElement)); // or only moves
    for (const { type, target, oldValue, addedNodes } of changes) {
      const place = target.closest("[data-firm]");
      if (!place) continue;
      for (const each of isNew(place) ? [] : addedNodes) {
        if (each.dataset?.move && !gone.has(each)) changed.set(each, { at, before: null });
      }
      if (type !== "attributes" || oldValue === null || oldValue === target.dataset.move) continue;
      const known = changed.get(target);
      changed.set(target, { at, before: at - known?.at < READ ? known.before : oldValue });
    }
  };
  const watch = new MutationObserver(note);
  watch.observe(body, { subtree: true, childList: true, attributeFilter: ["data-move"], attributeOldValue: true });
  on(root, "pointerdown", ({ target }) => {
    note(watch.takeRecords());
    const button = target.closest("[data-firm] [data-move]");
    pressed = { button, move: button && read(button) };
  });
  return (button) => {
    note(watch.takeRecords());
    const { move } = pressed.button === button ? pressed : { move: read(button) };
    pressed = {};
    return move;
  };
}
