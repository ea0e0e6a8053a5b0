// The page's kernel, as the server knows it. The page asks for it from its first line on, so that the
// server keeps it while the rest is loading, and gives it back when it is left: without this, the
// kernel of a page that was closed would idle until it is culled.
(() => {
  const BEAT = 1500; // ms from one question to the next
  const AWAY = 500; // ms between questions while the server does not answer
  const PATIENCE = 3000; // ms until a question counts as unanswered, at least
  const SLOWER = 3; // times as long as the last one took
  const LONGEST = 24_000; // ms
  const config = JSON.parse(document.getElementById("jupyter-config-data").textContent);
  const cookie = () => /(?:^|; )_xsrf=([^;]*)/.exec(document.cookie)?.[1];
  // The server asks for a token that is in a cookie and in the request alike, but hands none out here.
  if (!cookie()) {
    const token = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"));
    document.cookie = `_xsrf=${token.join("")}; path=${config.baseUrl}; SameSite=Strict`;
  }
  const end = () =>
    fetch(`${config.baseUrl}voila/api/shutdown/${config.kernelId}`, {
      method: "POST",
      keepalive: true,
      headers: { "X-XSRFToken": cookie() },
    });
  // A page that the browser kept and brings back has no kernel any more.
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  if (!config.needsKernel) {
    end();
    return;
  }
  let isLeft = false;
  addEventListener("pagehide", () => {
    isLeft = true;
    end();
  });

  // A visitor who has waited came with a ticket, which is used up.
  const here = new URL(location.href);
  if (here.searchParams.has("ticket")) {
    here.searchParams.delete("ticket");
    history.replaceState(history.state, "", here);
  }

  // The server says when it is about to be restarted; what the browser keeps is there again afterwards.
  const CLOSING = {
    en: "The server is about to be restarted. This page will come back by itself, and your game with it.",
    fr: "Le serveur va redémarrer. Cette page reviendra d’elle-même, et votre partie avec elle.",
    de: "Der Server wird gleich neu gestartet. Diese Seite kommt von selbst wieder und mit ihr dein Spiel.",
  };
  let isClosing = false;
  const announce = () => {
    if (isClosing) return;
    isClosing = true;
    const note = document.createElement("p");
    note.className = "closing";
    note.setAttribute("role", "status");
    document.body.prepend(note);
    note.textContent = CLOSING[document.documentElement.lang] ?? CLOSING.en;
  };

  let state = "here";
  let asked = 0; // questions so far
  let answered = 0; // the newest question that has an answer
  let timer = 0;
  let patience = PATIENCE;
  let heard = -Infinity; // when the kernel last said anything, through its channel
  /** Asks the server: the kernel is "here", at work ("busy"), or "gone"; or the server is "away". */
  const ask = async () => {
    if (isLeft) return state;
    const question = ++asked;
    const began = performance.now();
    const now = await fetch(`${config.baseUrl}api/kernels/${config.kernelId}`, {
      cache: "no-store",
      headers: { "X-XSRFToken": cookie() }, // JupyterHub asks for it even here
      signal: AbortSignal.timeout(patience),
    })
      .then(async (answer) => {
        if (answer.status === 404) return "gone";
        if (!answer.ok) return "away";
        patience = Math.min(LONGEST, Math.max(PATIENCE, SLOWER * (performance.now() - began)));
        if (answer.headers.has("Paydays-Closing")) announce();
        return (await answer.json()).execution_state === "busy" ? "busy" : "here";
      })
      .catch(() => {
        if (heard < began && !document.getElementById("loading")) return "away";
        patience = Math.min(LONGEST, 2 * patience); // it is slow, and fewer questions do it good
        return "busy";
      });
    // A question that was lost on the way says nothing, if a later one has been answered.
    if (!isLeft && question > answered && state !== "gone") {
      if (now !== "away") answered = question;
      state = now;
      if (isClosing && state === "gone") location.reload();
      else dispatchEvent(new CustomEvent("paydays:kernel", { detail: state }));
    }
    return state;
  };
  const beat = () => {
    clearTimeout(timer);
    if (isLeft || state === "gone") return;
    timer = setTimeout(beat, state === "away" ? AWAY : BEAT);
    if (!document.hidden || document.getElementById("loading")) ask();
  };
  for (const name of ["online", "offline", "visibilitychange"]) addEventListener(name, beat);
  timer = setTimeout(beat, BEAT);
  window.paydaysKernel = { ask, heard: () => { heard = performance.now(); } };
})();
