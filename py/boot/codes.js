// Draws a text as a QR code, by lean-qr. nodes.js loads it on first use.
//
// The result has a line for each row, and "1" for a dark module. Codes up to VERSION have level M, which tolerates the
// loss of 15 of 100 modules. Longer texts get level L. A text that does not fit MOST throws, because a camera could not
// read a larger code from a screen.
import { correction, generate } from "../../vendor/lean-qr/index.js";

const VERSION = 20; // 97 modules on each side
const MOST = 25; // 117 modules on each side

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
