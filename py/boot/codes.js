// Draws a text as a QR code, by lean-qr. Read when somebody asks for a code; nodes.js does that.
//
// A code is its rows, "1" for a dark module, each row a line. It has level M, by which 15 of 100 modules may be lost, up
// to VERSION; what is longer has level L, and at last there is no code at all: a camera would not read it from a screen.
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
