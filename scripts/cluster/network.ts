// Addresses of the cluster. They exist in its network namespace alone.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './namespaces.ts';

export const NODE = 'node1';
export const NODE_ADDRESS = '10.99.0.1';
export const PODS = '10.244.0.0/24';
export const SERVICES = '10.96.0.0/16';
/** Of the API server, for pods. */
export const SERVICE_ADDRESS = '10.96.0.1';
export const DOMAIN = 'cluster.local';

/** An address for the node, and a way out that leads nowhere. */
export function makeNetwork(): void {
  run('ip', 'link', 'add', 'node', 'type', 'veth', 'peer', 'name', 'nowhere');
  run('ip', 'address', 'add', `${NODE_ADDRESS}/24`, 'dev', 'node');
  for (const name of ['node', 'nowhere']) run('ip', 'link', 'set', name, 'up');
  run('ip', 'route', 'add', 'default', 'dev', 'node');
}

/** How containerd connects pods: a bridge. Returns the folder of its configuration. */
export function writePodNetwork(folder: string): string {
  const configuration = join(folder, 'cni');
  mkdirSync(configuration, { recursive: true });
  const ipam = { type: 'host-local', ranges: [[{ subnet: PODS }]], routes: [{ dst: '0.0.0.0/0' }] };
  const bridge = { type: 'bridge', bridge: 'pods', isGateway: true, ipMasq: true, hairpinMode: true, ipam };
  const plugins = [bridge, { type: 'portmap', capabilities: { portMappings: true } }];
  writeFileSync(
    join(configuration, '10-pods.conflist'),
    JSON.stringify({ cniVersion: '0.4.0', name: 'pods', plugins }),
  );
  return configuration;
}
