// A worker that fetches, unpacks, checks and compiles what a start needs, and hands it over to beside.mjs:
// { name, value }, or { name, error: { message, reason } }; "count" tells of bytes that came.
import { supply } from "./runtime.mjs";

const STEP = 100_000; // bytes that are worth a message
const OPEN = 30_000; // ms: a browser that keeps compiled code does so some time after it was compiled, and here

let come = 0;

function count(bytes) {
  come += bytes;
  if (come >= STEP) tell();
}

function tell() {
  postMessage({ name: "count", value: come });
  come = 0;
}

addEventListener("message", async ({ data: { image } }) => {
  const parts = supply({ image, count });
  await Promise.all(Object.entries(parts).map(async ([name, part]) => {
    try {
      const value = await part;
      postMessage({ name, value }, value instanceof ArrayBuffer ? [value] : []);
    } catch ({ message, reason }) {
      postMessage({ name, error: { message, reason } });
    }
  }));
  tell();
  setTimeout(close, OPEN);
}, { once: true });
