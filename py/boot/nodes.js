// Builds a piece of the page from a value that Python writes as JSON (browser/render/dom.py): one call for all of it. From Python,
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

// Changes what is in the document (browser/render/dom.py): each change is [way, attributes, style, text], the way from the topmost
// element as places among nodes. What is null goes, or stays as it is if it is the text. Where the browser translates a
// page, an element stands for each piece of text; what somebody has taken away needs no change.
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

// A text as a QR code (codes.js), which is read when the first one is asked for.
globalThis.chowkCode = async (text) => (await import("./codes.js")).drawn(text);

// The text of a QR code that the camera sees (camera.js), shown in the video of that name.
globalThis.chowkSeen = async (name) => (await import("./camera.js")).seen(name);

// What rests or moves over the board (browser/render/sprites.py): canvases in a box, known by their numbers. All that is to be
// seen is told in one call, for a motion would take a hundred of them from Python, in the very frame it begins with.
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
    // The number of a new canvas with a picture on it; it is of this size and turns about this point.
    add(image, width, height, origin) {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext("2d").drawImage(image, 0, 0);
      [canvas.style.width, canvas.style.height, canvas.style.transformOrigin] = [width, height, origin];
      canvas.hidden = true;
      box.append(canvas);
      return all.push(canvas) - 1;
    },
    // Shows these canvases and no others, the first lowest: [number, style] where it rests, [number, null, keyframes]
    // where it moves. `over` is called when the motion is, which began so long ago; the reply is whether one began.
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
      return moving.length > 0;
    },
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
