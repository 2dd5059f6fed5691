// Draws a text as a QR code, by lean-qr. Loaded by nodes.js on first use.
//
// The result has a line for each row, "1" for a dark module. Up to VERSION it has level M, which tolerates the loss of
// 15 of 100 modules; longer texts get level L, and above MOST it throws, because a camera could not read the code from
// a screen.
import { correction, generate } from "../../vendor/lean-qr/index.js";

const VERSION = 20; // 97 modules a side
const MOST = 25; // 117

function made(text) {
  try {
    return generate(text, { minCorrectionLevel: correction.M, maxVersion: VERSION });
  } catch {
    return generate(text, { minCorrectionLevel: correction.L, maxVersion: MOST });
  }
}

export function drawn(text) {
  const code = made(text);
  const each = Array.from({ length: code.size }, (_, at) => at);
  return each.map((y) => each.map((x) => Number(code.get(x, y))).join("")).join("\n");
}
