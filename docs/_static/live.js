// A position on a live table of the site, loaded when it is asked for.
for (const box of document.querySelectorAll("[data-live]")) {
  box.addEventListener("toggle", () => {
    if (!box.open || box.querySelector("iframe")) return;
    const frame = document.createElement("iframe");
    frame.src = box.dataset.live;
    frame.title = box.firstElementChild.textContent;
    box.append(frame);
  });
}
