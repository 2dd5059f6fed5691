// Reads QR codes with the device's camera, using the browser's detector or else the package qr. nodes.js loads this
// file on first use.
//
// The camera is on while its video is in the page, the page is visible and no code was found, for at most PATIENCE. Its
// pictures stay on the device.
const EVERY = 150; // ms between two pictures
const SIDE = 720; // pixels of the longer side of a picture
const PATIENCE = 120_000; // maximum ms for which the camera is on

const tell = (event, detail) => dispatchEvent(new CustomEvent(`chowk:${event}`, { detail }));
const later = (time) => new Promise((done) => setTimeout(done, time));
const canSee = (video) => video.isConnected && !document.hidden;

// Return a function that returns the text of the code in a video, or "" without a code.
async function reader() {
  const { BarcodeDetector } = globalThis;
  const kinds = await BarcodeDetector?.getSupportedFormats().catch(() => []);
  if (kinds?.includes("qr_code")) {
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? "";
  }
  const { decodeQR } = await import("../../vendor/qr/decode.js");
  for (const name of ["vendor/qr/decode.js", "vendor/qr/index.js"]) tell("extra", name); // boot.js then caches them
  const picture = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  return (video) => {
    const scale = Math.min(1, SIDE / Math.max(video.videoWidth, video.videoHeight));
    const [width, height] = [video.videoWidth, video.videoHeight].map((side) => Math.round(side * scale));
    Object.assign(picture.canvas, { width, height });
    picture.drawImage(video, 0, 0, width, height);
    return decodeQR(picture.getImageData(0, 0, width, height));
  };
}

// Return the video element with this id. Wait up to a second for the page to show it.
async function shown(name) {
  for (let left = 20; left && !document.getElementById(name); left -= 1) await later(50);
  return document.getElementById(name);
}

// Return the text of the first code that the camera sees, or "" if the player closes the video or no code is found in
// time. The video `name` shows the camera's picture. Errors of `getUserMedia` are thrown.
export async function seen(name) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  try {
    const [read, video] = await Promise.all([reader(), shown(name)]);
    if (!video) return "";
    video.srcObject = stream;
    await video.play();
    for (const end = performance.now() + PATIENCE; canSee(video) && performance.now() < end; await later(EVERY)) {
      const text = video.videoWidth ? await Promise.resolve(video).then(read).catch(() => "") : ""; // throws without a code
      if (text) return text;
    }
    return "";
  } finally {
    stream.getTracks().forEach((track) => track.stop());
  }
}
