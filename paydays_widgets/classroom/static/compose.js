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
  const fill = (anew) => {
    const usual = JSON.parse(start.selectedOptions[0].dataset.values ?? "{}");
    for (const each of rules) {
      const first = each.querySelector("[value='']"); // for a browser without script
      first.hidden = first.disabled = each.dataset.switch in usual;
      if (anew || !each.value) each.value = usual[each.dataset.switch] ?? "";
    }
    show();
  };
  const show = () => hideIdle(block, (name) => rules.find((each) => each.dataset.switch === name));
  const brief = block.querySelector("[data-brief]:not(option)");
  const say = () => { if (brief) brief.textContent = start.selectedOptions[0].dataset.brief; };
  start.addEventListener("change", () => { fill(true); say(); });
  say();
  block.addEventListener("change", show);
  fill(false);
}

/** How long a game takes whose periods end with a bell: these, and the pauses after them. */
for (const told of document.querySelectorAll("[data-length]")) {
  const { count, periods, pause, about, open } = JSON.parse(told.dataset.length);
  const within = told.closest("[data-fills]") ?? told.parentElement;
  const limit = within.querySelector("[name^='limit-']");
  const rounds = within.querySelector(`[data-switch="${count}"]`);
  const say = () => {
    const minutes = Math.ceil(((rounds?.value || periods) * (Number(limit.value) + pause)) / 60);
    told.textContent = limit.value === "0" ? open : about.replace("{n}", minutes);
  };
  within.closest("form").addEventListener("change", say);
  say();
}
