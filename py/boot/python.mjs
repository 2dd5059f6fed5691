// The interpreter module that pyscript.toml names, in the page and in its worker. It starts Python as soon as it is
// imported, so that everything downloads side by side, and hands PyScript the promise when it asks.
//
// In the page it tells how far it is: `chowk:progress` events on window, whose detail is { step, loaded, total } with
// step "download" (in bytes), "python" or "app"; and when it fails: `chowk:failed`, { error, reason }.
import { BYTES, begin, forgetImages, keptImage, load } from "./runtime.mjs";

export { version } from "./runtime.mjs";

const inPage = "document" in globalThis;
const total = Object.values(BYTES).reduce((sum, bytes) => sum + bytes, 0);
const io = { stdout: console.log, stderr: console.error };
let loaded = 0;

function tell(name, detail) {
  if (inPage) dispatchEvent(new CustomEvent(`chowk:${name}`, { detail }));
}

const tellStep = (step) => tell("progress", { step, loaded, total });

// The reply, while its bytes are counted as they come.
function counted(reply) {
  if (!inPage) return reply;
  const reader = reply.clone().body.getReader();
  const next = ({ done, value }) => {
    if (done) return undefined;
    loaded += value.length;
    tellStep(loaded < total ? "download" : "python");
    return reader.read().then(next);
  };
  reader.read().then(next).catch(() => {}); // told by whoever reads the reply itself
  return reply;
}

// A note that a start from an image was begun. boot.mjs takes it away when the page is ready; one that is still there at
// the next start means that the last never got so far.
function isTrusted() {
  if (!inPage) return true;
  try {
    const left = localStorage.getItem("chowk:image");
    localStorage.setItem("chowk:image", "begun");
    return !left;
  } catch {
    return true;
  }
}

// From the image if there is one that fits; if it does not after all, without.
async function start() {
  const options = { stdout: (text) => io.stdout(text), stderr: (text) => io.stderr(text) };
  const parts = begin();
  const image = await keptImage();
  if (image && isTrusted()) {
    try {
      const python = await load({ parts, image, ...options });
      note("image");
      return python;
    } catch (error) {
      if (error.reason === "network") throw error;
    }
  }
  if (image) await forgetImages();
  note("plain");
  return load({ parts: image ? begin() : parts, counted, ...options });
}

function note(way) {
  if (inPage) document.documentElement.dataset.start = way;
}

const started = start();
started.then(
  () => {
    loaded = total;
    if (inPage) performance.mark("chowk:python");
    tellStep("app");
  },
  (error) => tell("failed", { error, reason: error.reason }),
);

// What PyScript calls. Everything else that it passes is already settled.
export function loadPyodide({ stdout, stderr }) {
  Object.assign(io, { stdout, stderr });
  return started;
}
