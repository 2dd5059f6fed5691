// Builds a piece of the page from a value that Python writes as JSON (web/dom.py): one call for all of it. From Python,
// every element, attribute and text would be a call of its own, and a page has thousands.
//
// A node is a text, or [tag, attributes, properties, style, markup, children]: three objects of names and values, then
// markup of our own making, or nodes in its place. Texts are only ever put where a text is meant.
function node(value) {
  if (typeof value === "string") return document.createTextNode(value);
  const [tag, attributes, properties, style, markup, children] = value;
  const made = document.createElement(tag);
  for (const name in attributes) made.setAttribute(name, attributes[name]);
  for (const name in style) made.style.setProperty(name, style[name]);
  if (markup) made.innerHTML = markup;
  else made.append(...children.map(node));
  return Object.assign(made, properties); // last: a select takes its value only once its options are there
}

globalThis.chowkNode = (text) => node(JSON.parse(text));

// A text as a QR code (codes.mjs), which is read when the first one is asked for.
globalThis.chowkCode = async (text) => (await import("./codes.mjs")).drawn(text);

// The text of a QR code that the camera sees (camera.mjs), shown in the video of that name.
globalThis.chowkSeen = async (name) => (await import("./camera.mjs")).seen(name);
