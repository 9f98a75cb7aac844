// What judges the chart: helm itself, the JSON Schemas of Kubernetes, and the definitions of the Prometheus operator and of the Gateway API.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { helmFile, kubernetesSchemas, kustomizeFile, operatorDefinitions } from './cache.ts';
import { goDownload, goInstall } from './go.ts';
import { unpack } from './python.ts';

const MONITORS = ['podmonitors', 'servicemonitors', 'prometheusrules'];
const ROUTES = ['httproutes'];

/** The version that charts see where no cluster says one, as helm's own builds have it. */
const KUBERNETES = {
  'helm.sh/helm/v3/pkg/chartutil.k8sVersionMajor': '1',
  'helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor': '34',
  'helm.sh/helm/v3/pkg/lint/rules.k8sVersionMajor': '1',
  'helm.sh/helm/v3/pkg/lint/rules.k8sVersionMinor': '34',
};

export function hasHelm(): boolean {
  return existsSync(helmFile);
}

export function installHelm(): boolean {
  return goInstall('helm.sh/helm/v3/cmd/helm@v3.19.2', helmFile, KUBERNETES);
}

export function hasKustomize(): boolean {
  return existsSync(kustomizeFile);
}

export function installKustomize(): boolean {
  return goInstall('sigs.k8s.io/kustomize/kustomize/v5@v5.7.1', kustomizeFile);
}

export function hasKubernetesSchemas(): boolean {
  return existsSync(kubernetesSchemas);
}

export function installKubernetesSchemas(): boolean {
  return unpack('kubernetes-validate==1.37.0', dirname(dirname(kubernetesSchemas)));
}

export function hasOperatorDefinitions(): boolean {
  return [...MONITORS, ...ROUTES].every((kind) => existsSync(definitionOf(kind)));
}

export function installOperatorDefinitions(): boolean {
  const operator = goDownload('github.com/prometheus-operator/prometheus-operator@v0.76.0');
  const gateway = goDownload('sigs.k8s.io/gateway-api@v1.2.1');
  if (operator === undefined || gateway === undefined) return false;
  mkdirSync(operatorDefinitions, { recursive: true });
  const from = join(operator, 'example', 'prometheus-operator-crd');
  for (const kind of MONITORS) copyFileSync(join(from, `monitoring.coreos.com_${kind}.yaml`), definitionOf(kind));
  const standard = join(gateway, 'config', 'crd', 'standard');
  for (const kind of ROUTES) copyFileSync(join(standard, `gateway.networking.k8s.io_${kind}.yaml`), definitionOf(kind));
  return true;
}

function definitionOf(kind: string): string {
  return join(operatorDefinitions, `${kind}.yaml`);
}
