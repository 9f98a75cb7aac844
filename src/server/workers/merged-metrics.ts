// The metrics of several workers as those of one gateway. Knows nothing about how they get here.
import type { Format } from '../metrics/format.ts';
import { type AnyRegistry, type Merging, register, type Sample } from '../metrics/samples.ts';

/** A metric with its values, as prom-client has them. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** A `Merging`; what prom-client says of its own metrics does not count. */
  readonly aggregator: string;
  readonly values: readonly Sample[];
}

/** `worker`: what the label says. */
export interface WorkerMetrics {
  readonly worker: string;
  readonly families: readonly Family[];
}

/** Metrics of a registry, to be sent. */
export async function familiesOf(registry: AnyRegistry): Promise<readonly Family[]> {
  return (await registry.getMetricsAsJSON()) as unknown as readonly Family[];
}

let ownRegistry: AnyRegistry | undefined;

/** What Node.js says about this process. prom-client is loaded by the first scrape. */
export async function processFamilies(): Promise<readonly Family[]> {
  const { processRegistry } = await import('../metrics/prometheus.ts');
  ownRegistry ??= processRegistry();
  return familiesOf(ownRegistry);
}

/** What Node.js says about a process: a sum would hide the one that is in trouble. */
const OF_A_PROCESS = /^(?:process|nodejs)_/;

function mergingOf({ name, aggregator }: Family): Merging {
  return OF_A_PROCESS.test(name) ? 'each' : (aggregator as Merging);
}

/** Each metric once, in the order in which they come first. */
export function mergeMetrics(all: readonly WorkerMetrics[]): readonly Family[] {
  const byName = new Map<string, readonly [Family, Map<string, Sample>]>();
  for (const { worker, families } of all) {
    for (const family of families) {
      const [, values] = byName.get(family.name) ?? [family, new Map<string, Sample>()];
      byName.set(family.name, [family, values]);
      addValues(values, family, worker);
    }
  }
  return [...byName.values()].map(([family, values]) => ({ ...family, values: [...values.values()] }));
}

function addValues(merged: Map<string, Sample>, family: Family, worker: string): void {
  const merging = mergingOf(family);
  for (const sample of family.values) {
    const labels = merging === 'each' ? { ...sample.labels, worker } : sample.labels;
    const key = `${sample.metricName ?? ''} ${JSON.stringify(labels)}`;
    const earlier = merged.get(key);
    merged.set(key, earlier === undefined ? { ...sample, labels } : together(earlier, sample, merging));
  }
}

function together(earlier: Sample, sample: Sample, merging: Merging): Sample {
  const value =
    merging === 'min' || merging === 'max' ? Math[merging](earlier.value, sample.value) : earlier.value + sample.value;
  const { exemplar = sample.exemplar } = earlier;
  const isLater = (sample.exemplar?.timestamp ?? 0) > (exemplar?.timestamp ?? 0);
  return { ...earlier, value, exemplar: isLater ? sample.exemplar : exemplar };
}

/** What goes on counting when a worker has ended: sums must not fall. */
export function departed(earlier: readonly Family[], last: readonly Family[]): readonly Family[] {
  const counts = ({ type }: Family) => type !== 'gauge';
  const lasting = last.filter((family) => counts(family) && mergingOf(family) !== 'each');
  return mergeMetrics([earlier, lasting].map((families) => ({ worker: '', families })));
}

/** The page of metrics, in the format that is asked for. */
export async function metricsText(
  families: readonly Family[],
  format: Format,
): Promise<{ readonly text: string; readonly type: string }> {
  const { emptyRegistry } = await import('../metrics/prometheus.ts');
  const registry = emptyRegistry(format);
  for (const { name, help, type, values } of families) register(registry, name, help, type, () => values);
  return { text: await registry.metrics(), type: registry.contentType };
}
