// Writes helm/soapstone/README.md, which `helm show readme` prints: `node scripts/chart-readme.ts`. A test compares the two.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMap, isNode } from 'yaml';
import { pairsOf, valuesDocument } from './chart-values.ts';

const README = new URL('../helm/soapstone/README.md', import.meta.url);
const CI = '../helm/soapstone/ci/standalone-values.yaml';

/** Every value with a comment of its own, by its path. */
function rows(map: unknown, path = ''): string[] {
  return pairsOf(map).flatMap(({ name, comment, value }) => {
    if (comment === undefined) return [];
    const below = rows(value, `${path}${name}.`);
    if (below.length > 0) return below;
    return [`| \`${path}${name}\` | ${defaultOf(value)} | ${comment.replaceAll('|', '\\|')} |`];
  });
}

function defaultOf(value: unknown): string {
  const text = isNode(value) ? JSON.stringify(value.toJSON()) : 'null';
  return isMap(value) && text.length > 60 ? 'see values.yaml' : `\`${text.replaceAll('|', '\\|')}\``;
}

/** The file's text. */
export function chartReadme(): string {
  const example = readFileSync(new URL(CI, import.meta.url), 'utf8').trim();
  return `# Soapstone on Kubernetes

Presents SOAP services as REST APIs and REST APIs as SOAP services, from one mapping table. Standalone behind a Service, or as a sidecar of your application.

\`\`\`sh
helm install gateway helm/soapstone -f values.yaml
helm test gateway
\`\`\`

A first values.yaml:

\`\`\`yaml
${example}
\`\`\`

More examples are in \`ci/\`. [Operating](../../docs/reference/operating.md#on-kubernetes) explains probes, drains, network policy and monitoring.

## A release

1. A Job loads the new files as a start would (\`check.enabled\`). A wrong letter stops the release there. Secrets and volumes that the values name must be there by then, so \`helm\` refuses them in \`extraObjects\` unless they are hooks.
2. Changed settings, tables and bridges mean new pods (\`rollout: restart\`). Add \`--atomic\` (Helm 4: \`--rollback-on-failure\`) to go back when they do not get ready.
3. \`helm test\` fails when the gateway is not ready, or when its last reload failed. \`soapstone_config_info\` shows one digest over all pods.

## When the check stops the release

The Job is named after the release: \`RELEASE-soapstone-check\`, or \`FULLNAME-check\` with \`fullnameOverride\`. So with the release \`gateway\`:

\`\`\`sh
kubectl logs job/gateway-soapstone-check       # a wrong file, with its line
kubectl describe pod -l job-name=gateway-soapstone-check   # no log: why the pod cannot start
\`\`\`

\`timed out waiting for the condition\` means that the pod could not start. A ConfigMap, Secret or volume is missing, or an image cannot be pulled. \`describe\` names it (\`FailedMount\`, \`ErrImagePull\`). Such a Job ends after \`check.activeDeadlineSeconds\`. Jobs that failed or still run outlive \`helm uninstall\`: \`kubectl delete job gateway-soapstone-check\`.

## In a chart of yours

With this chart in \`dependencies\` and \`soapstone: { mode: library, bridges: […] }\` in your values, your templates include the container and its volumes:

\`\`\`yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  selector: { matchLabels: { app: shop } }
  template:
    metadata:
      labels: { app: shop }
    spec:
      terminationGracePeriodSeconds: 35
      initContainers:
        - restartPolicy: Always
          {{- include "soapstone.container" .Subcharts.soapstone | nindent 10 }}
      containers:
        - { name: shop, image: "registry.example.com/shop:1" }
      volumes:
        {{- include "soapstone.volumes" .Subcharts.soapstone | nindent 8 }}
\`\`\`

\`.Subcharts.soapstone\` has the values of the dependency, under its alias where it has one. A mapping with \`copy: true\` or \`initContainer\` needs its init container too: install in library mode, and the notes show it.

## Upgrading

- Images of mappings without \`pullPolicy\` have that of \`image\` (\`IfNotPresent\`). Kubernetes pulled \`:latest\` always: use tags that change, or set it.
- The chart's own labels in \`commonLabels\` and \`podLabels\` are refused. With those of selectors an install failed late.
- From charts without \`rollout\`: other tables in values roll the pods now. \`rollout: reload\` is the previous behaviour.
- From charts without \`sidecar.drainCommand\`: an application behind an exposed gateway waits 25 s before it ends, and a gateway that only its pod calls does not wait.
- From charts without \`check\`: a Job runs before each install and upgrade. Secrets and volumes that the values name must be there by then.

## Values

Values are checked by \`values.schema.json\`: an unknown one stops \`helm\` with its name, and so do many wrong ones. What is Kubernetes' own (\`affinity\`, \`tolerations\`, …) its API server judges.

| value | default | description |
|---|---|---|
${rows(valuesDocument().contents).join('\n')}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(README, chartReadme());
