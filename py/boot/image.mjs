// A worker that is started once in a while: it makes the image for quicker starts, and ends.
import { makeImage } from "./runtime.mjs";

const OPEN = 5000; // ms: a browser that keeps compiled code does so when no more has been compiled for some time

const tell = (done) => setTimeout(() => postMessage(done), OPEN);

makeImage().then(
  (made) => tell({ made }),
  (error) => tell({ made: false, error: String(error) }),
);
