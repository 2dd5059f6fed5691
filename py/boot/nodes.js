// Builds a part of the page in one call, from JSON that Python writes (browser/render/dom.py). From Python, every
// element, attribute and text would take a call, and a page has thousands.
//
// A node is a text, or [tag, attributes, properties, style, markup, children]: three objects of names and values, then
// trusted markup, or nodes if the markup is empty. Texts are always inserted as text, never as markup.
function node(value) {
  if (typeof value === "string") return document.createTextNode(value);
  const [tag, attributes, properties, style, markup, children] = value;
  const made = document.createElement(tag);
  for (const name in attributes) made.setAttribute(name, attributes[name]);
  for (const name in style) made.style.setProperty(name, style[name]);
  if (markup) made.innerHTML = markup;
  else made.append(...children.map(node));
  return Object.assign(made, properties); // last, because a select accepts a value only after it has the option
}

globalThis.chowkNode = (text) => node(JSON.parse(text));

// Changes the document (browser/render/dom.py). Each change is [path, attributes, style, text]; the path holds child
// indices, starting at the top element. A null attribute is removed; a null text means no change. If the browser
// translates the page, it may have replaced nodes, so a path without a node is skipped.
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

// Run a function in a task of its own (browser/render/tasks.py). An error of it becomes an error of the page. A promise
// passed to Python would hide the error.
globalThis.chowkTask = (task) => {
  if (globalThis.scheduler?.postTask) scheduler.postTask(() => task()).catch(reportError);
  else setTimeout(task);
};

// Run a function once, before the next frame is shown and before the next key is heard (browser/render/focus.py): in a
// task of its own, unless the frame or the key comes first. A page that is not visible has no frames.
globalThis.chowkBeforeFrame = (task) => {
  const first = { capture: true };
  let due = true;
  const run = () => {
    removeEventListener("keydown", run, first);
    if (due) {
      due = false; // the function can be called only once, even if it fails
      task();
    }
  };
  addEventListener("keydown", run, first);
  requestAnimationFrame(run);
  if (globalThis.scheduler?.postTask) scheduler.postTask(run, { priority: "user-blocking" }).catch(reportError);
  else setTimeout(run);
};

// Return a text as a QR code (codes.js, loaded on first use).
globalThis.chowkCode = async (text) => (await import("./codes.js")).drawn(text);

// Return the text of a QR code that the camera sees (camera.js). The video with this id shows the camera's picture.
globalThis.chowkSeen = async (name) => (await import("./camera.js")).seen(name);

// Sprites over the board (browser/render/sprites.py): canvases in a box, by number. All sprites are passed in one call,
// because about a hundred separate calls from Python would delay the frame in which an animation begins.
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
    // Add a canvas with a picture, of this size and with this origin of rotation. Return its number.
    add(image, width, height, origin) {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      // Show it as a finished picture, because a browser examines a canvas with a drawing context in every frame.
      const plate = globalThis.OffscreenCanvas && canvas.getContext("bitmaprenderer");
      const made = plate ? new OffscreenCanvas(image.width, image.height) : canvas;
      made.getContext("2d").drawImage(image, 0, 0);
      if (plate) plate.transferFromImageBitmap(made.transferToImageBitmap());
      [canvas.style.width, canvas.style.height, canvas.style.transformOrigin] = [width, height, origin];
      // Until the next call of `show`, the canvas is drawn, but too faint to be seen. A browser takes long for the first
      // frame of a canvas; so that frame comes before the one that begins an animation.
      canvas.style.opacity = 0.001;
      shown.push(canvas);
      box.append(canvas);
      return all.push(canvas) - 1;
    },
    // Show exactly these canvases, the first at the bottom: [number, style] for a resting one, [number, null,
    // keyframes] for an animated one. The animation began `begun` ms ago, and `over` is called at its end. Return true
    // if there is an animation.
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
    // Let the pointer carry this resting canvas, a piece in the hand. Its drawing has the origin (x, y) in the box.
    hold: (number, x, y) => globalThis.chowkPress.hold(all[number], x, y),
    begun: () => moving[0]?.currentTime ?? 0,
    remove(number) {
      all[number].remove();
      delete all[number];
    },
    close() {
      stop();
      globalThis.chowkPress.hold(); // no piece is in the hand any more
      box.replaceChildren();
    },
  };
};
