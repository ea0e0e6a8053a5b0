/**
 * Pads: a sum is typed or slid to, and what it comes to is shown at once (show/pad.py writes the facts in `data-pad`).
 * Only the field remembers: all else follows from it, after each key and whenever the page has been drawn again.
 */

const SPACES = /[\s'’]/g;
const FAR = 10; // ticks by which PageUp and PageDown change a sum

/** Reads a sum as it is typed on a page in some language; NaN if it is none, and part of a unit if it is too fine. */
function readSum(typed, { unit, high, written: { plus, signs: [, point] } }) {
  const sign = plus.join("").replace(/[\d.,\s]/g, "");
  const plain = typed.replace(SPACES, "").replaceAll(sign || " ", "");
  const at = Math.max(plain.lastIndexOf("."), plain.lastIndexOf(","));
  const once = at >= 0 && plain.indexOf(plain[at]) === at;
  const parted = once && (plain[at] === point || plain.length - at !== 4);
  const [whole, part] = parted ? [plain.slice(0, at), plain.slice(at + 1)] : [plain, ""];
  if (!/^(\d*|\d{1,3}([.,])\d{3}(\2\d{3})*)$/.test(whole) || !/^\d*$/.test(part) || !(whole + part)) return NaN;
  const amount = Number(`${whole.replace(/[.,]/g, "")}.${part}`) * unit;
  const thousands = 10 ** (plus[1].match(/0/g) ?? []).length; // noughts beside the field may be typed as well
  const found = amount > high && amount % thousands === 0 ? amount / thousands : amount;
  return Math.abs(found - Math.round(found)) < 1e-6 ? Math.round(found) : found;
}

/** Writes the number of a sum, with groups of thousands or without. */
function writeNumber(amount, { unit, written: { signs: [group, point] } }, grouped = true) {
  const whole = String(Math.floor(amount / unit));
  const part = amount % unit ? point + String(amount % unit).padStart(String(unit).length - 1, "0") : "";
  return (grouped ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole) + part;
}
function writeSum(amount, facts) {
  const [before, after] = amount < 0 ? facts.written.minus : facts.written.plus;
  return before + writeNumber(Math.abs(amount), facts) + after;
}
const filled = (words, facts) => words.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
/** Keeps a sum on one line, as show/template.py does. */
const unbroken = (words) => words.replace(/ ([=−×+≤]) /g, "\u00a0$1\u00a0");

/** Tells whether a sum meets the best offer of others, as show/pad.py does. */
const meets = (amount, { price, best, met }) => Boolean(met) && (price === null ? amount >= best : amount <= best);

/** Draws the gauge of a sum as show/gauge.py does; null empties it. */
function drawGauge(gauge, amount, facts) {
  const { unseen } = facts;
  const outlook = amount !== null && meets(amount, facts.outlook) ? facts.outlook.met : facts.outlook;
  const of = (share) => share ?? amount;
  const [price, others, brings, hand] = amount === null ? [0, 0, 0, 1]
    : [of(outlook.price), outlook.others, of(outlook.brings), of(outlook.hand)];
  const top = Math.max(brings, price + others, hand, 1);
  const share = (sum) => `${Math.round((1000 * sum) / top) / 10}%`;
  const left = brings - price - others;
  const place = (name, start, width) => Object.assign(gauge.querySelector(`.pw-gauge__${name}`).style, { left: share(start), width: share(width) });
  place("price", 0, price);
  place("others", price, others);
  place("left", price + others, Math.max(0, left));
  place("lost", brings, Math.max(0, -left));
  gauge.querySelector(".pw-gauge__hand").style.left = share(hand);
  gauge.querySelector(".pw-gauge__sum").textContent = amount === null ? unseen : unbroken(filled(left < 0 ? outlook.loses : outlook.gains, {
    sum: writeSum(amount, facts), left: writeSum(left, facts), size: writeSum(Math.abs(left), facts),
  }));
}

function padKeeper({ body, root, on }) {
  const blamed = new WeakSet(); // the fields whose sum has been called impossible
  const sent = new WeakMap(); // field -> what has been sent of it, until something is typed
  const padOf = (el) => el.closest?.("[data-pad]");
  const partsOf = (pad) => ({
    facts: JSON.parse(pad.dataset.pad),
    field: pad.querySelector("input:not([type=range])"),
    slider: pad.querySelector("input[type=range]"),
    button: pad.querySelector("[data-sends]"),
    told: pad.querySelector("[data-possible]"),
  });
  const sumOf = ({ facts, field }) => (field.value.trim() ? readSum(field.value, facts) : null);
  const fits = (amount, { low, high, step }) => amount !== null && amount >= low && amount <= high && (amount - low) % step === 0;
  /** Whether a sum stays impossible whatever is typed after it. */
  const hopeless = (amount, { high }) => amount !== null && (amount > high || !Number.isInteger(amount)) && !Number.isNaN(amount);

  /** Says why a sum cannot be set. */
  function why(amount, facts, typed) {
    if (amount === null) return `${facts.first} ${facts.possible}`;
    if (Number.isNaN(amount)) return `${filled(facts.wrong, { typed })} ${facts.possible}`;
    return amount > facts.high ? facts.above : amount < facts.low ? facts.below : facts.steps;
  }

  /** Takes away the noughts that stand beside the field as well. */
  function trim({ facts, field }) {
    const amount = readSum(field.value, facts);
    if (fits(amount, facts) && readSum(field.value, { ...facts, high: Infinity }) !== amount) field.value = writeNumber(amount, facts, false);
  }

  function show(pad) {
    const parts = partsOf(pad);
    const { facts, field, slider, button, told } = parts;
    const amount = sumOf(parts);
    const legal = fits(amount, facts);
    if (legal) blamed.delete(field);
    else if (hopeless(amount, facts)) blamed.add(field);
    const reason = legal ? "" : why(amount, facts, field.value.trim());
    const words = legal ? writeSum(amount, facts) : "";
    set(button, "data-move", legal ? facts.move.replace("{}", amount) : null);
    set(button, "aria-disabled", legal ? null : "true");
    set(button, "title", legal ? null : amount === null ? facts.first : reason);
    set(button, "data-chosen", legal && amount === facts.chosen ? "" : null);
    const called = filled(facts.called, { sum: words });
    const verb = legal ? filled(facts.verb, { sum: words }) || called : facts.bare;
    if (button.textContent !== verb) button.textContent = verb;
    set(button, "aria-label", legal && facts.verb ? called : null);
    set(pad, "data-unsent", legal && amount !== facts.now ? "" : null);
    slider.value = Math.min(Math.max(amount || 0, slider.min), slider.max);
    slider.style.setProperty("--pw-at", (100 * (slider.value - slider.min)) / (slider.max - slider.min || 1));
    set(slider, "aria-valuetext", words || facts.first);
    const wrong = blamed.has(field);
    set(field, "aria-invalid", wrong ? "true" : null);
    const said = wrong ? reason : facts.possible;
    if (told.textContent !== said) told.textContent = said;
    const gauge = facts.outlook && pad.closest(".pw-board").querySelector(".pw-gauge");
    if (gauge) drawGauge(gauge, legal ? amount : null, facts);
  }

  function write(pad, amount) {
    const { facts, field } = partsOf(pad);
    field.value = writeNumber(Math.min(Math.max(Math.round(amount), facts.low), facts.high), facts, false);
    show(pad);
  }

  on(root, "input", ({ target }) => {
    const pad = padOf(target);
    if (!pad) return;
    sent.delete(partsOf(pad).field);
    if (target.type === "range") return write(pad, Number(target.value));
    trim(partsOf(pad));
    show(pad);
  });
  on(root, "change", ({ target }) => {
    const pad = padOf(target);
    if (!pad) return;
    const parts = partsOf(pad);
    const amount = sumOf(parts);
    if (amount !== null && !fits(amount, parts.facts)) blamed.add(parts.field);
    show(pad);
  });
  on(root, "click", ({ target }) => {
    const button = target.closest("[data-sends]");
    if (!button) return;
    const { field } = partsOf(padOf(button));
    if (button.dataset.move) return sent.set(field, field.value);
    blamed.add(field);
    field.focus();
    show(padOf(button));
  });
  on(root, "keydown", (event) => {
    const pad = padOf(event.target);
    if (!pad || event.isComposing || !event.target.matches("input")) return;
    const parts = partsOf(pad);
    const { tick, low } = parts.facts;
    const by = { ArrowUp: tick, ArrowDown: -tick, PageUp: FAR * tick, PageDown: -FAR * tick }[event.key];
    if (event.key === "Enter") {
      event.preventDefault();
      if (!event.repeat) parts.button.click();
    } else if (by && event.target === parts.field) {
      event.preventDefault();
      const amount = sumOf(parts);
      sent.delete(parts.field);
      write(pad, Number.isFinite(amount ?? NaN) ? amount + by : low);
    }
  });
  /** Empties a field whose sum was sent, and cannot be sent again: that is nobody's mistake. */
  function clear(pad) {
    const parts = partsOf(pad);
    const { facts, field } = parts;
    if (sent.get(field) !== field.value || fits(sumOf(parts), facts)) return;
    field.value = "";
    blamed.delete(field);
  }

  function follow() {
    for (const pad of body.querySelectorAll("[data-pad]")) {
      clear(pad);
      show(pad);
    }
  }
  return { follow };
}
