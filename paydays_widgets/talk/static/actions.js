/** The reader's actions, sent to Python: clicks, forms, fields and keys. */

const LARGEST_FILE = 4_000_000; // bytes read from a file; a longer record is cut off, and so refused

function listen({ root, body, on, box, fields, walk, focus }) {
  const meant = reader({ root, body, on });
  on(root, "click", (event) => {
    const target = event.target.closest("[data-move], [data-do]:not(form, input, select, textarea)");
    if (!body.contains(target)) return;
    if (target.matches("a, button")) event.preventDefault();
    const { move, do: verb, value } = target.dataset;
    prefer(target.dataset);
    if (move === undefined) box.tell(value === undefined ? { do: verb } : { do: verb, value });
    // The second click of a double click may hit what appeared after the first.
    else if (event.detail < 2) {
      const read = meant(target);
      if (read !== null) box.move(read);
    }
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
  // A menu closes after a choice, and when the reader turns to something else.
  const fold = (kept) => {
    for (const menu of body.querySelectorAll("details[data-folds][open]")) if (menu !== kept) menu.open = false;
  };
  on(root, "click", ({ target }) => target.closest("[data-folds] button") && fold());
  on(root, "change", ({ target }) => target.closest("[data-folds]") && fold());
  on(document, "pointerdown", ({ target }) => fold(target.closest("[data-folds]")));
  on(root, "keydown", ({ key, target }) => {
    const menu = key === "Escape" && target.closest("[data-folds][open]");
    if (!menu) return;
    fold();
    menu.querySelector("summary").focus();
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
      if (key === "Escape") focus.take(root);
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
    if (isText(goal)) focus.take(goal);
    else goal.click();
  }
}
