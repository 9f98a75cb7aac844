#!/usr/bin/env node
// Starts the command line under its hardening. Compiled code is kept beside the program (where that is writable), so that later starts skip compiling it.
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

const OLDEST = [22, 15];
const FLAGS = ['--disallow-code-generation-from-strings', '--disable-proto=delete'];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) {
  harden();
  enableCompileCache?.(join(__dirname, '..', 'dist', 'cache'));
  require('../dist/cli/main.cjs');
} else {
  withOwnNode();
}

/** What `FLAGS` do, for those who start it without them: V8 reads its flag only before there is a program, and another start would cost time. */
function harden() {
  Reflect.deleteProperty(Object.prototype, '__proto__');
  const refuse = () => {
    throw new EvalError('Code generation from strings disallowed for this context');
  };
  Object.defineProperty(globalThis, 'eval', { value: refuse });
  const kinds = [() => {}, async () => {}, function* () {}, async function* () {}].map(Object.getPrototypeOf);
  for (const prototype of kinds) {
    const value = new Proxy(prototype.constructor, { apply: refuse, construct: refuse });
    Object.defineProperty(prototype, 'constructor', { value });
  }
  Object.defineProperty(globalThis, 'Function', { value: kinds[0].constructor });
}

/** The Node.js that a checkout brings with its development dependencies. */
function withOwnNode() {
  const { spawn } = require('node:child_process');
  const own = join(__dirname, '..', 'node_modules', 'node', 'bin', 'node');
  const child = spawn(own, [...FLAGS, __filename, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => forward(child, name));
  child.on('error', () => {
    process.stderr.write(`soapstone needs Node.js ${OLDEST.join('.')} or later; this is ${process.versions.node}\n`);
    process.exit(1);
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** A terminal sends Ctrl-C to both, and a second SIGINT would end the child at once. */
function forward(child, name) {
  if (name !== 'SIGINT' || !process.stdin.isTTY) child.kill(name);
}
