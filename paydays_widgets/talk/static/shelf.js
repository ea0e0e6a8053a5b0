/** The browser's storage. */

/** Accesses the browser's storage; returns false if it is full or disabled. */
function stored(act, where = "localStorage") {
  try {
    return act(globalThis[where]) ?? true;
  } catch {
    return false;
  }
}

/** Returns whether the browser lets this page store anything. */
const stores = () => stored((storage) => storage.length >= 0);

/** A line to other tabs; where the browser forbids storage, it forbids that too. */
function channel(name) {
  try {
    return new BroadcastChannel(name);
  } catch {
    return Object.assign(new EventTarget(), { postMessage() {}, close() {} });
  }
}

/** The browser's storage for one panel: records by name with their times, shared by all tabs, and a
 *  note for this tab alone. Their contents are opaque here. */
function shelf(panel) {
  const base = `paydays:${location.pathname}:${panel}`;
  const key = (name) => (name ? `${base}:${name}` : base);
  const keys = (has) => Object.keys(localStorage).filter(has);
  const own = (each) => each === base || each.startsWith(`${base}:`);
  const remove = (storage, gone) => gone.forEach((each) => storage.removeItem(each));
  return {
    key,
    records() {
      const found = {};
      stored((storage) => {
        for (const each of keys(own)) {
          const [, when, text] = storage.getItem(each).match(/^(?:(\d+) )?([^]*)$/);
          found[each.slice(base.length + 1)] = { text, when: Number(when ?? 0) };
        }
      });
      return found;
    },
    write: (name, text) =>
      stored((storage) => {
        if (text) storage.setItem(key(name), `${Date.now()} ${text}`);
        else storage.removeItem(key(name));
      }),
    note: () => stored((storage) => storage.getItem(base) ?? "", "sessionStorage") || "",
    writeNote: (text) => stored((storage) => storage.setItem(base, text), "sessionStorage"),
    forget: (names) => stored((storage) => remove(storage, names.map(key))),
    forgetAll: (everywhere) =>
      stored((storage) => remove(storage, keys(everywhere ? (each) => each.startsWith("paydays:/") : own))),
  };
}

/** The reader's choices that apply to every page of this host. */
const PREFERENCES = ["language", "theme", "teach", "pace"];
function prefer({ do: verb, value }) {
  if (!PREFERENCES.includes(verb)) return;
  stored((storage) => storage.setItem(`paydays:${verb}`, value));
  if (verb === "language" && globalThis.paydaysKernel) speak(value);
}
/** Has a page of its own speak a language: the choice is newer than its address. */
function speak(language) {
  document.documentElement.lang = language;
  const here = new URL(location.href);
  here.searchParams.delete("lang");
  history.replaceState(history.state, "", here);
  dispatchEvent(new Event("paydays:language"));
}
function preferences() {
  const found = PREFERENCES.map((name) => [name, stored((s) => s.getItem(`paydays:${name}`) ?? "")]);
  const chosen = Object.fromEntries(found.filter(([, value]) => value));
  // A page of its own knows: its address may name a language, or the reader has just chosen one.
  const own = globalThis.paydaysKernel && { language: document.documentElement.lang };
  return { language: navigator.language.slice(0, 2), ...chosen, ...own };
}

const linkIn = (hash) => (hash.startsWith("#g=") || hash === "#start" ? hash.slice(1) : "");
const linkHere = () => linkIn(location.hash);
