// Makes sure that the programs of other people which the tests talk to are on this machine. Runs before `npm test`.
// On Debian and its children, as root or with password-less sudo, it installs packages that are missing; what is no package of Debian comes
// from its source packages, PyPI and the Go module proxy, into .cache. Elsewhere it says what to install.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromiumFile } from './setup/chromium.ts';
import { installPackages } from './setup/debian.ts';
import { cxf, cxfSecurity, metro } from './setup/java.ts';
import {
  hasHelm,
  hasKubernetesSchemas,
  hasKustomize,
  hasOperatorDefinitions,
  installHelm,
  installKubernetesSchemas,
  installKustomize,
  installOperatorDefinitions,
} from './setup/kubernetes.ts';
import { hasCyclonedxSchemas, hasSarifSchema, installCyclonedxSchemas, installSarifSchema } from './setup/npm.ts';
import { onPath } from './setup/on-path.ts';
import { hasPhpSoap12, installPhpSoap12 } from './setup/php-suite.ts';

interface Need {
  readonly what: string;
  /** Debian packages that bring it, or what `install` works with. */
  readonly packages: readonly string[];
  present(): boolean;
  /** For what is no package of Debian. */
  install?(): boolean;
  /** Where it cannot be had, its tests are not run, which they say by name. */
  readonly optional?: boolean;
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
    what: 'xmlsec1, the judge of the signatures that we make',
    packages: ['xmlsec1'],
    present: () => onPath('xmlsec1'),
  },
  {
    what: 'gSOAP and a C compiler',
    packages: ['gsoap', 'libgsoap-dev', 'gcc', 'libc6-dev'],
    present: () => onPath('wsdl2h') && onPath('soapcpp2') && onPath('gcc') && existsSync('/usr/include/stdsoap2.h'),
  },
  {
    what: 'prometheus and promtool',
    packages: ['prometheus'],
    present: () => onPath('prometheus') && onPath('promtool'),
  },
  {
    what: 'chromium, for the tests of pages (CHROMIUM names another file)',
    packages: ['chromium'],
    present: () => chromiumFile() !== undefined,
  },
  {
    what: 'buildah, which builds the image without an engine, and a static busybox for its first stage',
    packages: ['buildah', 'busybox-static'],
    present: () => onPath('buildah') && onPath('busybox'),
  },
  {
    what: 'podman with runc and podman-compose, which run the image, the archives of mappings and the compose file',
    packages: ['podman', 'runc', 'podman-compose'],
    present: () => ['podman', 'runc', 'podman-compose'].every(onPath),
  },
  {
    what: 'skopeo and a registry, for releases',
    packages: ['skopeo', 'docker-registry'],
    present: () => ['skopeo', 'docker-registry'].every(onPath),
  },
  {
    what: "PHP's own tests of SOAP 1.2: the folder ext/soap/tests/soap12 of PHP's sources, as .cache/php-soap12",
    packages: ['php-cli'],
    present: hasPhpSoap12,
    install: installPhpSoap12,
  },
  {
    what: 'helm (go install helm.sh/helm/v3/cmd/helm)',
    packages: ['python3-pip'],
    present: hasHelm,
    install: installHelm,
  },
  {
    what: 'kustomize (go install sigs.k8s.io/kustomize/kustomize/v5)',
    packages: ['python3-pip'],
    present: hasKustomize,
    install: installKustomize,
  },
  {
    what: 'the JSON Schemas of Kubernetes (PyPI: kubernetes-validate)',
    packages: ['python3-pip'],
    present: hasKubernetesSchemas,
    install: installKubernetesSchemas,
  },
  {
    what: 'the definitions of the Prometheus operator (Go module: github.com/prometheus-operator/prometheus-operator)',
    packages: ['python3-pip'],
    present: hasOperatorDefinitions,
    install: installOperatorDefinitions,
  },
  {
    what: 'the JSON Schema of SARIF 2.1.0 (npm: @microsoft/jest-sarif), as .cache/sarif',
    packages: [],
    present: hasSarifSchema,
    install: installSarifSchema,
  },
  {
    what: 'the JSON Schemas of CycloneDX (npm: @cyclonedx/cyclonedx-library), as .cache/cyclonedx',
    packages: [],
    present: hasCyclonedxSchemas,
    install: installCyclonedxSchemas,
  },
  {
    what: 'Apache CXF and Metro, with a JDK 17 or newer and Maven, which fetches them (otherwise the tests of peers in Java are not run)',
    packages: [],
    present: () => [cxf, cxfSecurity, metro].every((peer) => peer.isPresent),
    install: () => [cxf, cxfSecurity, metro].every((peer) => peer.isPresent || peer.install()),
    optional: true,
  },
];

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
  const still = missing.filter((need) => !need.optional && !need.present());
  if (still.length === 0) return 0;
  console.error(`setup-tests: the tests need these first:\n${still.map((need) => `  - ${need.what}`).join('\n')}`);
  console.error(
    `On Debian or Ubuntu: sudo apt-get install -y --no-install-recommends ${packagesOf(still).join(' ')}, then this again`,
  );
  return 1;
}

process.exitCode = main();
