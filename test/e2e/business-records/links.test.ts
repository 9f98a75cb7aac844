// Links and Locations of the record API are absolute where its public URL is known, and paths otherwise.
import { afterEach, expect, it } from 'vitest';
import { BASE, House, token } from './house.ts';

let house: House;
const open = async (more: readonly string[]) => {
  house = await new House().start({}, token(0), more);
};
afterEach(() => house.stop());

const JOBS = '/services/rest/async/v1/job';

/** Every link of a response. */
function links(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) => (name === 'href' ? [String(inside)] : links(inside)));
}

/** Links of a record, a collection and a sublist; the Locations of what is made, of a transform and of a job. */
async function shown(headers: Record<string, string> = {}) {
  const [item] = (await house.rest('GET /assemblyItem?limit=1')).json.items;
  const page = await house.rest('GET /bin?limit=2&offset=2', undefined, headers);
  const record = await house.rest(`GET /assemblyItem/${item.id}`, undefined, headers);
  const made = await house.rest('POST /bin', { binNumber: `L-${Date.now()}`, location: { id: '1' } }, headers);
  const transformed = await house.rest(`POST /assemblyItem/${item.id}/!transform/workOrder`, { quantity: 1 }, headers);
  const job = await house.rest(`GET /bin/1448`, undefined, { ...headers, prefer: 'respond-async' });
  const at = [made, transformed, job].map(({ headers: fields }) => fields.get('location') ?? '');
  const state = await house.rest(`GET ${at[2].slice(at[2].indexOf(JOBS))}`, undefined, headers);
  expect([made.status, transformed.status, job.status]).toEqual([204, 204, 202]);
  const next = /<([^>]*)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
  return { at, all: [...at, next, ...links(page.json), ...links(record.json), ...links(state.json)] };
}

it.each([
  ['the public URL', ['--public-url', 'https://api.example.com/erp/'], {}, 'https://api.example.com/erp'],
  [
    'what a trusted proxy says',
    ['--forwarded', 'trust'],
    { 'x-forwarded-host': 'erp.example.com', 'x-forwarded-proto': 'https' },
    'https://erp.example.com',
  ],
  ['nothing, where no proxy is trusted', [], { 'x-forwarded-host': 'erp.example.com' }, ''],
  ['nothing, where the proxy names no host', ['--forwarded', 'trust'], {}, ''],
])('links begin with %s', async (_, more, headers, base) => {
  await open(more);
  const { at, all } = await shown(headers);
  expect(all.length).toBeGreaterThan(12);
  for (const href of all) expect([href, href.startsWith(`${base}/services/rest/`)]).toEqual([href, true]);
  const [made, transformed, job] = at;
  expect(made).toMatch(new RegExp(`^${base}${BASE}/bin/\\d+$`));
  expect(transformed).toMatch(new RegExp(`^${base}${BASE}/workOrder/\\d+$`));
  expect(job).toMatch(new RegExp(`^${base}${JOBS}/[^/?]+$`));
  const order = await house.rest(`GET ${transformed.slice(base.length)}`);
  expect([order.status, order.json.id]).toEqual([200, transformed.split('/').at(-1)]);
});
