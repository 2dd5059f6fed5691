// Asks the service worker which of its files a request is for, with damaged addresses: `node keeper.mjs SW COUNT SEED`.
// Whatever an address looks like, the answer is a file of the list or null. The addresses of holes come on stdin, as JSON.
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const [script, count, seed] = process.argv.slice(2);
const files = { "index.html": ["0123456789abcdef", 1], "py/boot/boot.js": ["0123456789abcdef", 1], "img/a b.png": ["00", 1] };
const source = readFileSync(script, "utf8").replace(/const FILES = .*/, `const FILES = ${JSON.stringify(files)};`);
globalThis.self = { registration: { scope: "https://chowk.invalid/chowk/" }, addEventListener() {} };
const pathOf = runInThisContext(`(() => { ${source}\nreturn pathOf; })()`);

const SIGNS = ["%00", "%ff", "%", "%2e%2e/", "//", "?", "#", "?v=", "&v=0123456789abcdef", "\\", " ", "é", "\u202e", "\ud800", "@", ":80"];
const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "length", "index.html", "img/a%20b.png", "py/boot/boot.js?v=0123456789abcdef"];
let state = Number(seed) >>> 0;
const below = (most) => { // xorshift: the same addresses every time
  state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
  return (state >>> 0) % most;
};
const one = (list) => list[below(list.length)];

function damaged() {
  let url = `https://chowk.invalid/chowk/${one(NAMES)}`;
  for (let times = below(4); times; times -= 1) {
    const at = below(url.length + 1);
    url = url.slice(0, at) + one([one(SIGNS), one(NAMES), "", url.slice(at, at + 8)]) + url.slice(at + below(3));
  }
  return url;
}

function check(url) {
  if (!URL.canParse(url)) return;
  for (const mode of ["navigate", "cors"]) {
    const path = pathOf({ method: "GET", mode, url: new URL(url).href });
    if (path !== null && !Object.keys(files).includes(path)) throw new Error(`${url}: ${path}`);
  }
}

JSON.parse(readFileSync(0, "utf8")).forEach(check);
for (let number = 0; number < Number(count); number += 1) check(damaged());
console.log(`${count} addresses`);
