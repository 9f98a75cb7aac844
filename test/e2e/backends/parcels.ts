// Parcels, of tutorial 20: keeps what it is sent, and shows it again.
import { type Asked, type Body, backend, problem, type Reply } from './routes.ts';

const created = '2026-01-30T08:00:00Z';

export function parcelsBackend() {
  const parcels = new Map<number, Body>();
  const get = ({ path }: Asked): Body => {
    const found = parcels.get(Number(path['id']));
    if (!found) throw problem(404, { code: 'NO_PARCEL', detail: `No parcel ${path['id']}` });
    return found;
  };
  return backend({
    'POST /v1/parcels': ({ body, query, headers }): Reply => {
      if (headers['x-tenant'] === 'closed') return problem(403, { code: 'CLOSED', detail: 'This tenant is closed' });
      const id = parcels.size + 1;
      if (query.get('dryRun') !== 'true') parcels.set(id, { ...body, '@id': id });
      const insured = body.insuredValue;
      const price = insured && !insured.$nil ? { '@currency': 'EUR', $value: 4.2 } : { $nil: true, '@currency': 'EUR' };
      return { status: 201, headers: { location: `/v1/parcels/${id}` }, body: { id, createdAt: created, price } };
    },
    'GET /v1/parcels': ({ query }) => {
      const services = query.getAll('service');
      const since = query.get('createdAfter');
      const found = [...parcels.values()].filter(
        (parcel) =>
          (services.length === 0 || services.includes(parcel['@service'])) &&
          (since === null || new Date(since) < new Date(created)),
      );
      return { body: { total: found.length, items: found.slice(0, Number(query.get('limit') ?? 50)) } };
    },
    'GET /v1/parcels/:id': (asked) => ({ body: { parcel: get(asked) } }),
    'GET /v1/parcels/:id/events': (asked) => {
      const { dropOff = 'HUB01' } = get(asked);
      const scanned = { at: '2026-01-30T09:00:00Z', office: dropOff };
      const delayed = { at: '2026-01-30T10:00:00Z', by: 'PT2H', reason: 'Snow' };
      return { body: { events: [{ scanned }, { delayed }, { delivered: { at: '2026-01-31T12:00:00Z' } }] } };
    },
    'POST /v1/parcels/:id/label': (asked) => {
      get(asked);
      const lines: string[] = asked.body.layout.$items.map(lineOf);
      return { body: { label: Buffer.from(lines.join('\n')).toString('base64'), lines: lines.length } };
    },
  });
}

/** In the order in which they were sent. */
function lineOf({ text, barcode }: Body): string {
  return text ?? (barcode ? `${barcode['@symbology']}:${barcode.$value}` : '----');
}
