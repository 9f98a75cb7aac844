// The end of pods: who waits for whom; and gateways in pods that the chart does not make.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { loadSettings } from '../../src/server/settings/load.ts';
import { temp } from '../server/temp.ts';
import { chart, kustomize, type Manifest, notes, render } from './helm.ts';
import { judgeOf } from './kubernetes.ts';

const deploy = join(chart, '..', '..', 'deploy');
const DRAIN = { exec: { command: ['/nodejs/bin/node', '/app/bin/soapstone.js', 'drain'] } };
const INSIDE = ['-f', join(chart, 'ci', 'sidecar-values.yaml')];
/** SOAP in front of the application. */
const IN_FRONT = ['-f', join(chart, 'ci', 'sidecar-classic-values.yaml')];
const NATIVE = ['--set', 'sidecar.native=true'];
const LIBRARY = ['--set', 'mode=library,monitoring.podMonitor.enabled=false,networkPolicy.enabled=false'];

/** What an application may have said about its end. */
const OWN_ENDS = [
  { lifecycle: { preStop: { exec: { command: ['/bin/flush-queue'] } } } },
  { terminationGracePeriodSeconds: 120 },
];

const specOf = (all: readonly Manifest[], kind = 'Deployment') =>
  all.find((one) => one.kind === kind)?.spec.template.spec;

function settingsOf(all: readonly Manifest[]): Record<string, unknown> {
  const map = all.find(({ metadata }) => metadata.name.startsWith('release-soapstone-settings')) as Manifest;
  return parse(map.data['soapstone.yaml']);
}

describe('a sidecar that callers outside reach', () => {
  test('native: it drains at once, and the application ends after that', async () => {
    const { initContainers, containers } = specOf(await render([...IN_FRONT, ...NATIVE]));
    expect(initContainers[0].lifecycle.preStop).toEqual(DRAIN);
    expect(containers[0].lifecycle.preStop).toEqual({ sleep: { seconds: 25 } });
    const times = 'settings.drainDelay=500ms,settings.drainTimeout=1m,terminationGracePeriodSeconds=70';
    const longer = specOf(await render([...IN_FRONT, ...NATIVE, '--set', times]));
    expect(longer.containers[0].lifecycle.preStop.sleep.seconds).toBe(61);
  });

  test('classic: its signal drains it, and the application waits', async () => {
    const [app, gateway] = specOf(await render(IN_FRONT)).containers;
    expect(app.lifecycle.preStop).toEqual({ sleep: { seconds: 25 } });
    expect(gateway.lifecycle).toBeUndefined();
  });

  test('a command waits for the gateway itself; hooks of the values win', async () => {
    const command = ['--set', 'sidecar.drainCommand={curl,-XPOST,http://127.0.0.1:9090/drain?wait}'];
    const [app] = specOf(await render([...IN_FRONT, ...command], '1.29.0')).containers;
    expect(app.lifecycle.preStop.exec.command).toEqual(['curl', '-XPOST', 'http://127.0.0.1:9090/drain?wait']);
    const hooks = ['app.container.lifecycle.preStop.sleep.seconds=7', 'lifecycle.preStop.sleep.seconds=3'];
    const { initContainers, containers } = specOf(await render([...IN_FRONT, ...NATIVE, '--set', hooks.join()]));
    expect(containers[0].lifecycle.preStop).toEqual({ sleep: { seconds: 7 } });
    expect(initContainers[0].lifecycle.preStop).toEqual({ sleep: { seconds: 3 } });
  });

  test('is refused where nothing can make the application wait', async () => {
    await expect(render([...IN_FRONT, ...NATIVE], '1.29.0')).rejects.toThrow('set sidecar.drainCommand');
  });

  test('an application that is not behind the gateway does not wait', async () => {
    const elsewhere = ['--set', 'sidecar.expose=true'];
    const { initContainers, containers } = specOf(await render([...INSIDE, ...elsewhere]));
    expect(initContainers[0].lifecycle.preStop).toEqual(DRAIN);
    expect(containers[0].lifecycle).toBeUndefined();
  });
});

test('a native sidecar whose callers are in its pod waits for nobody when they have ended; a classic one does', async () => {
  expect(settingsOf(await render(INSIDE)).drainDelay).toBe('0s');
  expect(settingsOf(await render([...INSIDE, '--set', 'settings.drainDelay=3s'])).drainDelay).toBe('3s');
  for (const more of [
    ['--set', 'sidecar.native=false'],
    ['--set', 'sidecar.expose=true'],
  ])
    expect(settingsOf(await render([...INSIDE, ...more])).drainDelay).toBe('5s');
});

describe('library mode', () => {
  test('is ConfigMaps, and the Job that checks them', async () => {
    const all = await render([...INSIDE, ...LIBRARY]);
    expect(all.map(({ kind }) => kind).toSorted()).toEqual(['ConfigMap', 'ConfigMap', 'Job']);
    const judge = judgeOf('1.34');
    for (const one of all) expect(judge(one)).toEqual([]);
    expect(settingsOf(all)).toEqual(settingsOf(await render(INSIDE)));
  });

  test.each([
    ['native', []],
    ['classic', ['--set', 'sidecar.native=false']],
    ['in front', NATIVE],
  ])('its notes show what a pod needs (%s): the same as sidecar mode has', async (name, more) => {
    const values = name === 'in front' ? IN_FRONT : INSIDE;
    const text = await notes([...values, ...LIBRARY, ...more]);
    const parts = parse(/:\n\n?((?: {2}\S.*\n(?: {2}.*\n|\n)*))/.exec(text)?.[1] as string);
    const sidecar = specOf(await render([...values, ...more]));
    const isGateway = (one: { name: string }) => one.name === 'soapstone';
    const containers = [...(parts.initContainers ?? []), ...(parts.containers ?? [])];
    const own = [...(sidecar.initContainers ?? []), ...sidecar.containers].filter(isGateway);
    expect(containers).toEqual(own);
    expect(sidecar.volumes).toEqual(expect.arrayContaining(parts.volumes));
    expect(parts.terminationGracePeriodSeconds).toBe(35);
    expect(text.includes('preStop: {"sleep":{"seconds":25}}')).toBe(name === 'in front');
  });

  test('refuses what would select pods', async () => {
    await expect(render([...INSIDE, '--set', 'mode=library'])).rejects.toThrow('monitoring.podMonitor: in library');
  });
});

describe('pods that the chart does not make', () => {
  /** The container of the chart, without what only that knows. */
  let ours: Record<string, unknown>;
  beforeAll(async () => {
    const [gateway] = specOf(await render(INSIDE)).initContainers;
    const { volumeMounts: _, imagePullPolicy: __, ...others } = gateway;
    ours = others;
  });
  const plain = parseAllDocuments(readFileSync(join(deploy, 'kubernetes', 'sidecar.yaml'), 'utf8')).map(
    (document) => document.toJS() as Manifest,
  );
  const [settings, gatewaySettings] = [
    ...readFileSync(join(deploy, 'kustomize', 'README.md'), 'utf8').matchAll(/```yaml\n([\s\S]*?)```/g),
  ].map(([, text]) => text) as [string, string];

  interface OwnEnd {
    readonly lifecycle?: object;
    readonly terminationGracePeriodSeconds?: number;
  }

  /** A folder as the README says, with an object of its own. */
  async function built(kind: string, components: readonly string[], own: OwnEnd = {}): Promise<Manifest[]> {
    const tutorial = join(deploy, '..', 'mappings', '10-first-row');
    const folder = temp({
      'kustomization.yaml': settings.replace('[deploy/kustomize/sidecar]', JSON.stringify(components)),
      'soapstone.yaml': gatewaySettings,
      'mapping.yaml': readFileSync(join(tutorial, 'mapping.yaml'), 'utf8').replace('contract/', ''),
      'accounts.wsdl': readFileSync(join(tutorial, 'contract', 'accounts.wsdl'), 'utf8'),
    });
    const { lifecycle, ...end } = own;
    const pod = { ...end, containers: [{ name: 'app', image: 'app:1', lifecycle }] };
    const app = { kind, metadata: { name: 'app', labels: { 'soapstone/gateway': 'sidecar' } } };
    const template = { metadata: { labels: { app: 'app' } }, spec: pod };
    const [apiVersion, more] =
      kind === 'Job'
        ? ['batch/v1', { template: { ...template, spec: { ...pod, restartPolicy: 'Never' } } }]
        : ['apps/v1', { selector: { matchLabels: { app: 'app' } }, template }];
    writeFileSync(join(folder, 'app.yaml'), JSON.stringify({ apiVersion, ...app, spec: more }));
    cpSync(join(deploy, 'kustomize'), join(folder, 'deploy', 'kustomize'), { recursive: true });
    return kustomize(folder);
  }

  test('the plain objects have the container of the chart', async () => {
    const judge = judgeOf('1.34');
    for (const one of plain) expect(judge(one)).toEqual([]);
    const [{ volumeMounts, ...gateway }] = specOf(plain).initContainers;
    expect(gateway).toEqual(ours);
    expect(volumeMounts.map(({ name }: { name: string }) => name)).toEqual(['soapstone-settings', 'soapstone-mapping']);
    const cwd = temp({ 'soapstone.yaml': plain[0].data['soapstone.yaml'] });
    const loaded = await loadSettings({ flags: {}, environment: {}, cwd });
    expect(loaded).toMatchObject({
      host: '127.0.0.1',
      drainDelay: 0,
      bridges: [{ mapping: '/etc/soapstone/mapping' }],
    });
  });

  test.each(['Deployment', 'Job'])(
    'the component puts it into a %s, with the ConfigMaps of the README',
    async (kind) => {
      const all = await built(kind, ['deploy/kustomize/sidecar']);
      const judge = judgeOf('1.34');
      for (const one of all) expect(judge(one)).toEqual([]);
      const { initContainers, containers, volumes } = specOf(all, kind);
      const [{ volumeMounts: _, image, ...gateway }] = initContainers;
      expect({ ...gateway, image: ours.image }).toEqual(ours);
      expect([image, containers[0].name]).toEqual(['registry.example.com/soapstone:0.1.0', 'app']);
      const maps = all.filter((one) => one.kind === 'ConfigMap').map(({ metadata }) => metadata.name);
      expect(maps).toEqual([
        expect.stringMatching(/^soapstone-mapping-/),
        expect.stringMatching(/^soapstone-settings-/),
      ]);
      expect(volumes.map(({ configMap }: { configMap: { name: string } }) => configMap.name).toSorted()).toEqual(maps);
    },
  );

  test.each(OWN_ENDS)(
    'an application with %j keeps it: in-front refuses it, sidecar and drain leave it alone',
    async (own) => {
      await expect(built('Deployment', ['deploy/kustomize/sidecar', 'deploy/kustomize/in-front'], own)).rejects.toThrow(
        Object.keys(own)[0],
      );
      const spec = specOf(await built('Deployment', ['deploy/kustomize/sidecar', 'deploy/kustomize/drain'], own));
      expect(spec.initContainers[0].lifecycle.preStop).toEqual(DRAIN);
      const { terminationGracePeriodSeconds, containers } = spec;
      expect({ terminationGracePeriodSeconds, lifecycle: containers[0].lifecycle }).toEqual({
        terminationGracePeriodSeconds: undefined,
        lifecycle: undefined,
        ...own,
      });
    },
  );

  test('our container has what Pod Security "restricted" asks for, whatever the pod says', async () => {
    const library = parse(
      /:\n\n?((?: {2}\S.*\n(?: {2}.*\n|\n)*))/.exec(await notes([...INSIDE, ...LIBRARY]))?.[1] as string,
    );
    const component = specOf(await built('Deployment', ['deploy/kustomize/sidecar']));
    for (const { initContainers } of [specOf(plain), component, library])
      expect(initContainers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
        readOnlyRootFilesystem: true,
        runAsGroup: 65532,
        runAsNonRoot: true,
        runAsUser: 65532,
        seccompProfile: { type: 'RuntimeDefault' },
      });
  });

  test('in front of the application, both drain before it ends', async () => {
    const all = await built('Deployment', ['deploy/kustomize/sidecar', 'deploy/kustomize/in-front']);
    expect(judgeOf('1.34')(all.find(({ kind }) => kind === 'Deployment') as Manifest)).toEqual([]);
    const { initContainers, containers, terminationGracePeriodSeconds } = specOf(all);
    expect(initContainers[0].lifecycle.preStop).toEqual(DRAIN);
    expect(containers[0].lifecycle.preStop).toEqual({ sleep: { seconds: 25 } });
    expect(terminationGracePeriodSeconds).toBe(35);
  });
});
