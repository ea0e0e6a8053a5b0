// The outline stays until the panel itself is there, and says what is going on in the visitor's language.
(() => {
  const words = {
    en: { ready: "Setting the table…", slow: "This is taking longer than usual, but the page is still loading.", lost: "The page could not be loaded.", again: "Start again" },
    fr: { ready: "On prépare la table…", slow: "Cela prend plus de temps que d’habitude. La page se charge encore.", lost: "La page n’a pas pu être chargée.", again: "Recommencer" },
    de: { ready: "Der Tisch wird gedeckt …", slow: "Das dauert länger als sonst. Die Seite lädt noch.", lost: "Die Seite ließ sich nicht laden.", again: "Neu beginnen" },
  }[document.documentElement.lang];
  const text = document.getElementById("loading_text");
  const say = (sentence, again) => {
    text.textContent = sentence;
    if (again) {
      const link = document.createElement("a");
      link.href = "";
      link.textContent = words.again;
      text.append(" ", link);
    }
  };
  say(words.ready);
  const slow = setTimeout(() => say(words.slow, true), 20_000);

  let late;
  const show = () => {
    clearTimeout(slow);
    clearTimeout(late);
    document.getElementById("loading")?.remove();
    document.getElementById("rendered_cells").hidden = false;
  };
  // The cells may be shown when a widget has drawn something that stays, or when there is none to wait for.
  const settle = () => {
    const cells = document.getElementById("rendered_cells");
    const waits = [...cells.querySelectorAll('script[type="application/vnd.voila.cell-output+json"]')];
    if (!waits.some((script) => script.textContent.includes("widget-view+json"))) return show();
    new MutationObserver((_, observer) => {
      // neither a box nor the place of a widget that is to come
      if (!cells.querySelector(".jupyter-widgets :not(script, style, .widget-box, [class=lm-Widget]), .pw-body > *")) return;
      late ??= setTimeout(show, 5_000); // if its kernel does not answer
      if (cells.querySelector("[data-settles], .pw-desk:not(:has(.pw-desk__stage .pw-body > *))")) return;
      observer.disconnect();
      show();
    }).observe(cells, { childList: true, subtree: true, attributeFilter: ["data-settles"] });
  };

  // Voila calls these by name: at the end of the cells, when its scripts are ready, and while a cell is slow.
  window.voila_finish = settle;
  window.voila_heartbeat = () => {};
  addEventListener("paydays:kernel", ({ detail }) => { if (detail === "gone") say(words.lost, true); });
  addEventListener("error", (event) => { if (event.target.src?.includes("/voila/")) say(words.lost, true); }, true);
})();
