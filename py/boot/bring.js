// A worker that fetches, unpacks, checks and compiles what a start needs, and hands it over to beside.js:
// { name, value }, or { name, error: { message, reason } }; "count" tells of bytes that came. If no image is kept, it
// starts Python itself, for its memory.
import { beside, supply } from "./runtime.js";

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

addEventListener("message", async ({ data: { image, plain } }) => {
  const own = supply({ image, count, plain });
  const parts = image && (await own.way.catch(() => "")) === "plain" ? beside(own) : own;
  await Promise.all(Object.entries(parts).map(async ([name, part]) => {
    try {
      const value = await part;
      const bytes = value?.buffer ?? value;
      postMessage({ name, value: bytes }, bytes instanceof ArrayBuffer ? [bytes] : []);
    } catch ({ message, reason }) {
      postMessage({ name, error: { message, reason } });
    }
  }));
  tell();
  setTimeout(close, OPEN);
}, { once: true });
