// The keys of the cluster, by openssl: one authority, a certificate for each program, and a kubeconfig for those that are clients.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './namespaces.ts';
import { NODE, NODE_ADDRESS, SERVICE_ADDRESS } from './network.ts';

/** Name of the file → subject, as the API server reads users and groups from it. */
const CLIENTS = {
  admin: '/O=system:masters/CN=admin',
  'controller-manager': '/CN=system:kube-controller-manager',
  scheduler: '/CN=system:kube-scheduler',
  kubelet: `/O=system:nodes/CN=system:node:${NODE}`,
  proxy: '/CN=system:kube-proxy',
  'to-kubelet': '/O=system:masters/CN=kube-apiserver',
};
export type ClientName = keyof typeof CLIENTS;

const NAMES = ['kubernetes', 'kubernetes.default', 'kubernetes.default.svc', 'kubernetes.default.svc.cluster.local'];
const SERVERS = {
  apiserver: [...NAMES.map((name) => `DNS:${name}`), `IP:${NODE_ADDRESS}`, `IP:${SERVICE_ADDRESS}`, 'IP:127.0.0.1'],
  'kubelet-server': [`DNS:${NODE}`, `IP:${NODE_ADDRESS}`],
};

const SHORT = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];

export class Certificates {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = join(folder, 'pki');
    mkdirSync(this.folder, { recursive: true });
    const [key, certificate] = [this.file('ca.key'), this.file('ca.crt')];
    run('openssl', 'req', '-x509', ...SHORT, '-subj', '/CN=cluster', '-keyout', key, '-out', certificate);
    for (const [name, names] of Object.entries(SERVERS))
      this.sign(name, `/CN=${name}`, [`subjectAltName=${names.join(',')}`, 'extendedKeyUsage=serverAuth']);
    for (const [name, subject] of Object.entries(CLIENTS)) {
      this.sign(name, subject, ['extendedKeyUsage=clientAuth']);
      writeFileSync(this.file(`${name}.kubeconfig`), JSON.stringify(this.kubeconfigOf(name)));
    }
    // Of the tokens of service accounts.
    run('openssl', 'genrsa', '-out', this.file('accounts.key'), '2048');
  }

  /** Such as `ca.crt`, `apiserver.key` or `admin.kubeconfig`. */
  file(name: string): string {
    return join(this.folder, name);
  }

  kubeconfig(name: ClientName): string {
    return this.file(`${name}.kubeconfig`);
  }

  private sign(name: string, subject: string, extensions: readonly string[]): void {
    const by = ['-CA', this.file('ca.crt'), '-CAkey', this.file('ca.key')];
    const added = extensions.flatMap((extension) => ['-addext', extension]);
    const files = ['-keyout', this.file(`${name}.key`), '-out', this.file(`${name}.crt`)];
    run('openssl', 'req', '-x509', ...by, ...SHORT, '-subj', subject, ...added, ...files);
  }

  private kubeconfigOf(name: string): object {
    const user = { 'client-certificate': this.file(`${name}.crt`), 'client-key': this.file(`${name}.key`) };
    const cluster = { server: `https://${NODE_ADDRESS}:6443`, 'certificate-authority': this.file('ca.crt') };
    return {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'cluster', cluster }],
      users: [{ name, user }],
      contexts: [{ name: 'cluster', context: { cluster: 'cluster', user: name } }],
      'current-context': 'cluster',
    };
  }
}
