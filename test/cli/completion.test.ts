// Completion scripts, the one of bash in a real bash.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { completionScript, SHELLS } from '../../src/cli/completion.ts';
import { pageNames } from '../../src/cli/docs.ts';
import { program } from '../../src/cli/program.ts';
import { temp } from '../server/temp.ts';
import { run } from './spawn-cli.ts';

const root = program(() => {}, undefined);
const values = new Map([['docs', pageNames()]]);
const script = completionScript('bash', root, values);

/** What bash offers for the last word of a line. */
function offered(line: string, cwd = temp()): string[] {
  const words = line.split(' ');
  const input = `${script}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length - 1}
_soapstone
printf '%s\\n' "\${COMPREPLY[@]}"
`;
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-u', '-c', input], { cwd, encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout.split('\n').filter((one) => one !== '');
}

describe('bash', () => {
  test.each([
    ['soapstone ch', ['check']],
    ['soapstone --v', ['--version']],
    ['soapstone check --form', ['--format']],
    ['soapstone check --format s', ['sarif']],
    // The words that bash makes of --format=s and --format=
    ['soapstone check --format = s', ['sarif']],
    ['soapstone check --format =', ['text', 'json', 'sarif', 'junit']],
    ['soapstone serve --present ', ['rest', 'soap', 'mcp']],
    ['soapstone serve --breaker-p', ['--breaker-pause']],
    ['soapstone completion z', ['zsh']],
    ['soapstone docs first', ['first-minute', 'first-tables']],
  ])('%s', (line, words) => {
    expect(offered(line)).toEqual(words);
  });

  test('files, with spaces in their names', () => {
    const dir = temp({ 'my orders.wsdl': '', 'other.xsd': '' });
    expect(offered('soapstone init my', dir)).toEqual(['my orders.wsdl']);
    expect(offered('soapstone call m --upstream o', dir)).toEqual(['other.xsd']);
  });

  test('the script registers itself for soapstone', () => {
    const registered = spawnSync('bash', ['--norc', '-c', `${script}\ncomplete -p soapstone`], { encoding: 'utf8' });
    expect(registered.stdout).toContain('-F _soapstone soapstone');
  });
});

test.each(SHELLS)('%s: the command prints the script, which has every command', async (shell) => {
  const { code, out } = await run(['completion', shell]);
  expect([code, out]).toEqual([0, completionScript(shell, root, values)]);
  for (const name of ['serve', 'check', 'completion']) expect(out).toContain(name);
});
