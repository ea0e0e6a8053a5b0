// The front page: the same words in three languages, of which one is shown.
const root = document.documentElement;
const query = new URLSearchParams(location.search);
const stored = (act) => {
  try { return act(localStorage); } catch { return null; }
};
const paint = (theme) => {
  for (const each of document.querySelectorAll(".pw")) each.dataset.theme = theme;
  for (const each of document.querySelectorAll("[data-do=theme]")) each.value = theme;
};

// an address that names a game leads to it: ?game=zahltag&position=tie-at-one
if (query.has("game")) {
  const game = query.get("game");
  query.delete("game");
  if (/^\w+$/.test(game)) location.replace(`dashboards/${game}.html?${query}${location.hash}`);
}

paint(query.get("theme") ?? stored((storage) => storage.getItem("paydays:theme")) ?? "auto");
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-do=language]");
  if (!button) return;
  root.lang = button.dataset.value;
  stored((storage) => storage.setItem("paydays:language", root.lang));
  document.querySelector(`[data-words=${root.lang}] [data-do=language][aria-pressed=true]`).focus();
});
document.addEventListener("change", ({ target }) => {
  if (target.dataset.do !== "theme") return;
  paint(target.value);
  stored((storage) => storage.setItem("paydays:theme", target.value));
});
