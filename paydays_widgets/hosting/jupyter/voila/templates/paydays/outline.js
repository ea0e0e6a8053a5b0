// Hangs a still in place of the outline. It is apart from the page, which neither finds it nor lends it rules.
window.paydaysStill?.then((markup) => {
  const outline = document.getElementById("loading");
  if (!markup || !outline) return;
  const still = document.createElement("div");
  still.className = "still";
  still.inert = true;
  still.setAttribute("aria-hidden", "true");
  const root = still.attachShadow({ mode: "closed" });
  root.innerHTML = markup;
  root.querySelector(".pw-desk").dataset.theme = document.documentElement.dataset.theme;
  outline.classList.add("has-still");
  outline.replaceChildren(document.getElementById("loading_text"), still);
}, () => {}); // or else the outline stays
