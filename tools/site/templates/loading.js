// What is said until Python is there, and if it does not come: on a lesson, where nothing else is said, only then.
{
  const WORDS = {
    en: {
      python: "Loading Python…", table: "Setting the table…", failed: "The page could not be loaded.", again: "Load it again",
      framed: "The frame around this page does not let it run: its sandbox must allow “allow-scripts” and “allow-same-origin”.",
      wasm: "Python does not run in this browser: it needs WebAssembly.", slow: "Python is not there yet: the network may be slow.",
    },
    fr: {
      python: "Python se charge…", table: "On prépare la table…", failed: "La page n’a pas pu être chargée.", again: "La charger à nouveau",
      framed: "Le cadre autour de cette page l’empêche de fonctionner\u202f: son attribut sandbox doit contenir «\u202fallow-scripts\u202f» et «\u202fallow-same-origin\u202f».",
      wasm: "Python ne fonctionne pas dans ce navigateur : il lui faut WebAssembly.", slow: "Python n’est pas encore là : le réseau est peut-être lent.",
    },
    de: {
      python: "Python wird geladen …", table: "Der Tisch wird gedeckt …", failed: "Die Seite ließ sich nicht laden.", again: "Noch einmal laden",
      framed: "Der Rahmen um diese Seite lässt sie nicht laufen: Sein Attribut sandbox muss „allow-scripts“ und „allow-same-origin“ enthalten.",
      wasm: "Python läuft nicht in diesem Browser: Es braucht WebAssembly.", slow: "Python ist noch nicht da: Vielleicht ist das Netz langsam.",
    },
  };
  const PATIENCE = 60_000; // ms
  const ENDS = ["failed", "framed", "wasm", "slow"];
  const heard = ({ target, filename }) => {
    if (target.tagName === "SCRIPT" || filename?.startsWith(location.origin)) paydaysLoading("failed");
  };
  const slow = setTimeout(() => paydaysLoading("slow"), PATIENCE);
  let at = "";
  window.paydaysLoading = (stage) => {
    if (at === "here" || (at === "wasm" && stage === "failed")) return;
    if (stage === "failed" && self.origin === "null") stage = "framed";
    at = stage;
    if (stage === "here") {
      clearTimeout(slow);
      removeEventListener("error", heard, true);
      document.querySelector("#loading_text.alone")?.remove();
      return;
    }
    const ends = ENDS.includes(stage);
    let text = document.getElementById("loading_text");
    if (!text && !ends) return;
    if (!text) {
      text = Object.assign(document.createElement("p"), { id: "loading_text", className: "alone" });
      text.setAttribute("role", "alert");
      document.documentElement.append(text);
    }
    const words = WORDS[document.documentElement.lang] ?? WORDS.en;
    text.textContent = words[stage];
    if (ends) text.append(" ", Object.assign(document.createElement("a"), { href: "", textContent: words.again }));
  };
  addEventListener("error", heard, true); // a script that is not there, or not taken for one, is told to nobody else
}
