// The wrapper of the program where Node.js is too old: it says which command mends that.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temp } from '../server/temp.ts';

const wrapper = fileURLToPath(new URL('../../bin/soapstone.js', import.meta.url));

/** Without the Node.js that a checkout brings, under another version number. */
function runUnder(version: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const dir = temp({ 'version.cjs': `Object.defineProperty(process.versions, 'node', { value: '${version}' });` });
  mkdirSync(join(dir, 'bin'));
  const program = join(dir, 'bin', 'soapstone.cjs');
  copyFileSync(wrapper, program);
  const { PATH = '' } = process.env;
  return spawnSync(process.execPath, ['--require', join(dir, 'version.cjs'), program, ...args], {
    encoding: 'utf8',
    env: { PATH, ...environment },
  });
}

test('an old Node.js is told with the command that runs a newer one', () => {
  const { status, stderr } = runUnder('20.19.0', ['serve', '--contract', 'http://h/?wsdl']);
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^soapstone needs Node\.js 22\.15 or later; this is 20\.19\.0\n.*: npx -y -p node@24 node \S+soapstone\.cjs serve --contract 'http:\/\/h\/\?wsdl'\n.*: https:\/\/nodejs\.org/,
  );
});

test.each([
  [{ NVM_DIR: '/nvm' }, 'nvm install 24'],
  [{ VOLTA_HOME: '/volta', NVM_DIR: '/nvm' }, 'volta install node@24'],
])('the version manager %j is used', (environment, command) => {
  expect(runUnder('18.0.0', [], environment as Record<string, string>).stderr).toContain(`: ${command}\n`);
});

test('a checkout that is not built says what to run', () => {
  const { status, stderr } = runUnder(process.versions.node, ['version']);
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^soapstone is not built: \S+main\.cjs is missing, .*--ignore-scripts\. Run: npm run build\n$/,
  );
});
