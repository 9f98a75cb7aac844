#!/usr/bin/env node
// Starts the command line, hardened. Compiled code is cached beside the program where that is writable, so that later starts are faster.
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

const OLDEST = [22, 15];
/** The line of releases to install. */
const NEWER = 24;
const FLAGS = ['--disallow-code-generation-from-strings', '--disable-proto=delete'];
/** Signals that are meant for the program, not for this wrapper. SIGKILL and SIGSTOP cannot be forwarded. */
const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) {
  harden();
  enableCompileCache?.(join(__dirname, '..', 'dist', 'cache'));
  run(join(__dirname, '..', 'dist', 'cli', 'main.cjs'));
} else {
  withOwnNode();
}

/** A checkout has no `dist` where npm ran no scripts. */
function run(program) {
  try {
    require(program);
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND' || require('node:fs').existsSync(program)) throw error;
    process.stderr.write(
      `soapstone is not built: ${program} is missing, as after npm ci --ignore-scripts. Run: npm run build\n`,
    );
    process.exitCode = 1;
  }
}

/** Does what `FLAGS` do. V8 reads its flag only at the start of a process, and starting a second one would cost time. */
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

/** Runs the Node.js that a checkout brings with its development dependencies, and ends as it does. */
function withOwnNode() {
  const { spawn } = require('node:child_process');
  const own = join(__dirname, '..', 'node_modules', 'node', 'bin', 'node');
  let child;
  // First of all: a signal that comes while the child starts would end this process alone.
  for (const name of FORWARDED) process.on(name, () => forward(child, name));
  child = spawn(own, [...FLAGS, __filename, ...process.argv.slice(2)], { stdio: 'inherit' });
  child.on('error', () => {
    process.stderr.write(`${tooOld().join('\n')}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => (signal ? endBy(signal) : process.exit(code)));
}

/** What is wrong, and the commands that mend it. */
function tooOld() {
  const args = process.argv
    .slice(2)
    .map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replace(/'/g, `'\\''`)}'`));
  return [
    `soapstone needs Node.js ${OLDEST.join('.')} or later; this is ${process.versions.node}`,
    `with a newer one for this run: ${['npx', '-y', '-p', `node@${NEWER}`, 'node', __filename, ...args].join(' ')}`,
    `with a newer one from now on: ${installCommand(process.env)}`,
  ];
}

/** Of the version manager that the environment shows. */
function installCommand({ VOLTA_HOME, FNM_DIR, NVM_DIR }) {
  if (VOLTA_HOME) return `volta install node@${NEWER}`;
  if (FNM_DIR) return `fnm install ${NEWER} && fnm use ${NEWER}`;
  return NVM_DIR ? `nvm install ${NEWER}` : 'https://nodejs.org/en/download';
}

/** A terminal sends Ctrl-C to both, and a second SIGINT would end the child at once. */
function forward(child, name) {
  if (name !== 'SIGINT' || !process.stdin.isTTY) child.kill(name);
}

/** A supervisor shall see the signal that ended the program. */
function endBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
