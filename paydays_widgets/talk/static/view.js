/**
 * The stage of a panel. It shows the markup that Python sends, animates what has moved, and sends
 * the reader's actions back. It knows nothing of games, only a handful of data attributes:
 *
 *   data-key        an element's identity, wherever it stands; used by the morph
 *   data-move       a move's notation          data-do, data-value   a verb and its argument
 *   data-walk       reached by the arrow keys  data-group            where focus falls back to
 *   data-hotkey     the keys that activate it  data-grab, data-focus what takes focus
 *   data-motion     slide | turn | fly, with data-from, data-to, data-face
 *   data-kept       set here: stands for an element of the page that stays as it is
 *   data-show       a token: scrolled into view when it is new
 *   data-begins     a token: JupyterLab, which has run all cells, is scrolled back to the beginning
 *   data-settles    set here while another table or other controls are about to take its place
 *   data-fill       on a button of a form: JSON with the fields that it fills in
 *   data-pad        JSON with the facts of a sum that is typed; data-sends, data-possible: its button, its words
 *   data-firm       around a button whose move may change under the finger: what was read counts
 *   data-say        words for the live region  data-scroll="end | now", data-keep-open, data-value-forced
 *   data-when       a time in milliseconds, written here in the reader's time zone and language
 *
 * This file joins the parts beside it. They are served as one module, in alphabetical order: they
 * share one scope, and what runs while it is loaded may use functions of all parts, but constants
 * only of its own.
 */

function open(model, el, leads) {
  const body = make("div", { class: "pw-body" });
  const status = make("div", { class: "pw-sr", role: "status", "aria-live": "polite" });
  // The attribute is for hosts that see a key before the stage can stop it (see `press`).
  const root = make("div", { class: "pw", tabindex: "-1", "data-lm-suppress-shortcuts": "true" });
  root.append(body, status);
  el.append(root);

  const ended = new AbortController();
  const on = (target, names, act) => {
    for (const name of names.split(" ")) {
      target.addEventListener(name, act, { signal: ended.signal });
    }
  };
  const motion = choreographer(body);
  const walk = rover();
  const line = lifelineTo(isCopy(model) ? null : model.widget_manager?.kernel);
  const desk = () => root.closest(".pw-desk");
  const foresee = (message) => foreseen(desk(), model, message);
  const box = postbox(model, line, root, foresee);
  const focus = focusKeeper(root, body);
  const fields = fieldKeeper(body, focus.current);
  const pads = padKeeper({ body, root, on });
  const store = keeper({ model, box, on, leads });
  const banner = kernelBanner({ model, root, body, focus });

  let html = null;
  let parts = new Map(); // where its elements with a key begin and end
  let seq = null;
  let said = null;
  let showing = new Set(); // the tokens of what is on the page
  const scrolled = new Set(); // boxes that the reader or the stage has scrolled
  let asked = null; // the position for which a step has been requested
  let timer = 0;
  let greeted = false;
  if (leads() && store.changes()) set(root, "data-settles", "");

  /** Updates the page in phases, yielding between them: measure, change, finish. */
  function* update() {
    set(root, "role", model.get("label") ? "region" : "group");
    set(root, "aria-label", model.get("label") || null);
    set(root, "data-theme", model.get("theme"));
    const lang = model.get("lang") ?? "";
    if (root.lang !== lang) parts = new Map(); // what is written here is written in this language
    set(root, "lang", lang);
    const [markup, position] = [model.get("html"), model.get("seq")];
    const isNew = markup !== html || position !== seq;
    const rest = markup === html ? atRest : yield* show(markup);
    [html, seq] = [markup, position];
    if (isNew) box.rendered();
    else box.unchanged();
    const restored = greeted; // or what may yet be restored would be overwritten
    yield;
    playOn(yield* rest());
    if (restored) store.keep();
  }

  /** Shows markup, and returns the work left before the next paint. */
  function* show(markup) {
    const known = byKey(body);
    const first = html === null;
    const next = parsed(markup, known);
    prepare(next, known);
    const moves = !first && !(still.matches || model.get("quick") || document.hidden || desk()?.querySelector("[data-settles]"));
    const giveFocusBack = focus.hold();
    const scrollBack = keepScroll(body, scrolled);
    const setMoving = moves ? motion.watch(known, next) : null;
    yield;
    motion.stop(); // only now, so that running animations continue from where they were seen
    morph(body, next, known);
    fields.follow();
    pads.follow();
    announceNews();
    giveFocusBack();
    return function* () {
      scrollBack(body);
      for (const box of body.querySelectorAll("[data-scroll=now]")) sizes.observe(box);
      reveal(first);
      yield;
      return setMoving?.() ?? 0;
    };
  }

  /** Parses markup, except what is on the page already. */
  function parsed(markup, known) {
    const template = document.createElement("template");
    const before = parts;
    parts = keyedParts(markup);
    template.innerHTML = shortened(markup, parts, html ?? "", before);
    const kept = [...template.content.querySelectorAll("[data-kept]")];
    const isThere = (el) => known.get(keyOf(el))?.nodeName === el.nodeName;
    if (!kept.every(isThere)) template.innerHTML = markup;
    return template.content;
  }

  /** Adds to the markup what only this page knows, so that the two can be compared. */
  function prepare(next, known) {
    for (const script of next.querySelectorAll("script")) script.remove();
    for (const details of next.querySelectorAll("details[data-keep-open][data-key]")) {
      if (known.has(keyOf(details))) details.open = known.get(keyOf(details)).open;
    }
    for (const chip of next.querySelectorAll("[data-motion~=fly]")) {
      chip.setAttribute("aria-hidden", "true");
      Object.assign(chip.style, { position: "absolute", opacity: 0, pointerEvents: "none" });
    }
    for (const goal of next.querySelectorAll("[data-grab], [data-focus]")) {
      if (!goal.matches(FOCUSABLE)) goal.setAttribute("tabindex", "-1");
    }
    for (const moment of next.querySelectorAll("[data-when]")) {
      const near = navigator.languages.find((each) => each.startsWith(model.get("lang")));
      const how = { dateStyle: "medium", timeStyle: "short" };
      moment.textContent = new Date(Number(moment.dataset.when)).toLocaleString(near ?? model.get("lang"), how);
    }
    walk.prepare(next, known);
  }

  /** Scrolls to new elements that ask for it, unless they begin in the upper half of the window. */
  function reveal(first) {
    const all = [...body.querySelectorAll("[data-show]")];
    const fresh = all.filter((el) => !showing.has(el.dataset.show));
    showing = new Set(all.map((el) => el.dataset.show));
    if (first || !leads()) return;
    for (const el of fresh) {
      const held = heldBy(el)?.parentElement;
      if (!begins(held ?? el)) (held ?? el).scrollIntoView({ block: held ? "start" : "nearest" });
    }
  }

  function begins(el) {
    const { top } = el.getBoundingClientRect();
    return top >= 0 && top < innerHeight / 2;
  }

  function announce(words) {
    // Screen readers repeat the same words only if the text differs.
    status.textContent = words === status.textContent ? `${words}\u00a0` : words;
  }
  function announceNews() {
    const parts = [...body.querySelectorAll("[data-say]")].map((part) => part.textContent.trim());
    const words = parts.join(" ");
    if (said !== null && words && words !== said && leads()) announce(words);
    said = words;
  }

  /** Automatic play: requests the next step once the motion has ended, and never twice. */
  function playOn(glides = 0) {
    clearTimeout(timer);
    const pace = model.get("pace");
    if (!(pace > 0)) asked = null;
    else if (asked !== seq && leads()) {
      timer = setTimeout(() => {
        asked = seq;
        box.deliver({ do: "step", auto: true, seq });
      }, glides + pace);
    }
  }

  listen({ root, body, on, box, fields, walk, focus });
  root.addEventListener("scroll", ({ target }) => scrolled.add(target), {
    capture: true,
    signal: ended.signal,
  });
  on(window, "pagehide", () => together.settle()); // what is to be kept, if no paint has come before

  const settled = () => set(root, "data-settles", null);
  function found() {
    banner.found();
    if (!greeted) store.greet();
    greeted = true;
  }
  const orders = {
    ...store.orders,
    say: ({ text }) => announce(text),
    save: ({ name, mime, text }) => download(name, mime, text),
    print: (order) => printOut(root, order),
    class: ({ url, record }) => {
      const field = make("input", { type: "hidden", name: "record", value: record });
      const form = make("form", { method: "post", action: url, target: "_blank", hidden: "" }, field);
      document.body.append(form);
      form.submit();
      form.remove();
    },
    link: ({ fragment, frame }) => {
      history.replaceState(history.state, "", `#${fragment}`);
      copy(root, frame ? framed(location.href, frame) : location.href);
    },
  };

  function receive(message) {
    line.heard(message?.kind === "pong" ? message.n : undefined);
    if (["got", "parcel", "resumed"].includes(message?.kind)) {
      if (!box.isMine(message)) return;
      box.got(message.number);
      if (greeted && box.isSure() && !box.waits()) setTimeout(settled); // a parcel is unpacked first
      if (message.kind === "resumed") box.repeat();
      return;
    }
    if (message?.kind === "ahead") {
      if (desk()) together.ahead.set(desk(), message);
      return;
    }
    if (!box.isNew(message)) return;
    box.release();
    if (leads()) orders[message?.kind]?.(message);
  }
  function change() {
    if (!together.waiting) line.heard(); // a parcel was heard when it came, unless it had come ahead
    if (together.waiting) together.waiting.push(update());
    else inStep([update()]);
  }

  // A host may build a view before placing it on the page, so work that needs a size waits.
  const sizes = new ResizeObserver((boxes) => {
    for (const { target } of boxes) bringNow(target);
  });
  const placed = new ResizeObserver(() => {
    placed.disconnect();
    for (const box of body.querySelectorAll("[data-scroll=end]")) box.scrollTop = box.scrollHeight;
    focus.grab();
  });

  model.on("change", change);
  model.on("msg:custom", receive);
  inStep([update()]);
  placed.observe(root);
  beginOnceOnPage(body, ended.signal);
  const hasWords = () => Boolean(model.get("lost_words").text);
  const watches = model.get("keep") || model.get("greet") || hasWords();
  const { follow: state, lost, hush } = banner;
  const leaveLine = line.join({ root, hasWords, ping: box.ping, resume: box.resume, state, found, lost, hush }, watches);

  return {
    resume: playOn,
    close() {
      ended.abort();
      sizes.disconnect();
      placed.disconnect();
      model.off("change", change);
      model.off("msg:custom", receive);
      motion.stop();
      leaveLine();
      store.close();
      box.close();
      clearTimeout(timer);
      root.remove();
    },
  };
}

function* atRest() {
  return 0;
}

/** Returns whether the page is made of a notebook that was saved: its host knows no kernel, and no model has a line. */
function isCopy(model) {
  return model.widget_manager?.kernel === undefined && model.set?.({})?.comm_live === false;
}

/** Has a model hear. anywidget lets its script load for two seconds; if it comes later, it refuses
 *  for good whatever is sent to the model, so ipywidgets takes that itself, and Python sends it again. */
function hearing(model) {
  const itself = model.set?.({}); // what anywidget shows is not the model; other hosts have none
  itself?._handle_comm_msg?.({ content: { data: {} } }).catch(() => {
    const ipywidgets = Object.getPrototypeOf(Object.getPrototypeOf(itself));
    itself.comm.on_msg(ipywidgets._handle_comm_msg.bind(itself));
    model.send({ do: "reconnected", from: "late" });
  });
}

/** Called once per model; the first of its views leads. */
export default () => {
  const views = [];
  return {
    initialize({ model }) {
      hearing(model);
      model.on("msg:custom", (message) => {
        if (message?.kind === "parcel") unpack(model.widget_manager, message.parcel);
      });
    },
    render({ model, el }) {
      const ticket = {};
      views.push(ticket);
      ticket.view = open(model, el, () => views[0] === ticket);
      return () => {
        ticket.view.close();
        views.splice(views.indexOf(ticket), 1);
        views[0]?.view.resume();
      };
    },
  };
};
