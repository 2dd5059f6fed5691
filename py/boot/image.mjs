// A worker that is started once in a while: it makes the image for quicker starts, and ends.
import { makeImage } from "./runtime.mjs";

makeImage().then(
  (made) => postMessage({ made }),
  (error) => postMessage({ made: false, error: String(error) }),
);
