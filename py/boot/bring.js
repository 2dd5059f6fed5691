// A worker that fetches, unpacks, checks and compiles the parts of a start. It posts each part to beside.js as
// { name, value } or { name, error: { message, reason } }. The name "count" reports received bytes. Without a cached
// image, the worker also starts Python, and passes its memory to the page.
import { beside, supply } from "./runtime.js";

const STEP = 100_000; // bytes between two reports
const OPEN = 30_000; // ms for which this worker stays open: browsers cache its compiled code some time later

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
