/** What a surface shows while its kernel does not answer. */

function kernelBanner({ model, root, body, focus }) {
  let banner = null;
  let focused = null;
  const clear = () => {
    banner?.remove();
    banner = null;
  };
  function lost(state) {
    const words = model.get("lost_words");
    // In a notebook, to load the page again brings back no kernel that knows this panel.
    const inNotebook = !globalThis.paydaysKernel && !("voila" in document.body.dataset);
    const where = isCopy(model) ? words.copy : words.cell;
    const own = inNotebook && state !== "away" ? where : globalThis.paydaysKernel && words[state];
    const text = own || (state === "unheard" ? "" : words.text);
    if (!text || (banner && state === "mute")) return;
    clear();
    banner = make("div", { class: "pw-lost pw-banner pw-banner--lost", role: "alert" });
    banner.append(make("p", {}, text));
    const offer = (label, act) => {
      const button = make("button", { type: "button", class: "pw-btn" }, label);
      button.onclick = act;
      banner.append(button);
    };
    if (state !== "away" && globalThis.paydaysKernel && words.reload) offer(words.reload, () => location.reload());
    if (state !== "away" && words.button && model.get("record")) {
      const name = words.file || `${model.get("keep") || "paydays"}.txt`;
      offer(words.button, () => download(name, "text/plain", model.get("record")));
    }
    root.prepend(banner);
  }
  return {
    lost,
    hush: clear,
    found() {
      if (!body.inert) clear();
    },
    /** While there is no kernel, nothing can be played: the surface is grey, and takes no clicks. */
    follow(state) {
      const isOff = state !== "here";
      if (isOff && !body.inert && focus.isHere()) focused = focus.current();
      body.inert = isOff;
      if (isOff) {
        lost(state);
      } else {
        clear();
        if (isFree(focus.current())) focus.take(focused);
        focused = null;
      }
    },
  };
}
