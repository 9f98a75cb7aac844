import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { startBank } from '../../examples/bank/bank.ts';
import { chartReadme } from '../../scripts/chart-readme.ts';
import { chartSchema } from '../../scripts/chart-schema.ts';
import { silent } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { optionNames } from '../../src/server/settings/options.ts';
import { call } from '../server/http-client.ts';
import { temp } from '../server/temp.ts';
import { COPY_MAPPING, chart, lint, type Manifest, notes, render, show } from './helm.ts';
import { judgeOf } from './kubernetes.ts';

const ci = join(chart, 'ci');
const scenarios = readdirSync(ci);
const valuesOf = (scenario: string) => ['-f', join(ci, scenario)];
/** From the oldest that the chart takes. Image volumes came with 1.31. */
const VERSIONS = ['1.29', '1.31', '1.34', '1.37'];

const rendered = new Map<string, Manifest[]>();
beforeAll(async () => {
  for (const scenario of scenarios) rendered.set(scenario, await render(valuesOf(scenario)));
});

function of(scenario: string, kind: string, name?: string): Manifest {
  const all = rendered.get(`${scenario}-values.yaml`) as Manifest[];
  const found = all.filter((one) => one.kind === kind && (name === undefined || one.metadata.name === name));
  expect(found, `${kind} of ${scenario}`).toHaveLength(1);
  return found[0];
}

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const podOf = (scenario: string) => of(scenario, 'Deployment').spec.template.spec;

describe('every scenario', () => {
  test.each(scenarios)('%s: helm lints it', async (scenario) => {
    expect(await lint(join(ci, scenario))).toContain('0 chart(s) failed');
  });

  test.each(VERSIONS)('Kubernetes %s takes what is rendered, by its own schemas, strictly', async (version) => {
    const judge = judgeOf(version);
    for (const [scenario, manifests] of rendered) {
      if (version === '1.29' && scenario === 'images-values.yaml') continue;
      expect(manifests.length).toBeGreaterThan(5);
      for (const manifest of manifests) expect(judge(manifest), `${scenario} ${version}`).toEqual([]);
    }
  });

  test.each(scenarios)('%s: the gateway takes its settings', async (scenario) => {
    const config = rendered
      .get(scenario)
      ?.find(
        ({ metadata }) => metadata.name.endsWith('-settings') && !metadata.annotations?.['helm.sh/hook'],
      ) as Manifest;
    const cwd = temp({ 'soapstone.yaml': config.data['soapstone.yaml'] });
    const settings = await loadSettings({ flags: {}, environment: {}, cwd });
    const values = parse(readFileSync(join(ci, scenario), 'utf8'));
    expect(settings.bridges.map(({ name, upstream }) => [name, new URL(upstream).host])).toEqual(
      values.bridges.map((bridge: { name: string; upstream: string }) => [bridge.name, new URL(bridge.upstream).host]),
    );
    const mounted = podContainers(rendered.get(scenario) as Manifest[]).volumeMounts.map(
      ({ mountPath }: { mountPath: string }) => mountPath,
    );
    for (const { mapping, contract } of settings.bridges) {
      for (const path of contract === undefined ? [mapping] : [mapping, contract])
        expect(
          mounted.some((mount: string) => path === mount || path.startsWith(`${mount}/`)),
          path,
        ).toBe(true);
    }
  });

  test.each(scenarios)('%s: the gateway runs without any right', (scenario) => {
    const gateway = podContainers(rendered.get(scenario) as Manifest[]);
    expect(gateway.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const pod = (rendered.get(scenario) as Manifest[]).find(({ kind }) => kind === 'Deployment')?.spec.template.spec;
    expect({ ...pod.securityContext, ...gateway.securityContext }).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 65532,
    });
    expect(pod.securityContext.seccompProfile).toEqual({ type: 'RuntimeDefault' });
    expect([pod.automountServiceAccountToken, pod.enableServiceLinks]).toEqual([false, false]);
    const { mountPath } = gateway.volumeMounts.find(({ readOnly }: { readOnly?: boolean }) => !readOnly) ?? {};
    expect(mountPath ?? '/more').toBe('/more');
  });
});

function deploymentOf(manifests: readonly Manifest[]): Manifest {
  return manifests.find(({ kind }) => kind === 'Deployment') as Manifest;
}

/** The gateway's container, wherever it stands. */
function podContainers(manifests: readonly Manifest[]) {
  const { initContainers = [], containers } = deploymentOf(manifests).spec.template.spec;
  return [...initContainers, ...containers].find(({ name }) => name === 'soapstone');
}

describe('modes', () => {
  test('a native sidecar starts before the application and does not keep a Job from completing', () => {
    const { initContainers, containers, volumes } = podOf('sidecar');
    expect(initContainers).toHaveLength(1);
    expect(initContainers[0]).toMatchObject({ name: 'soapstone', restartPolicy: 'Always' });
    expect(initContainers[0].startupProbe.httpGet).toEqual({ path: '/readyz', port: 'admin' });
    expect(containers.map(({ name }: { name: string }) => name)).toEqual(['app']);
    expect(volumes.map(({ name }: { name: string }) => name)).toContain('scratch');
    const settings = parse(of('sidecar', 'ConfigMap', 'release-soapstone-settings').data['soapstone.yaml']);
    expect(settings.host).toBe('127.0.0.1');
    const { ports } = of('sidecar', 'Service', 'release-soapstone').spec;
    expect(ports.map(({ name }: { name: string }) => name)).toEqual(['http']);
  });

  test.each(['sidecar', 'sidecar-classic'])(
    '%s: the application runs as its image says, the gateway as a user of its own',
    (scenario) => {
      const pod = podOf(scenario);
      expect(Object.keys(pod.securityContext)).toEqual(['fsGroup', 'seccompProfile']);
      expect(pod.containers.find(({ name }: { name: string }) => name === 'app').securityContext).toBeUndefined();
      const own = podContainers(rendered.get(`${scenario}-values.yaml`) as Manifest[]).securityContext;
      expect(own).toMatchObject({ runAsNonRoot: true, runAsUser: 65532, runAsGroup: 65532 });
    },
  );

  test('a classic sidecar stands beside the application, and may be reached from outside', () => {
    const { initContainers, containers } = podOf('sidecar-classic');
    expect(initContainers).toBeUndefined();
    expect(containers.map(({ name }: { name: string }) => name)).toEqual(['app', 'soapstone']);
    const settings = parse(of('sidecar-classic', 'ConfigMap', 'release-soapstone-settings').data['soapstone.yaml']);
    expect(settings.host).toBeUndefined();
    expect(settings.bridges[0].contract).toMatch(/^\/etc\/soapstone\/contracts\/orders-[0-9a-f]{6}\/orders\.wsdl$/);
  });

  test('files come from where the values say', () => {
    const { initContainers, volumes } = podOf('images');
    const kinds = Object.fromEntries(
      volumes.map(({ name, ...source }: { name: string }) => [
        name.replace(/-[0-9a-f]{6}$/, ''),
        Object.keys(source)[0],
      ]),
    );
    expect(kinds).toEqual({
      'soapstone-settings': 'configMap',
      'mapping-mounted': 'image',
      'mapping-copied': 'emptyDir',
      'mapping-kept': 'persistentVolumeClaim',
    });
    expect(initContainers[0].volumeMounts[0].mountPath).toBe('/to');
    const settings = parse(of('images', 'ConfigMap', 'release-soapstone-settings').data['soapstone.yaml']);
    expect(settings.bridges[0].mapping).toMatch(/\/mounted-[0-9a-f]{6}\/mappings\/one$/);
    expect(podContainers(rendered.get('images-values.yaml') as Manifest[]).image).toMatch(/@sha256:[0-9a-f]{64}$/);
  });
});

test('an image of a mapping is mounted, or copies itself', async () => {
  const image = 'bridges[0].mapping.image.reference=r/accounts:7';
  const bridge = ['--set', 'bridges[0].name=accounts', '--set', 'bridges[0].upstream=http://x/'];
  const copied = ['--set', 'bridges[0].mapping.image.copy=true', '--set', 'bridges[0].mapping.image.pullPolicy=Never'];
  const podSpec = async (...args: string[]) =>
    deploymentOf(await render([...bridge, '--set', image, ...args])).spec.template.spec;
  const volumeOf = (pod: { volumes: { name: string }[] }) =>
    pod.volumes.find(({ name }) => name.startsWith('mapping-'));
  const mounting = await podSpec();
  expect(mounting.initContainers).toBeUndefined();
  // Kubernetes would always pull `:latest`, which an import into a node has.
  expect(volumeOf(mounting)).toMatchObject({ image: { reference: 'r/accounts:7', pullPolicy: 'IfNotPresent' } });
  const copying = await podSpec(...copied);
  const volume = volumeOf(copying);
  expect(volume).toMatchObject({ emptyDir: {} });
  const [init] = copying.initContainers;
  expect(init).toMatchObject({ image: 'r/accounts:7', imagePullPolicy: 'Never', command: COPY_MAPPING });
  expect(init.volumeMounts).toEqual([{ name: volume?.name, mountPath: '/to' }]);
  const manifests = await render([...bridge, '--set', image, ...copied]);
  for (const manifest of manifests) expect(judgeOf('1.29')(manifest)).toEqual([]);
});

test('a gateway that finds its files where the chart mounts them serves', async () => {
  const bank = await startBank(0);
  onTestFinished(() => bank.close());
  const tutorial = join(chart, '..', '..', 'mappings', '10-first-row');
  const read = (name: string) => [name, readFileSync(join(tutorial, name), 'utf8')];
  const files = Object.fromEntries([read('mapping.yaml'), read('contract/accounts.wsdl')]);
  const values = {
    bridges: [{ name: 'Accounts', upstream: bank.url, mapping: { files } }],
    settings: { drainDelay: '0s' },
  };
  const manifests = await render(['-f', join(temp({ 'values.json': JSON.stringify(values) }), 'values.json')]);
  const cwd = mounted(manifests);
  const flags = { config: 'settings/soapstone.yaml', host: '127.0.0.1', port: '0', adminPort: 'off' };
  const gateway = await startServer(await loadSettings({ flags, environment: {}, cwd }), silent);
  onTestFinished(async () => void (await gateway.drain(0)));
  expect(JSON.parse((await call(gateway.port, '/v1/accounts/7')).text).account).toMatchObject({ id: 7 });
});

/** /etc/soapstone as the kubelet would make it of ConfigMaps, in a folder that takes its place. */
function mounted(manifests: readonly Manifest[]): string {
  const folder = temp();
  const { volumes } = deploymentOf(manifests).spec.template.spec;
  for (const { name, mountPath } of podContainers(manifests).volumeMounts) {
    const { configMap } = volumes.find((volume: { name: string }) => volume.name === name);
    const { data } = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMap.name,
    ) as Manifest;
    const items = configMap.items ?? Object.keys(data).map((key) => ({ key, path: key }));
    for (const { key, path } of items) {
      const file = join(folder, mountPath.replace('/etc/soapstone', ''), path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, data[key].replaceAll('/etc/soapstone', folder));
    }
  }
  return folder;
}

describe('the network policy', () => {
  const egress = (scenario: string) => of(scenario, 'NetworkPolicy').spec.egress.slice(1);

  test('lets the gateway call its services by their addresses and ports', () => {
    expect(egress('inline')).toEqual([
      { to: [{ ipBlock: { cidr: '10.20.30.40/32' } }], ports: [{ protocol: 'TCP', port: 8000 }] },
    ]);
    const soap = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'soap' } } };
    expect(egress('images').map(({ to }: { to: unknown[] }) => to[0])).toEqual([soap, { podSelector: {} }, soap]);
    const outside = { ipBlock: { cidr: '0.0.0.0/0', except: ['169.254.0.0/16'] } };
    expect(egress('sidecar')[0]).toEqual({ to: [outside], ports: [{ protocol: 'TCP', port: 443 }] });
  });

  test('and its store and collector; a bridge may say it in its own words', () => {
    const rules = egress('everything');
    expect(rules[0]).toEqual({
      to: [{ ipBlock: { cidr: '203.0.113.0/24' } }],
      ports: [{ protocol: 'TCP', port: 8443 }],
    });
    expect(rules.map(({ ports }: { ports: { port: number }[] }) => ports[0].port)).toEqual([8443, 6379, 3000, 4318]);
    const [callers, admin] = of('everything', 'NetworkPolicy').spec.ingress;
    expect([callers.ports[0].port, admin.ports[0].port]).toEqual(['gateway', 'admin']);
    expect(admin.from[0].namespaceSelector.matchLabels['kubernetes.io/metadata.name']).toBe('monitoring');
  });

  test('its sentinels and the Redis beside them, token endpoints and key sets', async () => {
    const auth = {
      front: [{ bearer: { jwks: { url: 'https://keys.id.svc:8443/keys' }, issuer: 'x', audience: 'y' } }],
      back: { oauth2: { tokenUrl: 'http://10.9.8.7/token' } },
    };
    const bridge = {
      name: 'a',
      upstream: 'http://svc.legacy.svc:8000/a',
      store: 'sentinel://gateway@sentinel.state.svc/primary',
      mapping: { configMap: { name: 'm' } },
      auth,
    };
    const values = temp({ 'v.json': JSON.stringify({ bridges: [bridge], networkPolicy: { enabled: true } }) });
    const args = ['-f', join(values, 'v.json')];
    const policy = (await render(args)).find(({ kind }) => kind === 'NetworkPolicy') as Manifest;
    const namespaceOf = (name: string) => ({
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
    });
    const rules = policy.spec.egress.slice(1) as { to: unknown[]; ports: { port: number }[] }[];
    expect(rules.map(({ to, ports }) => [to[0], ports[0].port])).toEqual([
      [namespaceOf('legacy'), 8000],
      [namespaceOf('state'), 26379],
      [namespaceOf('state'), 6379],
      [{ ipBlock: { cidr: '10.9.8.7/32' } }, 80],
      [namespaceOf('id'), 8443],
    ]);
    expect(judgeOf('1.34')(policy)).toEqual([]);
    expect(await notes(args)).toContain('the sentinels of bridge a,');
  });

  test('an address of IPv6', async () => {
    const args = [...valuesOf('inline-values.yaml'), '--set', 'bridges[0].upstream=http://[fd00::7]:8000/'];
    const policy = (await render(args)).find(({ kind }) => kind === 'NetworkPolicy') as Manifest;
    expect(policy.spec.egress[1].to).toEqual([{ ipBlock: { cidr: 'fd00::7/128' } }]);
    expect(judgeOf('1.34')(policy)).toEqual([]);
  });
});

describe('beside the pods', () => {
  test('the port of callers says what it speaks', async () => {
    const protocolOf = (manifests: readonly Manifest[]) =>
      manifests.find(({ kind, metadata }) => kind === 'Service' && metadata.name === 'release-soapstone')?.spec.ports[0]
        .appProtocol;
    expect(protocolOf(rendered.get('standalone-values.yaml') as Manifest[])).toBe('http');
    const tls = ['--set', 'settings.tlsCert=/c,settings.tlsKey=/k'];
    expect(protocolOf(await render([...valuesOf('standalone-values.yaml'), ...tls]))).toBe('https');
    expect(await notes([...valuesOf('standalone-values.yaml'), ...tls])).toContain(
      'https://release-soapstone.apps.svc',
    );
  });

  test.each([
    ['512Mi', 256],
    ['1Gi', 512],
    ['1.5Gi', 768],
    ['600M', 286],
    ['268435456', 128],
  ])('of a memory limit of %s the heap is %i MiB', async (limit, mebibytes) => {
    const args = [...valuesOf('standalone-values.yaml'), '--set-string', `resources.limits.memory=${limit}`];
    const { env } = podContainers(await render(args));
    const { value } = env.find(({ name }: { name: string }) => name === 'NODE_OPTIONS');
    expect(value).toBe(`--max-old-space-size=${mebibytes} --max-semi-space-size=8`);
  });

  test.each([
    ['2', '500m', 256],
    ['auto', '4', 128],
    ['auto', '1500m', 256],
  ])('%s workers with a CPU limit of %s share the memory: %i MiB for each', async (workers, cpu, mebibytes) => {
    const limits = `resources.limits.memory=1Gi,resources.limits.cpu=${cpu}`;
    const args = [...valuesOf('standalone-values.yaml'), '--set', `settings.workers=${workers},${limits}`];
    const { env } = podContainers(await render(args));
    const { value } = env.find(({ name }: { name: string }) => name === 'NODE_OPTIONS');
    expect(value).toBe(`--max-old-space-size=${mebibytes} --max-semi-space-size=8`);
  });

  test('as many workers as CPUs need a CPU limit', async () => {
    const args = [...valuesOf('standalone-values.yaml'), '--set', 'settings.workers=auto'];
    await expect(render(args)).rejects.toThrow(/settings.workers: auto needs resources.limits.cpu/);
  });

  test('the heap is as extraEnv says, and as Node.js has it without a limit', async () => {
    const optionsOf = async (...args: string[]) =>
      podContainers(await render([...valuesOf('standalone-values.yaml'), ...args]))
        .env.filter(({ name }: { name: string }) => name === 'NODE_OPTIONS')
        .map(({ value }: { value: string }) => value);
    expect(await optionsOf('--set', 'extraEnv[0].name=NODE_OPTIONS,extraEnv[0].value=--x')).toEqual(['--x']);
    expect(await optionsOf('--set', 'resources.limits=null')).toEqual([]);
  });

  test('nothing of the operator, no scaler and no policy unless asked for', () => {
    const kinds = new Set((rendered.get('standalone-values.yaml') as Manifest[]).map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual([
      'ConfigMap',
      'Deployment',
      'Job',
      'Pod',
      'PodDisruptionBudget',
      'Service',
      'ServiceAccount',
    ]);
  });

  test('a scaler and a policy where they are asked for, and no number of replicas beside a scaler', () => {
    expect(of('everything', 'HorizontalPodAutoscaler').spec).toMatchObject({ minReplicas: 3, maxReplicas: 20 });
    expect(of('everything', 'Deployment').spec.replicas).toBeUndefined();
    expect(of('everything', 'PodDisruptionBudget').spec.minAvailable).toBe(2);
    expect(of('everything', 'NetworkPolicy').spec.policyTypes).toEqual(['Ingress', 'Egress']);
  });

  test('probes ask the admin port; two answers in a row take a pod out of its Service', () => {
    const { startupProbe, readinessProbe, livenessProbe } = podContainers(
      rendered.get('standalone-values.yaml') as Manifest[],
    );
    expect(startupProbe.httpGet).toEqual({ path: '/readyz', port: 'admin' });
    expect(readinessProbe).toMatchObject({ httpGet: { path: '/readyz', port: 'admin' }, failureThreshold: 2 });
    expect(livenessProbe.httpGet).toEqual({ path: '/livez', port: 'admin' });
  });

  test('secrets are files below /etc/soapstone/secrets/', () => {
    const { volumeMounts } = podContainers(rendered.get('everything-values.yaml') as Manifest[]);
    const paths = volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
    expect(paths).toEqual(expect.arrayContaining(['/etc/soapstone/secrets/redis', '/etc/soapstone/secrets/peer']));
    const { volumes } = podOf('everything');
    expect(volumes).toContainEqual(expect.objectContaining({ secret: { secretName: 'redis' } }));
  });

  test('other settings roll the pods, and other tables where the pods do not take them up themselves', async () => {
    const templateOf = async (...sets: string[]) => {
      const args = [...valuesOf('inline-values.yaml'), ...sets.flatMap((one) => ['--set-string', one])];
      return deploymentOf(await render(args)).spec.template;
    };
    const before = await templateOf();
    const table = 'bridges[0].mapping.files.mapping\\.yaml=rules: []';
    const tables = ['bridges[0].upstream=http://elsewhere/', table];
    for (const one of tables) {
      expect(await templateOf(one)).not.toEqual(before);
      expect(await templateOf(one, 'rollout=reload')).toEqual(await templateOf('rollout=reload'));
    }
    const replace = await render([...valuesOf('inline-values.yaml'), '--set', 'settings.maxConnections=7']);
    expect(deploymentOf(replace).spec.template).not.toEqual(before);
  });

  test('pods of another chart take the container and its volumes from the templates, as the README shows', async () => {
    const folder = temp({
      'Chart.yaml': 'apiVersion: v2\nname: mine\nversion: 1.0.0\n',
      'values.yaml': readFileSync(join(ci, 'standalone-values.yaml'), 'utf8')
        .replace(/^/gm, '  ')
        .replace(/^/, 'soapstone:\n'),
    });
    cpSync(chart, join(folder, 'charts', 'soapstone'), { recursive: true });
    mkdirSync(join(folder, 'templates'));
    const [, example] = /## In a chart of yours[\s\S]*?```yaml\n([\s\S]*?)```/.exec(chartReadme()) ?? [];
    writeFileSync(join(folder, 'templates', 'mine.yaml'), example as string);
    const all = await render(['--set', 'soapstone.mode=library'], undefined, folder);
    expect(judgeOf('1.34')(deploymentOf(all))).toEqual([]);
    const { initContainers, containers, volumes } = deploymentOf(all).spec.template.spec;
    expect(containers).toEqual([{ name: 'shop', image: 'registry.example.com/shop:1' }]);
    const app = 'mode=sidecar,app.container.name=app,app.container.image=app:1';
    const own = deploymentOf(await render([...valuesOf('standalone-values.yaml'), '--set', app])).spec.template.spec;
    expect([initContainers, volumes]).toEqual([own.initContainers, own.volumes]);
  });

  test('monitors find the pods by labels that they have', () => {
    const labels = of('everything', 'Deployment').spec.template.metadata.labels;
    const pods = of('sidecar', 'Deployment').spec.template.metadata.labels;
    expect(pods).toMatchObject(of('sidecar', 'PodMonitor').spec.selector.matchLabels);
    const monitor = of('everything', 'ServiceMonitor').spec;
    expect(of('everything', 'Service', 'gateway-admin').metadata.labels).toMatchObject(monitor.selector.matchLabels);
    expect(of('everything', 'Service', 'gateway').metadata.labels).not.toMatchObject(monitor.selector.matchLabels);
    for (const kind of ['PodDisruptionBudget', 'Deployment'])
      expect(labels).toMatchObject(of('everything', kind).spec.selector.matchLabels);
  });

  test('alert rules and dashboard are those of the files, with the address of the runbook', () => {
    const { groups } = of('everything', 'PrometheusRule').spec;
    const [{ rules }] = parse(readFileSync(join(chart, 'files', 'alerts.yaml'), 'utf8')).groups;
    expect(groups[0].rules.map(({ expr }: { expr: string }) => expr)).toEqual(
      rules.map(({ expr }: { expr: string }) => expr),
    );
    // Its headings (test/operating-doc.test.ts).
    for (const { alert, annotations } of groups[0].rules)
      expect(annotations.runbook_url).toBe(`https://docs.example.com/operating#${alert.toLowerCase()}`);
    // Prometheus reads the file as it is (deploy/compose.yaml): it has no link that leads nowhere.
    for (const { annotations } of rules) expect(Object.keys(annotations)).toEqual(['summary']);
    expect(groups[0].rules[0].annotations.summary).toContain('{{ $labels.bridge }}');
    const board = JSON.parse(of('everything', 'ConfigMap', 'gateway-dashboard').data['soapstone.json']);
    expect(board).toEqual(JSON.parse(readFileSync(join(chart, 'files', 'dashboard.json'), 'utf8')));
  });

  test('helm test asks the admin port with the image that runs', () => {
    const pod = of('everything', 'Pod');
    expect(pod.metadata.annotations?.['helm.sh/hook']).toBe('test');
    const [{ image, args }] = pod.spec.containers;
    expect(image).toBe(podContainers(rendered.get('everything-values.yaml') as Manifest[]).image);
    expect(args).toEqual([
      'health',
      '--ready',
      '--wait',
      '30',
      '--admin-host',
      'gateway-admin',
      '--admin-port',
      '9090',
    ]);
    expect(of('everything', 'Deployment').spec.template.metadata.labels['app.kubernetes.io/name']).not.toBe(
      pod.metadata.labels['app.kubernetes.io/name'],
    );
  });

  test.each(scenarios)('%s: a Job checks the new files before an upgrade, with all that the pods have', (scenario) => {
    const all = rendered.get(scenario) as Manifest[];
    const job = all.find(({ kind }) => kind === 'Job') as Manifest;
    const hooks = all.filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'pre-install,pre-upgrade');
    expect(hooks.at(-1)).toBe(job);
    // Helm does not remove one that has failed, not even with the release.
    expect(job.spec.ttlSecondsAfterFinished).toBe(3600);
    const [{ image, args, env, volumeMounts }] = job.spec.template.spec.containers;
    const gateway = podContainers(all);
    expect(args).toEqual(['check', '--config', '/etc/soapstone/settings/soapstone.yaml']);
    expect({ image, volumeMounts }).toEqual({ image: gateway.image, volumeMounts: gateway.volumeMounts });
    expect(env.map(({ name }: { name: string }) => name)).toEqual(
      gateway.env.map(({ name }: { name: string }) => name),
    );
    const own = (manifests: readonly Manifest[]) =>
      manifests.filter(({ kind, data }) => kind === 'ConfigMap' && !data['soapstone.json'] && !data['of']);
    expect(own(hooks).map(({ data }) => data)).toEqual(
      own(all.filter((one) => !hooks.includes(one))).map(({ data }) => data),
    );
    const named = new Set(own(hooks).map(({ metadata }) => metadata.name));
    const volumes: { configMap?: { name: string } }[] = job.spec.template.spec.volumes;
    const made = volumes.flatMap(({ configMap }) => (configMap?.name.includes('-check-') ? [configMap.name] : []));
    expect(new Set(made)).toEqual(named);
  });

  test('callers come through an Ingress, or an HTTPRoute', () => {
    const [{ host, http }] = of('everything', 'Ingress').spec.rules;
    expect([host, http.paths[0].backend.service]).toEqual([
      'release.example.com',
      { name: 'gateway', port: { name: 'gateway' } },
    ]);
    const { hostnames, rules, parentRefs } = of('everything', 'HTTPRoute').spec;
    expect({ hostnames, parentRefs }).toEqual({ hostnames: ['release.example.com'], parentRefs: [{ name: 'public' }] });
    expect(rules[0].backendRefs).toEqual([
      { name: 'gateway', port: of('everything', 'Service', 'gateway').spec.ports[0].port },
    ]);
  });

  test('what a release adds has its place, with template expressions worked out', () => {
    const all = rendered.get('everything-values.yaml') as Manifest[];
    const { containers, initContainers } = podOf('everything');
    expect(containers.map(({ name }: { name: string }) => name)).toEqual(['soapstone', 'beside']);
    expect(initContainers.at(0)).toMatchObject({ name: 'before', env: [{ name: 'RELEASE', value: 'release' }] });
    expect(podContainers(all).lifecycle.preStop.sleep).toEqual({ seconds: 1 });
    expect(of('everything', 'ConfigMap', 'release-more').data).toEqual({ of: 'apps' });
    const own = all.filter(
      ({ metadata: { annotations = {}, name } }) => !annotations['helm.sh/hook'] && name !== 'release-more',
    );
    for (const { kind, metadata } of own) expect(metadata.annotations, kind).toMatchObject({ team: 'release' });
  });

  test('notes of an exposed sidecar say how clients outside reach it', async () => {
    const inFront = await notes(valuesOf('sidecar-classic-values.yaml'));
    const origin = 'http://release-soapstone.apps.svc:8080';
    expect(inFront).toContain(`Clients inside the cluster: ${origin}\n`);
    expect(inFront).toContain(`orders: the contract is at ${origin}/OrderService?wsdl\n`);
    expect(inFront).toContain('The Service has the ports of app.container too');
    expect(await notes(valuesOf('sidecar-values.yaml'))).not.toContain('Clients inside');
  });

  test('notes say how to reach it, and what memory does not share', async () => {
    const text = await notes(valuesOf('standalone-values.yaml'));
    expect(text).toContain('http://release-soapstone.apps.svc:80');
    expect(text).toContain('Bridge accounts keeps its state in memory');
    expect(await notes(valuesOf('everything-values.yaml'))).not.toContain('in memory');
  });
});

describe('values', () => {
  test('each has a description, and helm shows them all', async () => {
    const readme = await show('readme');
    expect(readme.trim()).toBe(chartReadme().trim());
    const undescribed = (schema: Schema, path: string): string[] =>
      Object.entries(schema.properties ?? {}).flatMap(([name, below]) => [
        ...(below.description ? [] : [`${path}${name}`]),
        ...undescribed(below, `${path}${name}.`),
      ]);
    // What Kubernetes and Helm have under these names is theirs.
    const theirs = /^(resources\.|global$)/;
    expect(undescribed(JSON.parse(chartSchema()), '').filter((path) => !theirs.test(path))).toEqual([]);
    expect(readme).toContain('| `httpRoute.parentRefs` | `[]` | Gateways that it belongs to');
  });

  test('the schema is what scripts/chart-schema.ts writes, and knows every option', () => {
    const text = readFileSync(join(chart, 'values.schema.json'), 'utf8');
    expect(text).toBe(chartSchema());
    for (const name of optionNames) expect(text).toContain(`"${name}":`);
  });

  test.each([
    ['an unknown key', ['--set', 'replicas=3'], 'replicas'],
    ['an unknown option of a bridge', ['--set', 'bridges[0].upstrem=http://x'], 'upstrem'],
    ['no upstream', ['--set', 'bridges[0].upstream=null'], 'upstream'],
    ['a time without unit', ['--set', 'settings.drainDelay=5'], "drainDelay': value must be one of 0, '500ms', '5s'"],
    ['the same secret twice', ['--set', 'secrets={redis,redis}'], "secrets': items at 0 and 1 are equal"],
    ['a name that no Service has', ['--set', 'fullnameOverride=Gateway_X'], 'fullnameOverride'],
    ['the same of a part of names', ['--set', 'nameOverride=Gateway_X'], 'nameOverride'],
    ['an endpoint without scheme', ['--set', 'traces.endpoint=collector:4318'], 'traces/endpoint'],
    ['a route without a Gateway', ['--set', 'httpRoute.enabled=true'], 'httpRoute.parentRefs: at least one Gateway'],
    ['no admin port', ['--set-string', 'settings.adminPort=off'], 'adminPort'],
    ['memory that is no quantity', ['--set', 'resources.limits.memory=512MB'], 'memory'],
    ['a budget that lets no pod go', ['--set', 'podDisruptionBudget.maxUnavailable=0'], 'maxUnavailable'],
    ['the same as a share', ['--set', 'podDisruptionBudget.maxUnavailable=0%'], 'maxUnavailable'],
    ['half a byte', ['--set', 'resources.limits.memory=512m'], 'memory'],
    ['an unknown key of resources', ['--set', 'resources.limit.memory=1Gi'], 'limit'],
    ['an unknown key of a probe', ['--set', 'startupProbe.periodSecond=1'], 'startupProbe'],
    ['an unknown pull policy', ['--set', 'image.pullPolicy=Allways'], 'pullPolicy'],
    ['no port', ['--set', 'service.port=0'], 'port'],
    ['a name that no object has', ['--set', 'secrets[0]=a..b'], 'secrets'],
    ['the same of an account', ['--set', 'serviceAccount.name=A_B'], 'serviceAccount'],
    ['a secret with a path', ['--set', 'secrets[0]=a/b'], 'secrets'],
    ['a secret in place of where it is', ['--set', 'bridges[0].storePassword=hunter2'], 'storePassword'],
  ])('%s is refused', async (_what, args, word) => {
    const wrong = render([...valuesOf('standalone-values.yaml'), ...args]);
    await expect(wrong).rejects.toThrow(word);
  });

  const object = (kind: string, name: string) => [
    `extraObjects[0].kind=${kind}`,
    'extraObjects[0].apiVersion=v1',
    `extraObjects[0].metadata.name=${name}`,
  ];

  test.each([
    ['too little time to drain', ['settings.drainTimeout=1m'], '35 s must be longer than', '(65 s)'],
    ['the same with settings in ms', ['settings.drainDelay=15000ms'], '35 s must be longer than', '(35 s)'],
    ['a budget that lets no pod go', ['podDisruptionBudget.minAvailable=2'], 'minAvailable: 2 of 2 pods'],
    ['the same as a share', ['podDisruptionBudget.minAvailable=100%'], 'minAvailable: 100% of 2 pods'],
    [
      'less replicas than the least',
      ['autoscaling.enabled=true', 'autoscaling.minReplicas=2', 'autoscaling.maxReplicas=1'],
      'autoscaling.maxReplicas: 1 is less',
    ],
    [
      'a rollout that cannot begin',
      ['strategy.rollingUpdate.maxSurge=0', 'strategy.rollingUpdate.maxUnavailable=0'],
      'no pod can be replaced',
    ],
    [
      'an object of the release that the check before it needs',
      ['secrets[0]=redis', ...object('Secret', 'redis')],
      'needs the Secret redis',
      'helm.sh/hook: pre-install,pre-upgrade',
    ],
    ['the same of a mapping', object('ConfigMap', 'm'), 'needs the ConfigMap m'],
    [
      'a label that selects pods',
      ['commonLabels.app\\.kubernetes\\.io/name=mine'],
      'commonLabels: the chart and Helm find pods and objects by app.kubernetes.io/name; use another key',
    ],
    [
      'the same of pods',
      ['podLabels.app\\.kubernetes\\.io/instance=mine'],
      'podLabels: the chart and Helm find pods and objects by app.kubernetes.io/instance',
    ],
    [
      'two sources',
      ['bridges[0].mapping.secret.name=x'],
      'bridges: the mapping of accounts comes from configMap and secret; name one of them',
    ],
    [
      'no source',
      ['bridges[0].contract.file=x.wsdl'],
      'bridges: the contract of accounts comes from nowhere; name one of files, configMap',
    ],
    ['two monitors', ['monitoring.serviceMonitor.enabled=true', 'monitoring.podMonitor.enabled=true'], 'enable one'],
    ['two bridges of one name', ['bridges[1].name=accounts'], 'two bridges have the name accounts'],
    ['an admin port that no probe reaches', ['settings.adminHost=127.0.0.1'], 'settings.adminHost', '127.0.0.1'],
    ['a port that no Service reaches', ['settings.host=localhost'], 'settings.host', 'localhost'],
    ['one port for both', ['settings.port=9090'], 'both are 9090'],
    [
      'a secret that is not mounted',
      ['bridges[0].storePassword=file:/etc/soapstone/secrets/redis/p'],
      'secrets: [redis]',
    ],
  ])('%s is refused, with what to do', async (_what, sets, ...words) => {
    const bridge = (name: string, i: number) => [
      `bridges[${i}].name=${name}`,
      `bridges[${i}].upstream=http://x/`,
      `bridges[${i}].mapping.configMap.name=m`,
    ];
    const all = [...bridge('accounts', 0), ...bridge('others', 1), ...sets];
    const said = await render(all.flatMap((one) => ['--set', one])).then(() => 'taken', String);
    for (const word of words) expect(said).toContain(word);
  });

  test.each([
    [[], { maxUnavailable: 1 }],
    [['podDisruptionBudget.maxUnavailable=25%'], { maxUnavailable: '25%' }],
    [['podDisruptionBudget.minAvailable=2', 'replicaCount=3'], { minAvailable: 2 }],
    [['podDisruptionBudget.minAvailable=1'], { minAvailable: 1 }],
    [['podDisruptionBudget.minAvailable=0'], { minAvailable: 0 }],
  ])('a disruption budget has one number: %s', async (sets, budget) => {
    const all = await render([...valuesOf('standalone-values.yaml'), ...sets.flatMap((one) => ['--set', one])]);
    const { selector: _, ...spec } = all.find(({ kind }) => kind === 'PodDisruptionBudget')?.spec ?? {};
    expect(spec).toEqual(budget);
  });

  test('labels of all objects and of pods: each has one value, also where the chart has another', async () => {
    const labels = ['version=7', 'component=gateway', 'part-of=shop'].map(
      (one) => `commonLabels.app\\.kubernetes\\.io/${one}`,
    );
    const own = 'podLabels.app\\.kubernetes\\.io/part-of=till';
    const all = await render([
      ...valuesOf('standalone-values.yaml'),
      ...[...labels, own].flatMap((one) => ['--set-string', one]),
    ]);
    const common = { 'app.kubernetes.io/version': '7', 'app.kubernetes.io/part-of': 'shop' };
    const { template, selector } = deploymentOf(all).spec;
    expect(template.metadata.labels).toMatchObject({
      ...common,
      'app.kubernetes.io/part-of': 'till',
      ...selector.matchLabels,
    });
    const services = all.filter(({ kind }) => kind === 'Service');
    expect(services.map(({ metadata }) => metadata.labels['app.kubernetes.io/component'])).toEqual([
      'gateway',
      'admin',
    ]);
    for (const { metadata } of services) expect(metadata.labels).toMatchObject(common);
  });

  test('Recreate is a strategy without numbers', async () => {
    const all = await render([...valuesOf('standalone-values.yaml'), '--set', 'strategy.type=Recreate']);
    expect(deploymentOf(all).spec.strategy).toEqual({ type: 'Recreate' });
  });

  test('what only looks like that is taken', async () => {
    const values = temp({
      'values.yaml': JSON.stringify({
        mode: 'sidecar',
        app: { container: { name: 'app', image: 'app:1' } },
        settings: { host: '127.0.0.1', drainDelay: 0, drainTimeout: '34500ms' },
        bridges: [
          {
            name: 'a',
            upstream: 'http://x/',
            mapping: { configMap: { name: 'm' } },
            upstreamCert: '/etc/soapstone/secrets/mine/tls.crt',
            upstreamKey: '/etc/soapstone/secrets/other/tls.key',
          },
        ],
        secrets: ['mine'],
        extraVolumes: [{ name: 'other', emptyDir: {} }],
        extraVolumeMounts: [{ name: 'other', mountPath: '/etc/soapstone/secrets/other/' }],
      }),
    });
    expect(await render(['-f', join(values, 'values.yaml')])).not.toEqual([]);
  });

  test('an object that is a hook before the release may be what the check needs', async () => {
    const sets = ['secrets[0]=redis', ...object('Secret', 'redis')];
    const hook = 'extraObjects[0].metadata.annotations.helm\\.sh/hook=pre-install';
    for (const more of [hook, 'check.enabled=false', 'extraObjects[0].metadata.name=other'])
      expect(
        await render([...valuesOf('standalone-values.yaml'), ...[...sets, more].flatMap((one) => ['--set', one])]),
      ).not.toEqual([]);
  });

  test('the check has what fetches the secrets of the pods, and labels and annotations of all objects', async () => {
    const values = temp({
      'values.yaml': JSON.stringify({
        extraInitContainers: [{ name: 'vault', image: 'vault:1' }],
        serviceAccount: { create: false, name: 'reader' },
        commonLabels: { team: 'a' },
        commonAnnotations: { owner: '{{ .Release.Name }}' },
      }),
    });
    const all = await render([...valuesOf('standalone-values.yaml'), '-f', join(values, 'values.yaml')]);
    const job = all.find(({ kind }) => kind === 'Job') as Manifest;
    expect(job.spec.template.spec).toMatchObject({
      initContainers: [{ name: 'vault' }],
      serviceAccountName: 'reader',
    });
    expect(job.metadata.annotations).toMatchObject({ owner: 'release', 'helm.sh/hook': 'pre-install,pre-upgrade' });
    const pod = all.find(({ kind }) => kind === 'Pod') as Manifest;
    for (const { labels } of [job.metadata, job.spec.template.metadata, pod.metadata])
      expect(labels).toMatchObject({ team: 'a', 'app.kubernetes.io/name': expect.stringMatching(/-(check|test)$/) });
  });

  test('alerts have links where the runbook has a URL', async () => {
    const rule = async (...more: string[]) =>
      JSON.stringify(
        (await render([...valuesOf('standalone-values.yaml'), '--set', 'monitoring.rules.enabled=true', ...more])).find(
          ({ kind }) => kind === 'PrometheusRule',
        )?.spec,
      );
    const bare = await rule();
    expect(bare).toContain('SoapstoneOutage');
    expect(bare).not.toMatch(/runbook|RUNBOOK/);
    expect(await rule('--set', 'monitoring.rules.runbookUrl=https://x/y')).toContain('"runbook_url":"https://x/y#');
  });

  test('what the templates need is said', async () => {
    await expect(render([])).rejects.toThrow('bridges: at least one is needed');
    await expect(render([...valuesOf('standalone-values.yaml'), '--set', 'mode=sidecar'])).rejects.toThrow(
      'app.container',
    );
    await expect(render([...valuesOf('standalone-values.yaml'), '--set', 'traces.enabled=true'])).rejects.toThrow(
      'traces.endpoint',
    );
  });

  test('its version is that of the product', () => {
    const { version } = JSON.parse(readFileSync(join(chart, '..', '..', 'package.json'), 'utf8'));
    expect(parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8')).appVersion).toBe(version);
  });
});
