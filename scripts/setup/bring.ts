// Brings what is missing to this machine, and says what cannot be had.
import { installPackages, mayInstall } from './debian.ts';
import type { Need } from './needs.ts';

/** Exit code: 0, also where something stays away, whose tests are not run then. `complete`: 1, where it could have been installed. */
export function bringAll(needs: readonly Need[], complete: boolean): number {
  const missing = needs.filter((need) => !need.present());
  if (missing.length === 0) return 0;
  bring(missing);
  const absent = missing.filter((need) => !need.optional && !need.present());
  if (absent.length === 0) return 0;
  const packages = packagesOf(absent).join(' ');
  console.error(`setup-tests: not on this machine:\n${absent.map((need) => `  - ${need.what}`).join('\n')}`);
  console.error(`On Debian or Ubuntu: sudo apt-get install -y --no-install-recommends ${packages}, then this again`);
  if (complete && mayInstall()) return 1;
  console.error('The tests that need them are not run, which the end of the run says by name.');
  return 0;
}

/** First by what is there already, then with Debian's packages. */
function bring(missing: readonly Need[]): void {
  for (const need of missing) console.error(`setup-tests: missing: ${need.what}`);
  const packaged = missing.filter((need) => !need.install?.());
  if (packagesOf(packaged).length === 0 || !installPackages(packagesOf(packaged))) return;
  for (const need of packaged) need.install?.();
}

function packagesOf(some: readonly Need[]): string[] {
  return [...new Set(some.flatMap(({ packages }) => packages))];
}
