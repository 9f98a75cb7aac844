// Two records of one kind with the same fields, one written by REST and one by SOAP: they stay the same, read either way.
import { expect } from 'vitest';
import type { Doc } from '../../../examples/records/store/values.ts';
import { ref } from '../../examples/records/scene.ts';
import { formOf, recordOf } from './compare.ts';
import { drawn, type Kind, type Known, restOf, xmlOf } from './drawn.ts';
import { BASE, type House } from './house.ts';
import { added, updated, upserted } from './write.ts';

/** The fields of both, which differ in a mark of their names: names may be unique. */
export interface Pair {
  readonly rest: Doc;
  readonly soap: Doc;
  readonly mark: string;
}

export class Twins {
  private readonly house: House;
  private readonly known: Known;
  private readonly saw: (kind: Kind, method: string, status: number) => void;
  private marks = 0;

  constructor(house: House, known: Known, saw: (kind: Kind, method: string, status: number) => void) {
    this.house = house;
    this.known = known;
    this.saw = saw;
  }

  drawn(kind: Kind, bytes: Uint8Array, generous = false): Pair {
    const mark = String(++this.marks);
    const twin = (side: string) => drawn(kind, { bytes, known: this.known, mark: `${side}#${mark}`, generous });
    return { rest: twin('r'), soap: twin('s'), mark };
  }

  /** Made, changed and, where there are external ids, put in place by them. */
  async live(kind: Kind, first: Pair, second: Pair): Promise<void> {
    const { soap } = this.house;
    const external = (side: string) =>
      kind.type.external ? { '@externalId': `${side}-${kind.rest}-${first.mark}` } : {};
    const [rest, other] = await this.made(kind, first, external);
    // What was sent is what SOAP shows, of both.
    expect(await this.read(kind, rest)).toEqual(sent(kind, first.rest));
    expect(await this.read(kind, other)).toEqual(sent(kind, first.soap));
    await this.areTwins(kind, rest, other);

    await this.writes(`PATCH /${kind.rest}/${rest}`, kind, second.rest);
    await updated(soap, kind, { ...second.soap, '@internalId': other });
    await this.areTwins(kind, rest, other);
    if (!kind.type.external) return;

    const eid = `/${kind.rest}/eid:${external('r')['@externalId']}`;
    expect(await this.writes(`PUT ${eid}`, kind, first.rest)).toBe(rest);
    expect(await upserted(soap, kind, { ...first.soap, ...external('s') })).toBe(other);
    await this.areTwins(kind, rest, other);
    const [byExternal, byId] = [
      await this.house.rest(`GET ${eid}${WHOLE}`),
      await this.house.rest(`GET /${kind.rest}/${rest}${WHOLE}`),
    ];
    expect(unlinked(byExternal.text)).toEqual(unlinked(byId.text));
  }

  private async made(kind: Kind, pair: Pair, external: (side: string) => Doc): Promise<[string, string]> {
    const rest = await this.writes(`POST /${kind.rest}`, kind, { ...pair.rest, ...external('r') });
    return [rest, await added(this.house.soap, kind, { ...pair.soap, ...external('s') })];
  }

  /** Gives the id in the Location. */
  async writes(line: string, kind: Kind, doc: Doc): Promise<string> {
    const body = restOf(kind, doc);
    // Lines of a sublist stay unless it is named; SOAP replaces most of them unless it is told otherwise.
    const { status, text, headers } = await this.house.rest(line + replacing(kind, line, body), body);
    expect([line, status, text]).toEqual([line, 204, '']);
    this.saw(kind, line.split(' ')[0], status);
    const at = headers.get('location') ?? '';
    expect(at).toMatch(new RegExp(`^${BASE}/${kind.rest}/[1-9][0-9]*$`));
    return at.slice(at.lastIndexOf('/') + 1);
  }

  /** As SOAP shows it. */
  async read(kind: Kind, id: string) {
    const { xml } = await this.house.soap.ask(`<m:get>${ref(kind.type.name, id)}</m:get>`);
    return recordOf(kind.type.name, xml);
  }

  private async areTwins(kind: Kind, rest: string, soap: string): Promise<void> {
    expect(unmarked(await this.read(kind, rest))).toEqual(unmarked(await this.read(kind, soap)));
    expect(unmarked(await this.shown(kind, rest))).toEqual(unmarked(await this.shown(kind, soap)));
  }

  /** As REST shows it, without ids and what the service sets. */
  private async shown(kind: Kind, wanted: string): Promise<Doc> {
    const { status, text } = await this.house.rest(`GET /${kind.rest}/${wanted}${WHOLE}`);
    expect([status, text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    this.saw(kind, 'GET', status);
    const { id, externalId, createdDate, lastModifiedDate, dateCreated, tranId, ...fields } = unlinked(text);
    expect(id).toBe(wanted);
    return fields;
  }
}

/** A record with its sublists, and bare values of enumerations. */
export const WHOLE = '?expandSubResources=true&simpleEnumFormat=true';

/** Without addresses. */
export const unlinked = (text: string): Doc => JSON.parse(text, (key, value) => (key === 'links' ? undefined : value));

/** Names that are no sublists do no harm. */

/** Names the sublists that the schema says SOAP replaces. */
function replacing(kind: Kind, line: string, body: string): string {
  if (line.startsWith('POST ')) return '';
  const kept = [...kind.type.fields.values()].filter(({ lines }) => lines?.replaceAll === false);
  const stay = new Set(kept.flatMap(({ name }) => [name, name.replace(/List$/, '')]));
  const named = Object.entries(JSON.parse(body)).filter(
    ([name, value]) => typeof value === 'object' && value !== null && !stay.has(name),
  );
  return named.length === 0 ? '' : `?replace=${named.map(([name]) => name).join()}`;
}

const sent = (kind: Kind, doc: Doc) => formOf(kind.type.name, xmlOf(kind, doc), kind.declared);

const unmarked = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(/ [rs]#\d+/g, ''));
