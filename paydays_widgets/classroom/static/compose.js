/** The form of a class: what a game or a block starts from fills in its rules, which can then be changed. */

const programmes = [...document.querySelectorAll(".cl-programme")];
const choose = () => {
  const game = document.querySelector("[name='game']:checked")?.value;
  for (const each of programmes) each.hidden = each.dataset.game !== game;
};
for (const each of document.querySelectorAll("[name='game']")) each.addEventListener("change", choose);
choose();

for (const block of document.querySelectorAll(".cl-block, [data-fills]")) {
  const start = block.querySelector("[data-starts]");
  const rules = [...block.querySelectorAll("[data-switch]")];
  const matters = (has, wanted) => (wanted.startsWith("!") ? has !== wanted.slice(1) : has === wanted);
  const values = () => Object.fromEntries(rules.map((each) => [each.dataset.switch, each.value]));

  const fill = (anew) => {
    const usual = JSON.parse(start.selectedOptions[0].dataset.values ?? "{}");
    for (const each of rules) {
      const first = each.querySelector("[value='']"); // for a browser without script
      first.hidden = first.disabled = each.dataset.switch in usual;
      if (anew || !each.value) each.value = usual[each.dataset.switch] ?? "";
    }
    show();
  };
  const show = () => {
    for (const each of rules) {
      const [other, value] = (each.dataset.applies ?? "").split("=");
      each.closest("label").hidden = Boolean(other) && !matters(values()[other], value);
    }
  };
  start.addEventListener("change", () => fill(true));
  block.addEventListener("change", show);
  fill(false);
}
