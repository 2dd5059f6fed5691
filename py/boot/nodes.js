// Builds a piece of the page from JSON that Python writes (browser/render/dom.py), in one call. From Python, every
// element, attribute and text would be a call of its own, and a page has thousands.
//
// A node is a text, or [tag, attributes, properties, style, markup, children]: three objects of names and values, then
// our own markup, or nodes instead. Texts are only ever inserted as text.
function node(value) {
  if (typeof value === "string") return document.createTextNode(value);
  const [tag, attributes, properties, style, markup, children] = value;
  const made = document.createElement(tag);
  for (const name in attributes) made.setAttribute(name, attributes[name]);
  for (const name in style) made.style.setProperty(name, style[name]);
  if (markup) made.innerHTML = markup;
  else made.append(...children.map(node));
  return Object.assign(made, properties); // last: a select accepts its value only once its options are there
}

globalThis.chowkNode = (text) => node(JSON.parse(text));

// Changes the document (browser/render/dom.py): each change is [path, attributes, style, text], with the path from the
// top element as child indices. A null attribute is removed; a null text stays as it is. If the browser translates the
// page, elements replace its texts; elements that were removed need no change.
globalThis.chowkChange = (top, text) => {
  for (const [way, attributes, style, data] of JSON.parse(text)) {
    const at = way.reduce((element, place) => element?.childNodes[place], top);
    if (!at) continue;
    for (const name in attributes) {
      if (attributes[name] === null) at.removeAttribute(name);
      else at.setAttribute(name, attributes[name]);
    }
    for (const name in style) {
      if (style[name] === null) at.style.removeProperty(name);
      else at.style.setProperty(name, style[name]);
    }
    if (data !== null) at.textContent = data;
  }
};

// A text as a QR code (codes.js, loaded on first use).
globalThis.chowkCode = async (text) => (await import("./codes.js")).drawn(text);

// The text of a QR code that the camera sees (camera.js), with its picture in the video of this id.
globalThis.chowkSeen = async (name) => (await import("./camera.js")).seen(name);

// Sprites over the board (browser/render/sprites.py): canvases in a box, by number. A whole set is passed in one call,
// because a motion would take a hundred calls from Python in the very frame in which it begins.
globalThis.chowkSprites = (box) => {
  const all = [];
  let shown = [];
  let moving = [];
  const stop = () => {
    for (const motion of moving) {
      motion.onfinish = null;
      motion.cancel();
    }
    moving = [];
  };
  return {
    // Add a canvas with a picture, of this size and origin of rotation; return its number.
    add(image, width, height, origin) {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext("2d").drawImage(image, 0, 0);
      [canvas.style.width, canvas.style.height, canvas.style.transformOrigin] = [width, height, origin];
      canvas.hidden = true;
      box.append(canvas);
      return all.push(canvas) - 1;
    },
    // Show exactly these canvases, the first lowest: [number, style] at rest, [number, null, keyframes] in motion.
    // `over` is called at the end of the motion, which began `begun` ms ago; return true if there is one.
    show(text, duration = 0, begun = 0, over = null) {
      stop();
      const before = shown;
      shown = JSON.parse(text).map(([number, style, keyframes], place) => {
        const canvas = all[number];
        canvas.hidden = false;
        canvas.style.zIndex = place;
        if (style) [canvas.style.transform, canvas.style.opacity] = style;
        else moving.push(canvas.animate(keyframes, { duration, fill: "both" }));
        return canvas;
      });
      const there = new Set(shown);
      for (const canvas of before) if (!there.has(canvas)) canvas.hidden = true;
      if (begun) for (const motion of moving) motion.currentTime = begun;
      if (moving.length) moving.at(-1).onfinish = over;
      globalThis.chowkPress.hold();
      return moving.length > 0;
    },
    // Let the pointer carry this resting canvas, whose drawing has its origin at (x, y) in the box.
    hold: (number, x, y) => globalThis.chowkPress.hold(all[number], x, y),
    begun: () => moving[0]?.currentTime ?? 0,
    remove(number) {
      all[number].remove();
      delete all[number];
    },
    close() {
      stop();
      box.replaceChildren();
    },
  };
};
