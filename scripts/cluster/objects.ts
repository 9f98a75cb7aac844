// Kubernetes objects beside the chart's: services, applications and callers. All of them are what Pod Security calls restricted.
import { toolsImage } from './images.ts';

const SECURITY = {
  runAsNonRoot: true,
  runAsUser: 65532,
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};

export interface Program {
  readonly name: string;
  /** Path of the script in the checkout, and its arguments. */
  readonly script: readonly string[];
  readonly port: number;
  /** Path that says whether it is ready; by default its port. */
  readonly ready?: string;
}

/** A container that runs a script of the checkout. */
export function container({ name, script, port, ready }: Program): object {
  const probe = ready === undefined ? { tcpSocket: { port } } : { httpGet: { path: ready, port } };
  return restrictedContainer({
    name,
    image: toolsImage,
    args: [`/tools/${script[0]}`, ...script.slice(1)],
    ports: [{ name: 'http', containerPort: port }],
    readinessProbe: { ...probe, periodSeconds: 1 },
  });
}

/** Of an image that was imported. */
export function restrictedContainer(container: object): object {
  return { ...container, imagePullPolicy: 'Never', securityContext: SECURITY };
}

/** A Deployment of one pod, and its Service. */
export function deployed(program: Program): object[] {
  const labels = { app: program.name };
  const template = { metadata: { labels }, spec: { containers: [container(program)], enableServiceLinks: false } };
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: program.name },
      spec: { replicas: 1, selector: { matchLabels: labels }, template },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: program.name },
      spec: { selector: labels, ports: [{ name: 'http', port: program.port, targetPort: 'http' }] },
    },
  ];
}

/** Where pods must be restricted. */
export function restricted(name: string): object {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
}
