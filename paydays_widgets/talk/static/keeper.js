/** What a panel keeps in the browser, in case its kernel dies, and what it finds there. */

function keeper({ model, box, on, leads }) {
  const kept = shelf(model.get("keep"));
  const keeps = () => model.get("keep") && leads();
  let written = { name: model.get("record_name"), text: "", note: model.get("note") };
  let full = !stores();
  let claimed = null; // the record that other tabs have been asked about
  const tabs = channel("paydays");

  function keep() {
    if (!keeps()) return;
    const lesson = model.get("lesson");
    if (lesson) dispatchEvent(new CustomEvent("paydays:record", { detail: { ...lesson, record: model.get("record") } }));
    const [name, text, note] = ["record_name", "record", "note"].map((trait) => model.get(trait));
    if (name !== written.name || text !== written.text) {
      // Remove an outdated link from the address: a reload would open its game again.
      if (text && linkHere() && linkHere() !== text) history.replaceState(history.state, "", location.pathname + location.search);
      const done = kept.write(name, text);
      if (!done && !full) box.tell({ do: "storage-full" });
      if (done && full && lesson) box.tell({ do: "storage-room" });
      full = !done;
    }
    if (note !== written.note) kept.writeNote(note);
    written = { name, text, note };
  }
  /** Whether what is found here changes the table, or the controls beside it. */
  const changes = () => keeps() && (linkHere() || kept.note() || preferences().teach === "true");
  const hello = () => model.get("greet") && box.tell({ do: "greet", value: preferences() });
  on(window, "paydays:language", hello); // chosen beside the panels
  // What the server of a homework says of it: which questions are open, and what it has kept.
  const pass = (verb) => {
    const said = globalThis.paydaysHomework ?? {};
    if (verb in said && model.get("lesson") && keeps()) box.tell({ do: verb, value: said[verb] });
  };
  on(window, "paydays:homework", ({ detail }) => pass(detail));
  function greet() {
    hello();
    if (!keeps()) return;
    pass("kept");
    pass("unlocked");
    if (!stores()) box.tell({ do: "storage-none" });
    const note = together.told.has(kept.key("")) ? "" : kept.note();
    together.told.add(kept.key(""));
    const value = { records: kept.records(), note, link: linkHere() };
    if (Object.values(value).some((each) => Object.keys(each).length)) box.tell({ do: "kept", value });
  }
  // By now, `keep` may have removed the link from the address.
  on(window, "hashchange", ({ newURL }) => {
    const link = linkIn(new URL(newURL).hash);
    if (keeps() && link) box.tell({ do: "link", value: link });
  });
  // A tab that claims a record asks whether another tab writes it; if so, it needs its own.
  on(tabs, "message", ({ data }) => {
    if (!keeps()) return;
    const own = kept.key(model.get("record_name"));
    if (data.claims === own) tabs.postMessage({ writes: own });
    else if (data.writes === own && own === claimed) box.tell({ do: "taken", value: model.get("record_name") });
  });
  return {
    keep,
    changes,
    greet,
    close: () => tabs.close(),
    orders: {
      tell: () => keeps() && box.tell({ do: "kept", value: { records: kept.records() } }),
      keep: ({ name, text }) => keeps() && kept.write(name, text),
      forget: ({ names, all }) => {
        if (!keeps()) return;
        if (names) kept.forget(names);
        else kept.forgetAll(all === "everywhere");
      },
      claim: ({ name }) => {
        if (!keeps()) return;
        claimed = kept.key(name);
        tabs.postMessage({ claims: claimed });
      },
    },
  };
}
