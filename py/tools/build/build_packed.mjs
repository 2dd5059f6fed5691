// Compresses a file in gzip format, smaller but more slowly, by Zopfli: node build_packed.mjs FROM TO
import { readFileSync, writeFileSync } from "node:fs";
import zopfli from "@gfx/zopfli";

const [from, to] = process.argv.slice(2);
const packed = await zopfli.gzipAsync(readFileSync(from), { numiterations: 5 });
writeFileSync(to, packed);
