// A lesson that is homework: what is answered goes to the class's server, again and again until the server has it.
(() => {
  const PAUSE = 10_000; // ms between two questions how the homework stands
  const SOON = 300; // ms until what is answered is sent
  const LATE = 30_000; // ms between two tries, at most
  const here = new URL(location.href);
  const [code, seed] = ["homework", "seed"].map((each) => here.searchParams.get(each) ?? "");
  if (!/^[A-Z]+$/.test(code)) return;
  const { baseUrl } = JSON.parse(document.getElementById("jupyter-config-data").textContent);
  const shelf = `paydays:homework:${code}:${seed}`;
  const words = {
    en: {
      all: "Homework: your teacher has all your answers.",
      some: "Homework: your last answers have not reached your teacher yet. The page sends them again; go on.",
      out: "This browser has no seat in the homework. Your answers stay here.",
      join: "Join with the code",
      due: "Due {when}.",
      late: "It was due {when}: what you answer now is marked late.",
    },
    fr: {
      all: "Devoir : votre professeur a toutes vos réponses.",
      some: "Devoir : vos dernières réponses ne sont pas encore arrivées chez votre professeur. La page les renvoie ; continuez.",
      out: "Ce navigateur n’a pas de place dans le devoir. Vos réponses restent ici.",
      join: "Entrer avec le code",
      due: "À rendre avant le {when}.",
      late: "Il fallait le rendre avant le {when} : ce que vous répondez maintenant est marqué en retard.",
    },
    de: {
      all: "Hausaufgabe: Deine Lehrkraft hat alle deine Antworten.",
      some: "Hausaufgabe: Deine letzten Antworten sind noch nicht bei deiner Lehrkraft. Die Seite schickt sie noch einmal; mach weiter.",
      out: "Dieser Browser hat in der Hausaufgabe keinen Platz. Deine Antworten bleiben hier.",
      join: "Mit dem Code beitreten",
      due: "Abgabe bis {when}.",
      late: "Abgabe war bis {when}: Was du jetzt antwortest, gilt als verspätet.",
    },
  };
  let isNew = true; // this browser has nothing of the homework: then the server tells what it has
  let given = {}; // what was answered, by question, as it is sent
  let stored = {}; // the same, as far as the server has it
  try {
    const found = JSON.parse(localStorage.getItem(shelf));
    if (found) ({ given, stored } = found);
    isNew = !found;
  } catch { /* the browser keeps nothing */ }
  const keep = () => {
    try {
      localStorage.setItem(shelf, JSON.stringify({ given, stored }));
    } catch { /* or nothing more: the page still has it */ }
  };
  // Tell the lesson now, or when it is there.
  globalThis.paydaysHomework = {};
  const tell = (verb, value) => {
    globalThis.paydaysHomework[verb] = value;
    dispatchEvent(new CustomEvent("paydays:homework", { detail: verb }));
  };
  let unlocked = null;
  const waiting = () => Object.keys(given).find((each) => given[each] !== stored[each]);

  const note = document.createElement("p");
  note.className = "homework";
  note.setAttribute("role", "status");
  let told = {};
  let isOut = false;
  const say = () => {
    const lang = document.documentElement.lang;
    const { all, some, out, join, due, late } = words[lang] ?? words.en;
    const parts = [isOut ? out : waiting() ? some : all];
    const until = told.due && new Date(told.due).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });
    if (until && !isOut) parts.push((Date.now() + told.ahead > told.due ? late : due).replace("{when}", until));
    if (!note.isConnected) document.body?.prepend(note); // the page may still be coming
    const said = parts.join(" ");
    if (note.dataset.said === said) return; // or a screen reader would say it again
    note.dataset.said = note.textContent = said;
    note.dataset.state = isOut ? "out" : waiting() ? "some" : "all";
    if (isOut) note.append(" ", Object.assign(document.createElement("a"), { href: `${baseUrl}join/${code}`, textContent: join }));
  };

  let timer = 0;
  let pause = SOON;
  let isBusy = false;
  const later = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(send, ms);
  };
  async function send() {
    if (isBusy) return;
    isBusy = true;
    const id = waiting();
    const body = given[id];
    const method = body ? "POST" : "GET";
    try {
      const headers = { "Content-Type": "application/json" };
      const signal = AbortSignal.timeout(LATE);
      const answer = await fetch(`${baseUrl}class/${code}/attempts?seed=${seed}`, { method, body, headers, signal, cache: "no-store" });
      isOut = answer.status === 403;
      if (!answer.ok) throw new Error(answer.status);
      told = await answer.json();
      told.ahead = told.now - Date.now();
      if (body && !told.held) stored[id] = body;
      keep();
      if (isNew && told.kept) {
        isNew = false;
        tell("kept", { records: { "": { text: JSON.stringify(told.kept), when: 0 } } });
      }
      if (told.unlocked !== unlocked) {
        unlocked = told.unlocked;
        tell("unlocked", unlocked);
      }
      if (told.held) throw new Error("the teacher has closed the question: it is sent again");
      pause = SOON;
      later(waiting() ? 0 : PAUSE);
    } catch {
      const newest = given[id];
      delete given[id];
      if (newest) given[id] = newest; // the last one now: the others are not held up by it
      later(pause);
      pause = Math.min(LATE, 2 * pause);
    }
    isBusy = false;
    say();
  }
  addEventListener("paydays:record", ({ detail: { record, questions, of } }) => {
    const all = record ? JSON.parse(record) : {};
    for (const [question, { answers = [], right = [], shown = false }] of Object.entries(all)) {
      const number = questions.indexOf(question) + 1;
      if (number) given[question] = JSON.stringify({ question, number, of, answers, right, shown });
    }
    if (!waiting()) return;
    keep();
    say();
    if (pause === SOON) later(SOON);
  });
  addEventListener("paydays:language", say);
  addEventListener("online", () => later(0));
  document.addEventListener("visibilitychange", () => document.hidden || later(0));
  later(0);
})();
