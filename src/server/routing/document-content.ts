// Contents of documents about REST faces: made once, in slices, and kept with their compressed forms.
import { setImmediate } from 'node:timers/promises';
import { entityTag } from '../../binding/rest/front/response.ts';
import { Pieces } from '../../bytes/pieces.ts';
import { inSlices, type Steps } from '../../event-loop/time-slices.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import type { DescribeOptions, RestDescription, Security } from '../../openapi/export/document.ts';
import type { DocumentedBridge } from '../bridges/document-paths.ts';
import { securityOf } from '../bridges/security-schemes.ts';
import { CodedForms } from '../http/content-codings.ts';
import { collectAfterLoading, WorkGarbage } from '../http/garbage-collection.ts';

export interface Content {
  readonly bytes: Uint8Array;
  readonly etag: string;
  readonly forms: CodedForms;
}

/** Content by key, made once. Misses are not cached: clients may request any number of names. */
export class ContentCache<K> {
  private readonly make: (key: K) => Promise<Content | undefined>;
  private readonly entries = new Map<K, Promise<Content | undefined>>();

  constructor(make: (key: K) => Promise<Content | undefined>) {
    this.make = make;
  }

  get(key: K): Promise<Content | undefined> {
    const cached = this.entries.get(key);
    if (cached) return cached;
    const making = this.make(key);
    this.entries.set(key, making);
    const drop = () => void this.entries.delete(key);
    making.then((content) => content ?? drop(), drop);
    return making;
  }
}

/** `ready`: compressed forms that exist already. */
export function contentOf(bytes: Uint8Array, ready?: ConstructorParameters<typeof CodedForms>[1]): Content {
  return { bytes, etag: entityTag(bytes), forms: new CodedForms(bytes, ready) };
}

export function jsonContent(value: unknown): Content {
  return contentOf(Buffer.from(JSON.stringify(value)));
}

/** The part of a description that a request names. */
export type Part = Pick<DescribeOptions, 'name' | 'tag'>;

/** The JSON text of the description that bridges share. `mount`: path at which an app has the gateway. */
export async function describedBytes(
  bridges: readonly DocumentedBridge[],
  mount = '',
  part: Part = {},
): Promise<Uint8Array> {
  const { descriptionText } = await import('../../openapi/export/text.ts');
  const bytes = await gathered(descriptionText(await descriptionOf(bridges, mount, part)));
  collectAfterLoading();
  return bytes;
}

/** Their mappings, whose rules have outlines: documents look at all of them. */
export async function mappingsOf(bridges: readonly DocumentedBridge[]): Promise<Mapping[]> {
  const { outlinesOf } = await import('../../openapi/export/rule-outlines.ts');
  const mappings = bridges.map(({ mapping }) => mapping);
  const garbage = new WorkGarbage();
  for (const mapping of mappings) await inSlices(watched(outlinesOf(mapping), garbage));
  return mappings;
}

function* watched<T>(steps: Steps<T>, garbage: WorkGarbage): Steps<T> {
  let step = steps.next();
  for (; !step.done; step = steps.next()) {
    garbage.look();
    yield;
  }
  return step.value;
}

export async function descriptionOf(
  bridges: readonly DocumentedBridge[],
  mount = '',
  part: Part = {},
): Promise<RestDescription> {
  const { RestDescription } = await import('../../openapi/export/document.ts');
  const server = publicUrlIn(bridges) ?? (mount === '' ? undefined : mount);
  const gates = securityIn(bridges);
  await mappingsOf(bridges);
  return new RestDescription([...gates.keys()], { server, ...part, security: (mapping) => gates.get(mapping) });
}

/** How clients authenticate, by mapping. */
export function securityIn(bridges: readonly DocumentedBridge[]): ReadonlyMap<Mapping, Security | undefined> {
  const prefix = ({ settings }: DocumentedBridge) => (bridges.length > 1 ? `${settings.name}.` : '');
  return new Map(
    bridges.map((bridge) => [bridge.mapping, securityOf(bridge.settings.auth, bridge.mapping, prefix(bridge))]),
  );
}

/** The first one that a setting names. */
export function publicUrlIn(bridges: readonly DocumentedBridge[]): string | undefined {
  return bridges.find(({ settings }) => settings.publicUrl !== undefined)?.settings.publicUrl;
}

/** ms of work before other requests get a turn. */
const LONGEST = 5;

/** The bytes of a long text, made in slices. */
export async function gathered(texts: Iterable<string>): Promise<Uint8Array> {
  const pieces = new Pieces();
  const garbage = new WorkGarbage();
  let began = performance.now();
  for (const text of texts) {
    if (text !== '') pieces.add(Buffer.from(text));
    if (performance.now() - began < LONGEST) continue;
    await setImmediate();
    garbage.look();
    began = performance.now();
  }
  return pieces.joined();
}
