// Runs inside.py in the page's own Python: node run.mjs RUNTIME PROJECT PACKAGES JOB
import { fileURLToPath } from "node:url";
import { runFile } from "../../py/tools/node_python.mjs";

const [runtime, project, packages, job] = process.argv.slice(2);
const program = fileURLToPath(new URL("inside.py", import.meta.url));
await runFile(runtime, program, { "/project": project, "/packages": packages, "/job": job });
