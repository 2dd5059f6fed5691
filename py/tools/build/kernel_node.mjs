// Runs a compiled kernel under Node for kernel_hosts.py: reads requests and writes answers, one line of JSON each.
import { createInterface } from "node:readline";

let kernel;
let memory;

function findMemory() {
  memory = Buffer.from(kernel.memory.buffer);
  return memory.length;
}

const answers = {
  load(code) {
    kernel = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(code, "base64"))).exports;
    return findMemory();
  },
  grow(pages) {
    kernel.memory.grow(pages);
    return findMemory();
  },
  call: (name, ...given) => kernel[name](...given),
  read: (at, size) => memory.subarray(at, at + size).toString("base64"),
  write: (at, raw) => memory.set(Buffer.from(raw, "base64"), at),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [what, ...words] = JSON.parse(line);
  let answer;
  try {
    answer = { value: answers[what](...words) ?? null };
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
