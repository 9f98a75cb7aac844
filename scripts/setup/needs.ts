// The programs and files of other people which the tests need, and how a machine gets them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromiumFile } from './chromium.ts';
import { cxf, cxfSecurity, metro } from './java.ts';
import {
  hasHelm,
  hasKubernetesSchemas,
  hasKustomize,
  hasOperatorDefinitions,
  installHelm,
  installKubernetesSchemas,
  installKustomize,
  installOperatorDefinitions,
} from './kubernetes.ts';
import { hasCyclonedxSchemas, hasSarifSchema, installCyclonedxSchemas, installSarifSchema } from './npm.ts';
import { onPath } from './on-path.ts';
import { hasPhpSoap12, installPhpSoap12 } from './php-suite.ts';

export interface Need {
  readonly what: string;
  /** Debian packages that bring it, or what `install` works with. */
  readonly packages: readonly string[];
  present(): boolean;
  /** For what is no package of Debian. */
  install?(): boolean;
  /** What stands in the sources of the tests that need it. */
  readonly signs: readonly string[];
  /** Where it cannot be had, its tests are not run, which they say by name. */
  readonly optional?: boolean;
}

export const needs: readonly Need[] = [
  {
    what: 'redis-server',
    signs: ["'redis-server'"],
    packages: ['redis-server'],
    present: () => onPath('redis-server'),
  },
  {
    what: 'xmllint, the judge of every message that we write',
    signs: ["'xmllint'"],
    packages: ['libxml2-utils'],
    present: () => onPath('xmllint'),
  },
  {
    what: 'PHP with its SOAP extension',
    signs: ["'php'"],
    packages: ['php-cli', 'php-soap', 'php-xml'],
    present: hasPhpSoap,
  },
  {
    what: 'Python 3 with spyne, zeep and lxml, as /usr/bin/python3 sees them',
    signs: ["'/usr/bin/python3'"],
    packages: ['python3', 'python3-spyne', 'python3-zeep', 'python3-lxml'],
    present: () => hasPythonModules('spyne', 'zeep', 'lxml'),
  },
  {
    what: 'xmlsec1, the judge of the signatures that we make',
    signs: ["'xmlsec1'"],
    packages: ['xmlsec1'],
    present: () => onPath('xmlsec1'),
  },
  {
    what: 'gSOAP and a C compiler',
    signs: ["'wsdl2h'"],
    packages: ['gsoap', 'libgsoap-dev', 'gcc', 'libc6-dev'],
    present: () => onPath('wsdl2h') && onPath('soapcpp2') && onPath('gcc') && existsSync('/usr/include/stdsoap2.h'),
  },
  {
    what: 'prometheus and promtool',
    signs: ["'promtool'"],
    packages: ['prometheus'],
    present: () => onPath('prometheus') && onPath('promtool'),
  },
  {
    what: 'chromium, for the tests of pages (CHROMIUM names another file)',
    signs: ['chromiumFile'],
    packages: ['chromium'],
    present: () => chromiumFile() !== undefined,
  },
  {
    what: 'buildah, which builds the image without an engine, and a static busybox for its first stage',
    signs: ["'buildah'"],
    packages: ['buildah', 'busybox-static'],
    present: () => onPath('buildah') && onPath('busybox'),
  },
  {
    what: 'podman with runc, netavark and podman-compose, which run the image, the archives of mappings and the compose file',
    signs: ["'podman'"],
    packages: ['podman', 'runc', 'netavark', 'aardvark-dns', 'podman-compose'],
    present: () => ['podman', 'runc', 'podman-compose'].every(onPath) && existsSync('/usr/lib/podman/netavark'),
  },
  {
    what: 'skopeo and a registry, for releases',
    signs: ["'skopeo'", "'docker-registry'"],
    packages: ['skopeo', 'docker-registry'],
    present: () => ['skopeo', 'docker-registry'].every(onPath),
  },
  {
    what: "PHP's own tests of SOAP 1.2: the folder ext/soap/tests/soap12 of PHP's sources, as .cache/php-soap12",
    signs: ['phpSoap12'],
    packages: ['php-cli'],
    present: hasPhpSoap12,
    install: installPhpSoap12,
  },
  {
    what: 'helm (go install helm.sh/helm/v3/cmd/helm)',
    signs: ['helmFile'],
    packages: ['python3-pip'],
    present: hasHelm,
    install: installHelm,
  },
  {
    what: 'kustomize (go install sigs.k8s.io/kustomize/kustomize/v5)',
    signs: ['kustomizeFile'],
    packages: ['python3-pip'],
    present: hasKustomize,
    install: installKustomize,
  },
  {
    what: 'the JSON Schemas of Kubernetes (PyPI: kubernetes-validate)',
    signs: ['kubernetesSchemas'],
    packages: ['python3-pip'],
    present: hasKubernetesSchemas,
    install: installKubernetesSchemas,
  },
  {
    what: 'the definitions of the Prometheus operator (Go module: github.com/prometheus-operator/prometheus-operator)',
    signs: ['operatorDefinitions'],
    packages: ['python3-pip'],
    present: hasOperatorDefinitions,
    install: installOperatorDefinitions,
  },
  {
    what: 'the JSON Schema of SARIF 2.1.0 (npm: @microsoft/jest-sarif), as .cache/sarif',
    signs: ['sarifSchema'],
    packages: [],
    present: hasSarifSchema,
    install: installSarifSchema,
  },
  {
    what: 'the JSON Schemas of CycloneDX (npm: @cyclonedx/cyclonedx-library), as .cache/cyclonedx',
    signs: ['cyclonedxSchemas'],
    packages: [],
    present: hasCyclonedxSchemas,
    install: installCyclonedxSchemas,
  },
  {
    what: 'Apache CXF and Metro, with a JDK 17 or newer and Maven, which fetches them (otherwise the tests of peers in Java are not run)',
    signs: [],
    packages: [],
    present: () => [cxf, cxfSecurity, metro].every((peer) => peer.isPresent),
    install: () => [cxf, cxfSecurity, metro].every((peer) => peer.isPresent || peer.install()),
    optional: true,
  },
  {
    what: 'root, who runs the image with mounts of its own',
    signs: ["'unshare'", "'podman'"],
    packages: [],
    present: () => process.getuid?.() === 0,
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
