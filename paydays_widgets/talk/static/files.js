/** What leaves the page: files, copies and paper. */

function download(name, mime, text) {
  const url = URL.createObjectURL(new Blob([text], { type: mime }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000); // the browser needs the URL a moment longer
}

/** Copies a text; if the browser refuses, shows it selected for copying by hand. */
async function copy(root, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = make("textarea", { class: "pw-copy pw-input", readonly: "", rows: "3" });
    field.value = text;
    root.append(field);
    field.addEventListener("blur", () => field.remove(), { once: true });
    field.select();
    if (document.execCommand("copy")) field.blur();
  }
}

/** Writes the frame that shows a page within another one. */
function framed(url, title) {
  const frame = make("iframe", { src: url, title, width: "100%", height: "900", style: "border: 0" });
  return frame.outerHTML;
}

/** Prints a table, scaled to fit; a question below it, and the answer on a page of its own. */
const SIZES = [1280, 1100, 960, 820, 703]; // px that the table may be drawn at
const PAPER = { width: 703, height: 560 }; // px that it may cover: both A4 and Letter have them
function printOut(root, { title, question, answer }) {
  const picture = root.cloneNode(true);
  picture.setAttribute("data-theme", "light");
  const unwanted = ".pw-veil, .pw-next, .pw-hide, .pw-sr, [data-motion~=fly]";
  for (const each of picture.querySelectorAll(unwanted)) each.remove();
  const frame = make("div", { class: "pw-paper__table" }, picture);
  const head = () => make("h1", {}, title);
  const first = make("section", {}, head(), frame);
  const paper = make("div", { class: "pw pw-paper", "data-theme": "light" }, first);
  if (question) {
    first.append(make("p", { class: "pw-paper__question" }, question), make("div", { class: "pw-paper__space" }));
    const [heading, ...words] = answer;
    const told = words.map((each) => make("p", {}, each));
    paper.append(make("section", {}, head(), make("p", {}, question), make("h2", {}, heading), ...told));
  }
  document.body.append(paper);
  const fit = (width) => {
    picture.style.width = `${width}px`;
    return Math.min(PAPER.width / width, PAPER.height / picture.offsetHeight);
  };
  const best = SIZES.reduce((a, b) => (fit(b) > fit(a) ? b : a));
  frame.style.zoom = fit(best);
  addEventListener("afterprint", () => paper.remove(), { once: true });
  print();
}
