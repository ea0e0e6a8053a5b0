/** Makes the page look like new markup, and keeps its elements. */

const TAG = /<(\/?)([a-z][\w-]*)([^<>"]*(?:"[^"]*"[^<>"]*)*)>/gi;
const KEY = /\sdata-key="([^"]*)"/;
const VOID = /^(area|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
const SMALL = 80; // characters: what is shorter is sooner parsed than compared

/** Finds the elements with a key in some markup: for each key, where its element begins and ends.
 *  It finds nothing if an end tag is missing, and omits a key that stands twice. */
function keyedParts(markup) {
  const found = new Map();
  const around = []; // the elements that are open: name, key, start
  for (const { 0: tag, 1: closing, 2: name, 3: attributes, index } of markup.matchAll(TAG)) {
    if (closing) {
      const [opened, key, start] = around.pop() ?? [];
      if (opened !== name) return new Map();
      const part = { name, key, start, end: index + tag.length };
      if (key !== undefined) found.set(key, found.has(key) ? null : part);
    } else if (!VOID.test(name) && !attributes.endsWith("/")) {
      around.push([name, attributes.match(KEY)?.[1], index]);
    }
  }
  return around.length ? new Map() : found;
}

/** Puts new markup in the place of elements with a key, as far as they are there. */
export function renewed(markup, fresh) {
  const parts = keyedParts(markup);
  const found = [...fresh].map(([key, html]) => [parts.get(key), html]).filter(([part]) => part);
  let whole = markup;
  for (const [{ start, end }, html] of found.sort(([a], [b]) => b.start - a.start)) {
    whole = whole.slice(0, start) + html + whole.slice(end);
  }
  return whole;
}

/** Shortens markup: an element with a key that is the same as before gives way to an empty one,
 *  marked `data-kept`. Parsing and comparing markup takes longer than all else at a click. */
function shortened(markup, parts, before, parts_before) {
  const same = (part) => {
    const old = part && part.end - part.start > SMALL && parts_before.get(part.key);
    return old && markup.slice(part.start, part.end) === before.slice(old.start, old.end);
  };
  let short = "";
  let at = 0;
  for (const part of [...parts.values()].sort((a, b) => a?.start - b?.start)) {
    if (part?.start < at || !same(part)) continue;
    short += `${markup.slice(at, part.start)}<${part.name} data-key="${part.key}" data-kept></${part.name}>`;
    at = part.end;
  }
  return short + markup.slice(at);
}

/** Makes `body` look like `next`, and keeps every element that has a key, wherever it moves. */
function morph(body, next, keyed) {
  const known = new Map(keyed); // elements not yet placed
  const alike = (a, b) => a.nodeName === b.nodeName && a.namespaceURI === b.namespaceURI;

  const find = (want, at) => {
    let node = keyOf(want) === null ? at : known.get(keyOf(want));
    if (keyOf(want) === null && want.nodeType === Node.ELEMENT_NODE) {
      while (node && (keyOf(node) !== null || !alike(node, want))) node = node.nextSibling;
    } // text nodes are recreated rather than moved
    return node && alike(node, want) ? node : null;
  };

  const dress = (live, want) => {
    for (const { name } of [...live.attributes]) {
      if (!want.hasAttribute(name)) live.removeAttribute(name);
    }
    for (const { namespaceURI, name, value } of want.attributes) {
      if (live.getAttribute(name) !== value) live.setAttributeNS(namespaceURI, name, value);
    }
  };

  // First put every child in its place, then fill each one. A placed element is never removed
  // again, so no element can end up inside itself.
  const fill = (live, want) => {
    const wanted = new Set([...want.children].map(keyOf));
    const pairs = [];
    let at = live.firstChild;
    const drop = () => {
      const leaving = at;
      at = at.nextSibling;
      leaving.remove(); // an element with a key may yet be placed elsewhere
    };
    for (const part of want.childNodes) {
      while (at && keyOf(at) !== null && !wanted.has(keyOf(at))) drop();
      let have = find(part, at);
      if (have && have !== at && have === at?.nextSibling) drop();
      if (have) known.delete(keyOf(have));
      else have = document.importNode(part, false);
      if (have === at) at = at.nextSibling;
      else live.insertBefore(have, at);
      pairs.push([have, part]);
    }
    while (at) drop();
    for (const [have, part] of pairs) {
      if (isKept(part) || have.isEqualNode(part)) continue;
      if (part.nodeType === Node.ELEMENT_NODE) {
        dress(have, part);
        fill(have, part);
      } else {
        have.nodeValue = part.nodeValue;
      }
    }
  };
  fill(body, next);
}
