// A Kubernetes of one node: the control plane, containerd, kubelet, kube-proxy, and a DNS server outside of the pods.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Certificates } from './certificates.ts';
import { Daemons } from './daemons.ts';
import { pluginsOfNetworks } from './debian.ts';
import { Kubectl } from './kubectl.ts';
import { run } from './namespaces.ts';
import { DOMAIN, makeNetwork, NODE, NODE_ADDRESS, PODS, SERVICES, writePodNetwork } from './network.ts';
import { packages } from './places.ts';
import { program } from './programs.ts';

/** Images that pods mount: not yet on by default in this version. */
const GATES = '--feature-gates=ImageVolume=true';
const ETCD = 'http://127.0.0.1:2379';

export class Node {
  readonly daemons: Daemons;
  readonly kubectl: Kubectl;
  readonly certificates: Certificates;
  readonly folder: string;
  private readonly socket: string;

  constructor(folder: string) {
    this.folder = folder;
    this.daemons = new Daemons(folder);
    this.certificates = new Certificates(folder);
    this.kubectl = new Kubectl(this.certificates.kubeconfig('admin'), folder);
    this.socket = join(folder, 'containerd.sock');
  }

  /** Resolves when the node is ready. `cgroup`: below which pods have theirs. */
  async start(cgroup: string): Promise<void> {
    makeNetwork();
    this.startContainerd();
    await this.startControlPlane();
    this.startKubelet(cgroup);
    this.startProxy();
    this.startDns();
    await this.daemons.until('the node is ready', 120, async () => (await this.readiness()) === 'True');
  }

  /** From an archive, OCI or of docker. Throws where it does not have this name: kubelet would not find it. */
  async importImage(archive: string, name: string): Promise<void> {
    const ctr = (...args: readonly string[]) =>
      run(program('ctr'), '-a', this.socket, '-n', 'k8s.io', 'images', ...args);
    ctr('import', archive);
    const names = ctr('list', '-q').split('\n');
    if (!names.includes(name)) throw new Error(`${archive} has ${names.join(', ')} and no ${name}`);
  }

  private async readiness(): Promise<string> {
    const path = '{.status.conditions[?(@.type=="Ready")].status}';
    return this.kubectl.try('get', 'node', NODE, '-o', `jsonpath=${path}`);
  }

  private startContainerd(): void {
    const at = (name: string) => JSON.stringify(join(this.folder, name));
    const cri = '[plugins."io.containerd.grpc.v1.cri"';
    const configuration = `version = 2
root = ${at('containerd')}
state = ${at('containerd-state')}
[grpc]
  address = ${JSON.stringify(this.socket)}
${cri}]
  sandbox_image = "localhost/pause:1"
  restrict_oom_score_adj = true
${cri}.cni]
  bin_dir = ${JSON.stringify(pluginsOfNetworks)}
  conf_dir = ${JSON.stringify(writePodNetwork(this.folder))}
${cri}.containerd.runtimes.runc]
  runtime_type = "io.containerd.runc.v2"
${cri}.containerd.runtimes.runc.options]
  SystemdCgroup = false
  BinaryName = ${JSON.stringify(join(packages, 'usr', 'sbin', 'runc'))}
`;
    const file = join(this.folder, 'containerd.toml');
    writeFileSync(file, configuration);
    this.daemons.start(program('containerd'), ['--config', file]);
  }

  private async startControlPlane(): Promise<void> {
    const { certificates } = this;
    const peers = 'http://127.0.0.1:2380';
    this.daemons.start('etcd', [
      `--data-dir=${join(this.folder, 'etcd')}`,
      `--listen-client-urls=${ETCD}`,
      `--advertise-client-urls=${ETCD}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--initial-cluster=default=${peers}`,
    ]);
    this.daemons.start(program('kube-apiserver'), [
      GATES,
      `--etcd-servers=${ETCD}`,
      `--advertise-address=${NODE_ADDRESS}`,
      `--service-cluster-ip-range=${SERVICES}`,
      '--authorization-mode=Node,RBAC',
      '--allow-privileged=true',
      `--client-ca-file=${certificates.file('ca.crt')}`,
      `--tls-cert-file=${certificates.file('apiserver.crt')}`,
      `--tls-private-key-file=${certificates.file('apiserver.key')}`,
      `--kubelet-certificate-authority=${certificates.file('ca.crt')}`,
      `--kubelet-client-certificate=${certificates.file('to-kubelet.crt')}`,
      `--kubelet-client-key=${certificates.file('to-kubelet.key')}`,
      '--kubelet-preferred-address-types=InternalIP',
      `--service-account-issuer=https://kubernetes.default.svc.${DOMAIN}`,
      `--service-account-key-file=${certificates.file('accounts.key')}`,
      `--service-account-signing-key-file=${certificates.file('accounts.key')}`,
    ]);
    await this.daemons.until('the API server is ready', 120, async () => {
      return (await this.kubectl.try('get', '--raw', '/readyz')) === 'ok';
    });
    this.daemons.start(program('kube-controller-manager'), [
      `--kubeconfig=${certificates.kubeconfig('controller-manager')}`,
      '--use-service-account-credentials=true',
      '--leader-elect=false',
      `--root-ca-file=${certificates.file('ca.crt')}`,
      `--service-account-private-key-file=${certificates.file('accounts.key')}`,
    ]);
    this.daemons.start(program('kube-scheduler'), [
      `--kubeconfig=${certificates.kubeconfig('scheduler')}`,
      '--leader-elect=false',
    ]);
  }

  private startKubelet(cgroup: string): void {
    const configuration = {
      apiVersion: 'kubelet.config.k8s.io/v1beta1',
      kind: 'KubeletConfiguration',
      authentication: {
        anonymous: { enabled: false },
        webhook: { enabled: true },
        x509: { clientCAFile: this.certificates.file('ca.crt') },
      },
      authorization: { mode: 'Webhook' },
      cgroupDriver: 'cgroupfs',
      cgroupRoot: `/${cgroup}`,
      enforceNodeAllocatable: [],
      failSwapOn: false,
      failCgroupV1: false,
      featureGates: { ImageVolume: true },
      containerRuntimeEndpoint: `unix://${this.socket}`,
      clusterDNS: [NODE_ADDRESS],
      clusterDomain: DOMAIN,
      resolvConf: '',
      tlsCertFile: this.certificates.file('kubelet-server.crt'),
      tlsPrivateKeyFile: this.certificates.file('kubelet-server.key'),
      // Somebody else's full disk is no reason to move pods.
      evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
      imageGCHighThresholdPercent: 100,
      imageMinimumGCAge: '24h',
      // Also how soon changed ConfigMaps are seen.
      syncFrequency: '10s',
    };
    const file = join(this.folder, 'kubelet.yaml');
    writeFileSync(file, JSON.stringify(configuration));
    this.daemons.start(program('kubelet'), [
      `--config=${file}`,
      `--kubeconfig=${this.certificates.kubeconfig('kubelet')}`,
      `--root-dir=${join(this.folder, 'kubelet')}`,
      `--hostname-override=${NODE}`,
      `--node-ip=${NODE_ADDRESS}`,
    ]);
  }

  private startProxy(): void {
    const configuration = {
      apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
      kind: 'KubeProxyConfiguration',
      clientConnection: { kubeconfig: this.certificates.kubeconfig('proxy') },
      clusterCIDR: PODS,
      mode: 'iptables',
      hostnameOverride: NODE,
      // Settings of the kernel that belong to the whole machine.
      conntrack: { maxPerCore: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
    };
    const file = join(this.folder, 'proxy.yaml');
    writeFileSync(file, JSON.stringify(configuration));
    this.daemons.start(program('kube-proxy'), [`--config=${file}`]);
  }

  private startDns(): void {
    const folder = join(this.folder, 'dns');
    mkdirSync(folder);
    const file = join(folder, 'Corefile');
    const kubernetes = `kubernetes ${DOMAIN} {\n    kubeconfig ${this.certificates.kubeconfig('admin')} cluster\n  }`;
    writeFileSync(file, `.:53 {\n  bind ${NODE_ADDRESS}\n  errors\n  ${kubernetes}\n}\n`);
    this.daemons.start(program('coredns'), ['-conf', file]);
  }
}
