/**
 * What is pressed is what was read: a button in `[data-firm]` that has just changed, such as one that takes a price,
 * still means what stood there before. The rules may refuse that, and say why; nobody takes a price unread.
 */

const READ = 400; // ms in which nobody has read what a button says now

/** Returns what finds the move that a click means. */
function reader({ root, body, on }) {
  const changed = new WeakMap(); // button -> when its move changed, and what was read before
  let pressed = {}; // the button under the finger, and its move when the finger came down
  const read = (button) => {
    const { at, before } = changed.get(button) ?? {};
    return performance.now() - at < READ ? before : button.dataset.move;
  };
  const note = (changes) => {
    for (const { target, oldValue } of changes) {
      if (oldValue === null || oldValue === target.dataset.move || !target.closest("[data-firm]")) continue;
      const known = changed.get(target);
      const at = performance.now();
      changed.set(target, { at, before: at - known?.at < READ ? known.before : oldValue });
    }
  };
  const watch = new MutationObserver(note);
  watch.observe(body, { subtree: true, attributes: true, attributeFilter: ["data-move"], attributeOldValue: true });
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
