// Runs build_inside.py in the page's own Python: node build_python.mjs RUNTIME JOB, where JOB is a folder with a job.json.
import { fileURLToPath } from "node:url";
import { runFile } from "./node_python.mjs";

const [runtime, job] = process.argv.slice(2);
const args = ["-X", "no_debug_ranges"]; // bytecode with lines but no columns: a fifth less to download
try {
  await runFile(runtime, fileURLToPath(new URL("build_inside.py", import.meta.url)), { "/job": job }, { args });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
