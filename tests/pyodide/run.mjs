// Runs a program of this folder in the page's own Python: node run.mjs PROGRAM RUNTIME LIBRARY FOLDER..., where each
// FOLDER pairs a folder of the machine with its path in Python, "/outside=/inside".
import { fileURLToPath } from "node:url";
import { runFile } from "../../py/tools/build/node_python.mjs";

const [program, runtime, stdLibURL, ...folders] = process.argv.slice(2);
const mounts = Object.fromEntries(folders.map((folder) => folder.split("=").reverse()));
await runFile(runtime, fileURLToPath(new URL(program, import.meta.url)), mounts, { stdLibURL });
