// Fetches the parts of a start in a worker, because reading, unpacking, compiling and checking them would block the
// page. `brought` has the interface of `supply` in runtime.js. If the browser refuses the worker, the page does the
// work.
import { heard, isPlain, supply } from "./runtime.js";

export function brought(options = {}) {
  const { image = false, count } = options;
  const waiting = new Map();
  const part = (name) => new Promise((resolve, reject) => waiting.set(name, { resolve, reject }));
  const parts = Object.fromEntries(["way", "wasm", "library", "app", "memory"].map((name) => [name, part(name)]));
  const here = () => {
    const own = waiting.size ? supply(options) : {};
    for (const [name, { resolve }] of waiting) resolve(own[name]);
    waiting.clear();
  };
  const take = (name, value, error) => {
    const { resolve, reject } = waiting.get(name);
    waiting.delete(name);
    if (error) reject(Object.assign(new Error(error.message), { reason: error.reason }));
    else resolve(value);
  };
  try {
    const worker = new Worker(new URL("./bring.js", import.meta.url), { type: "module", name: document.documentElement.lang });
    worker.addEventListener("message", ({ data: { name, value, error } }) => {
      if (name === "count") count?.(value);
      else if (waiting.has(name)) take(name, value, error);
    });
    worker.addEventListener("messageerror", here);
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      here();
    });
    worker.postMessage({ image, plain: isPlain() });
  } catch {
    here();
  }
  return heard(parts);
}
