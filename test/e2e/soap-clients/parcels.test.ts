// Tutorial 20: every shape, sent by real SOAP clients to a REST service that keeps it, and read back.
import { expect, it } from 'vitest';
import type { Client } from '../../peers/callers.ts';
import { parcelsBackend } from '../backends/parcels.ts';
import { type ClientName, eachClient, plain } from './clients.ts';
import { least, leastJson, ns, type Shape, shapes } from './shapes.ts';

const header = { [`{${ns}}Tenant`]: 'acme' };

eachClient('20-shapes', parcelsBackend, (stage) => {
  it.each(Object.entries(shapes))(
    'CreateParcel and GetParcel: %s',
    async (_, { sent, json, shown, not, unread }: Shape) => {
      const { client, face, name } = stage();
      face.rest.asked.length = 0;
      const made = await client.call('CreateParcel', { parcel: given({ ...least, ...sent }) }, header);
      const kept = face.rest.asked[0] && JSON.parse(face.rest.asked[0].body);
      const wanted = asDated(name, given({ ...leastJson, ...json }));
      if (not?.[name]) return expect(kept).not.toEqual(wanted);
      expect(made.reason ?? made.broken).toBeUndefined();
      expect(kept).toEqual(wanted);
      expect(face.rest.asked[0].headers['x-tenant']).toBe('acme');
      const { id } = made.result;
      expect(plain(made.result)).toMatchObject({ id: String(id), createdAt: '2026-01-30T08:00:00.000Z' });
      const read = await client.call('GetParcel', { id });
      if (unread?.[name]) return expect(read.broken).toBeDefined();
      const whole = plain(given({ ...least, ...sent, '@id': id })) as object;
      const wholes = (shown ?? [{}]).map((members) => ({ ...whole, ...members }));
      expect(wholes).toContainEqual(plain(inner(read.result, 'parcel')));
    },
  );

  it('CreateParcel without keeping it, and a price that is nil or has an amount', async () => {
    const { client, face } = stage();
    const insured = { ...least, insuredValue: { '@currency': 'EUR', $value: 9.5 } };
    const [free, dear] = [
      await client.call('CreateParcel', { parcel: least, testOnly: true }, header),
      await client.call('CreateParcel', { parcel: insured, testOnly: true }, header),
    ];
    expect(face.rest.asked.slice(-2).map(({ target }) => target)).toEqual(Array(2).fill('/v1/parcels?dryRun=true'));
    expect(plain(dear.result.price)).toEqual({ currency: 'EUR', $value: '4.2' });
    // node-soap shows no attributes of an element that is nil.
    expect([undefined, { currency: 'EUR' }]).toContainEqual(plain(free.result.price));
  });

  it('FindParcels: lists in the query, a list in the response', async () => {
    const { client, face } = stage();
    for (const service of ['standard', 'standard', 'express'])
      await client.call('CreateParcel', { parcel: { ...least, '@service': service } }, header);
    const asked = { service: ['standard'], createdAfter: '2026-01-01T00:00:00Z', limit: 2 };
    const { result } = await client.call('FindParcels', asked);
    expect(new URL(face.rest.asked.at(-1)!.target, 'http://x').searchParams.getAll('service')).toEqual(['standard']);
    expect([Number(result.total), result.parcel.length]).toEqual([2, 2]);
    expect((plain(result.parcel) as { service: string }[]).map(({ service }) => service)).toEqual([
      'standard',
      'standard',
    ]);
    const none = await client.call('FindParcels', {
      service: ['express', 'standard'],
      createdAfter: '2027-01-01T00:00:00Z',
    });
    expect(face.rest.asked.at(-1)!.target).toMatch(
      /^\/v1\/parcels\?service=express&service=standard&createdAfter=2027-01-01T00/,
    );
    expect(plain(none.result)).toEqual(plain({ total: 0 }));
  });

  it('TrackParcel: a substitution group', async () => {
    const { client, name } = stage();
    const { result, broken } = await client.call('TrackParcel', { id: await one(client) });
    if (name.startsWith('PHP')) return expect(result, 'knows no substitution groups').toEqual({});
    if (name.startsWith('zeep'))
      return expect(broken, 'knows no substitution groups').toContain("expected '{https://example.com/parcels}event'");
    expect(plain(result)).toEqual({
      scanned: { at: '2026-01-30T09:00:00.000Z', office: 'LON01' },
      delayed: { at: '2026-01-30T10:00:00.000Z', by: 'PT2H', reason: 'Snow' },
      delivered: { at: '2026-01-31T12:00:00.000Z' },
    });
  });

  it('PrintLabel: a repeated choice keeps its order', async () => {
    const { client, face, name } = stage();
    const id = await one(client);
    if (name === 'strong-soap') {
      // Has one member for all elements of a name, so the order between them is the schema's.
      const { result } = await client.call('PrintLabel', { id, layout: { rule: {}, text: ['To', 'Thank you'] } });
      return expect(textOf(result)).toBe('To\nThank you\n----');
    }
    const items = [
      { text: 'To' },
      { barcode: { '@symbology': 'code128', $value: '3' } },
      { rule: {} },
      { text: 'Thank you' },
    ];
    const $xml = `<text xmlns="${ns}">To</text><p:barcode xmlns:p="${ns}" symbology="code128">3</p:barcode><rule xmlns="${ns}"/><text xmlns="${ns}">Thank you</text>`;
    const layout = { '@columns': 40, $element: `{${ns}}layout`, $items: items, $xml };
    const { result } = await client.call('PrintLabel', { id, layout });
    expect(JSON.parse(face.rest.asked.at(-1)!.body)).toEqual({ layout: { '@columns': 40, $items: items } });
    expect(textOf(result)).toBe('To\ncode128:3\n----\nThank you');
    expect(Number(result.lines)).toBe(4);
  });

  it('an error of the service, and one of the caller, are faults', async () => {
    const { client, face } = stage();
    const missing = await client.call('GetParcel', { id: 4711 });
    expect([missing.reason, missing.code]).toEqual(['No parcel 4711', expect.stringMatching(/(Client|Sender)$/)]);
    const closed = await client.call('CreateParcel', { parcel: least }, { [`{${ns}}Tenant`]: 'closed' });
    expect(closed.reason).toBe('This tenant is closed');
    const asked = face.rest.asked.length;
    const wrong = await client.call('CreateParcel', { parcel: { ...least, '@service': 'teleport' } }, header);
    expect(wrong.reason ?? wrong.broken).toContain('service');
    expect(face.rest.asked).toHaveLength(asked);
  });
});

async function one(client: Client): Promise<number> {
  return (await client.call('CreateParcel', { parcel: least }, header)).result.id;
}

/** strong-soap writes every date in UTC. */
function asDated(name: ClientName, json: object): unknown {
  if (name !== 'strong-soap') return json;
  return JSON.parse(JSON.stringify(json).replace(/"(\d{4}-\d\d-\d\d)"/g, '"$1Z"'));
}

/** The one member of a response, which zeep shows without its name. */
function inner(result: Record<string, unknown>, name: string): unknown {
  return result[name] ?? result;
}

/** PHP and zeep decode base64, the others do not. */
function textOf({ label }: { label: string }): string {
  return /^[\w+/]+=*$/.test(label) ? Buffer.from(label, 'base64').toString() : label;
}

function given(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}
