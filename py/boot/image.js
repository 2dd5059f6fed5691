// A worker that is started once in a while: it makes the image for quicker starts, and ends. Where another page's is at
// it, it leaves that to the other.
import { makeImage } from "./runtime.js";

const { locks } = navigator;
const name = `chowk-image:${new URL("../../", import.meta.url).pathname}`; // another copy of the site has its own
const made = locks ? locks.request(name, { ifAvailable: true }, (lock) => lock && makeImage()) : makeImage();

made.then(
  (made) => postMessage({ made: Boolean(made) }),
  (error) => postMessage({ made: false, error: String(error) }),
);
