// A worker that makes the image for quicker starts (runtime.js), then ends. If another page is making it, it does
// nothing.
import { makeImage } from "./runtime.js";

const { locks } = navigator;
const name = `chowk-image:${new URL("../../", import.meta.url).pathname}`; // another copy of the site has its own image
const made = locks ? locks.request(name, { ifAvailable: true }, (lock) => lock && makeImage()) : makeImage();

made.then(
  (made) => postMessage({ made: Boolean(made) }),
  (error) => postMessage({ made: false, error: String(error) }),
);
