// How the page begins, asked for before anything else: a new game, with nothing to click. There is none if
// the reader comes back to a kept game or as a teacher, or with a link to another.
(() => {
  const config = JSON.parse(document.getElementById("jupyter-config-data").textContent);
  const [, path] = location.pathname.split("/voila/render/");
  const isOther = () => {
    try {
      if (localStorage["paydays:teach"] === "true") return true;
      return Object.keys(localStorage).some((key) => key.startsWith(`paydays:${location.pathname}:`));
    } catch { return false; }
  };
  if (!config.hasStills || !path || location.hash || isOther()) return;
  const still = `${config.baseUrl}paydays/still/${document.documentElement.lang}/${path}`;
  window.paydaysStill = fetch(still, { priority: "high" }).then((answer) => (answer.ok ? answer.text() : ""));
})();
