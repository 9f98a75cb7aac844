// Three calls of the record API as one would write them with express and strong-soap: `node strong-soap.ts UPSTREAM`.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import express from 'express';
import { listening } from '../../http/fronts/listening.ts';

interface Attributes {
  readonly $attributes?: Readonly<Record<string, string>>;
}
interface Search {
  readonly searchResult: {
    readonly totalRecords: number;
    readonly recordList: { readonly record: readonly Attributes[] };
  };
}
interface Read {
  readonly readResponse: { readonly record: object };
}
interface Write {
  readonly writeResponse: { readonly baseRef: Attributes };
}
type Operation<R> = (
  args: object,
  done: (error: Error | null, response: R) => void,
  options: object,
  headers: object,
) => void;
interface Client {
  readonly search: Operation<Search>;
  readonly get: Operation<Read>;
  readonly upsert: Operation<Write>;
  addSoapHeader(header: object, name: string): void;
}
interface StrongSoap {
  soap: { createClient(wsdl: string, options: object, done: (error: Error | null, client: Client) => void): void };
}

const [upstream] = process.argv.slice(2);
const { soap } = createRequire(import.meta.url)('strong-soap') as StrongSoap;
const wsdl = join(import.meta.dirname, '../../../mappings/business-records/contract/service.wsdl');
const client = await new Promise<Client>((resolve, reject) => {
  soap.createClient(wsdl, { endpoint: upstream }, (error, made) => (error ? reject(error) : resolve(made)));
});

const typed = (type: string, more: object) => ({ $attributes: { $xsiType: type, ...more } });
const base = '/services/rest/record/v1';
const [options, headers] = [{ forever: true }, { Connection: 'keep-alive' }];
const app = express();
app.get(`${base}/bin`, (_req, res, next) => {
  const request = { searchRecord: typed('{urn:accounting_2019_1.lists.webservices.example.com}BinSearch', {}) };
  const done = (error: Error | null, response: Search) => {
    if (error) return next(error);
    const { recordList, totalRecords } = response.searchResult;
    const items = recordList.record.map(({ $attributes }) => ({ id: $attributes?.internalId }));
    res.json({ items, count: items.length, offset: 0, hasMore: false, totalResults: totalRecords });
  };
  client.search(request, done, options, headers);
});
const ref = '{urn:core_2019_1.platform.webservices.example.com}RecordRef';
app.get(`${base}/assemblyItem/:id`, (req, res, next) => {
  const request = { baseRef: typed(ref, { type: 'assemblyItem', internalId: req.params.id }) };
  client.get(
    request,
    (error, response) => (error ? next(error) : res.json(response.readResponse.record)),
    options,
    headers,
  );
});
app.put(`${base}/bin/:id`, express.json(), (req, res, next) => {
  const type = typed('{urn:accounting_2019_1.lists.webservices.example.com}Bin', {
    externalId: req.params.id.slice(4),
  });
  const done = (error: Error | null, response: Write) => {
    if (error) return next(error);
    const id = response.writeResponse.baseRef.$attributes?.internalId;
    res.status(204).set('Location', `${base}/bin/${id}`).end();
  };
  client.upsert({ record: { ...type, ...req.body } }, done, options, headers);
});
listening(createServer(app));
