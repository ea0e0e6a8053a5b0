// Keeps the site in the browser as soon as a page needs Python, and tells of a new version, which takes over when the
// reader says so: pages of two versions never mix.
{
  const WORDS = {
    en: ["There is a new version of this site.", "Load it"],
    fr: ["Il existe une nouvelle version de ce site.", "La charger"],
    de: ["Es gibt eine neue Version dieser Website.", "Laden"],
  };
  const { up, plays } = document.currentScript.dataset;
  let here;
  try {
    here = navigator.serviceWorker;
  } catch { /* a frame may forbid it */ }
  const tell = (act) => {
    if (document.querySelector(".news")) return;
    const [text, label] = WORDS[document.documentElement.lang] ?? WORDS.en;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: label, onclick: act });
    const news = Object.assign(document.createElement("p"), { className: "news", textContent: text });
    news.setAttribute("role", "status");
    news.append(button);
    document.body.append(news);
  };
  const watch = (kept) => {
    const isNew = here.controller === null; // the first version that comes to this page is no news
    let pressed = false;
    const take = () => {
      pressed = true;
      if (kept.waiting) kept.waiting.postMessage("take over");
      else location.reload();
    };
    const look = () => { if (kept.waiting && kept.active) tell(take); };
    look();
    kept.addEventListener("updatefound", () => kept.installing?.addEventListener("statechange", look));
    here.addEventListener("controllerchange", () => {
      if (pressed) location.reload();
      else if (!isNew) tell(take); // another page has let it in
    });
  };
  addEventListener("load", async () => {
    const scope = new URL(up || "./", location.href);
    const kept = plays
      ? await here?.register(new URL("sw.js", scope), { updateViaCache: "none" })
      : await here?.getRegistration(scope);
    if (kept) watch(kept);
  });
}
