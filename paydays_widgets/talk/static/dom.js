/** Elements of the page, and what they are called by. */

const PLAYABLE = "[data-move]:not([aria-disabled=true])";
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};
/** Sets an attribute, or removes it if null. Setting an unchanged `lang` would restyle everything. */
const set = (element, name, value) => {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
};
const byKey = (body) => new Map([...body.querySelectorAll("[data-key]")].map((el) => [keyOf(el), el]));
const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("data-key") : null);
const isKept = (node) => node.nodeType === Node.ELEMENT_NODE && node.hasAttribute("data-kept");
const shown = (el) => el.checkVisibility({ visibilityProperty: true }) && !el.closest("[inert]");
