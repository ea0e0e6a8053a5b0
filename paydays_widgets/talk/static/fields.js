/** Form fields: what the reader is typing wins over the markup. */

const LEFT_ALONE = 1000; // ms for which a slider stays where the reader has put it

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
    for (const form of body.querySelectorAll("form:has([data-fill], [data-applies])")) pressFilled(form);
  };
  return {
    follow,
    touch: (field) => touched.set(field, performance.now()),
    press: (field) => { pressed = field; },
  };
}
/** Shows which buttons' fields a form has now, and what makes a difference beside them. */
function pressFilled(form) {
  hideIdle(form);
  for (const button of form.querySelectorAll("[data-fill]")) {
    const fields = Object.entries(JSON.parse(button.dataset.fill));
    const same = fields.every(([name, value]) => form.elements[name]?.value === value);
    button.setAttribute("aria-pressed", same);
  }
}

const isText = (el) =>
  el.matches("textarea, [contenteditable]:not([contenteditable=false])") ||
  (el.matches("input") && !/^(button|checkbox|color|file|image|radio|range|reset|submit)$/.test(el.type));
