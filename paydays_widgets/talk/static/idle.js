/**
 * Hides the parts of a form that make no difference beside what its fields have. `data-applies` lists, as JSON, fields
 * and values: one of these must be met, by a field that makes a difference itself. After "!" stands what it must not be.
 */
function hideIdle(form, field = (name) => form.elements[name]) {
  const met = ([name, wanted]) => {
    const has = field(name);
    if (!has) return true;
    if (has.closest("[data-applies]")?.hidden) return false;
    return wanted.startsWith("!") ? has.value !== wanted.slice(1) : has.value === wanted;
  };
  for (const part of form.querySelectorAll("[data-applies]")) part.hidden = !JSON.parse(part.dataset.applies).some(met);
}
