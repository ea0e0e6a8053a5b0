// Light or dark is the visitor's choice (or the address's: ?theme=dark), from the first paint on.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const asked = new URLSearchParams(location.search).get("theme");
  window.paydaysTheme = () => {
    const isDark = asked === "dark" || (asked !== "light" && dark.matches);
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    for (const sheet of document.querySelectorAll("link[data-theme]")) {
      const onScreen = (sheet.dataset.theme === "dark") === isDark;
      if (sheet.dataset.theme === "dark") sheet.media = onScreen ? "screen" : "not all";
      else sheet.media = onScreen ? "all" : "print"; // paper is white
    }
    if (document.body) {
      document.body.dataset.jpThemeLight = String(!isDark);
      document.body.dataset.jpThemeName = isDark ? "JupyterLab Dark" : "JupyterLab Light";
    }
  };
  dark.addEventListener("change", window.paydaysTheme);
  window.paydaysTheme();
  let chosen = null; // in a panel
  try {
    chosen = localStorage.getItem("paydays:language");
  } catch { /* the browser keeps nothing */ }
  const named = new URLSearchParams(location.search).get("lang");
  const language = (named || chosen || navigator.language || "en").slice(0, 2).toLowerCase();
  document.documentElement.lang = ["de", "fr"].includes(language) ? language : "en";
})();
