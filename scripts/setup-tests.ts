// Makes sure that the programs of other people which the tests talk to are on this machine. Runs before `npm test`.
// On Debian and its children, as root or with password-less sudo, it installs what is missing; elsewhere it says what to install.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

interface Need {
  readonly what: string;
  /** Debian packages that bring it. */
  readonly packages: readonly string[];
  present(): boolean;
}

const needs: readonly Need[] = [
  { what: 'redis-server', packages: ['redis-server'], present: () => onPath('redis-server') },
  {
    what: 'xmllint, the judge of every message that we write',
    packages: ['libxml2-utils'],
    present: () => onPath('xmllint'),
  },
  { what: 'PHP with its SOAP extension', packages: ['php-cli', 'php-soap', 'php-xml'], present: hasPhpSoap },
  {
    what: 'Python 3 with spyne, zeep and lxml, as /usr/bin/python3 sees them',
    packages: ['python3', 'python3-spyne', 'python3-zeep', 'python3-lxml'],
    present: () => hasPythonModules('spyne', 'zeep', 'lxml'),
  },
  {
    what: 'gSOAP and a C compiler',
    packages: ['gsoap', 'libgsoap-dev', 'gcc', 'libc6-dev'],
    present: () => onPath('wsdl2h') && onPath('soapcpp2') && onPath('gcc') && existsSync('/usr/include/stdsoap2.h'),
  },
];

function onPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function hasPhpSoap(): boolean {
  const run = spawnSync('php', ['-r', 'exit(extension_loaded("soap") && extension_loaded("dom") ? 0 : 1);'], {
    stdio: 'ignore',
  });
  return run.status === 0;
}

/** Looks for the modules without loading them: importing spyne alone takes a second. */
function hasPythonModules(...modules: string[]): boolean {
  const find =
    'import sys; from importlib.util import find_spec; sys.exit(not all(find_spec(m) for m in sys.argv[1:]))';
  return spawnSync('/usr/bin/python3', ['-c', find, ...modules], { stdio: 'ignore' }).status === 0;
}

/** What to put before apt-get to run it as root; undefined when we cannot. */
function asRoot(): string[] | undefined {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined;
}

function aptGet(prefix: readonly string[], ...args: string[]): boolean {
  const [program, ...rest] = [
    ...prefix,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-q',
    '-o',
    'DPkg::Lock::Timeout=300',
    ...args,
  ];
  // apt's own lines are progress enough; they go to stderr so that stdout holds test results alone.
  return spawnSync(program, rest, { stdio: ['ignore', 2, 2] }).status === 0;
}

function install(prefix: readonly string[], packages: readonly string[]): boolean {
  console.error(`setup-tests: apt-get install ${packages.join(' ')}`);
  return aptGet(prefix, 'update') && aptGet(prefix, 'install', '-y', '--no-install-recommends', ...packages);
}

function main(): number {
  const missing = needs.filter((need) => !need.present());
  if (missing.length === 0) return 0;
  const packages = missing.flatMap((need) => need.packages);
  for (const need of missing) console.error(`setup-tests: missing: ${need.what}`);
  const prefix = onPath('apt-get') ? asRoot() : undefined;
  if (prefix !== undefined) install(prefix, packages);
  const still = missing.filter((need) => !need.present());
  if (still.length === 0) return 0;
  console.error(`setup-tests: the tests need these first:\n${still.map((need) => `  - ${need.what}`).join('\n')}`);
  console.error(
    `On Debian or Ubuntu: sudo apt-get install -y --no-install-recommends ${still.flatMap((n) => n.packages).join(' ')}`,
  );
  return 1;
}

process.exitCode = main();
