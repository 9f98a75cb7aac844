// CPU of finding and decoding one SOAP request of the table of business records, in this process: for the first record type of the table and for the last one.
import { join } from 'node:path';
import { Dispatch } from '../../src/binding/soap/front/dispatch.ts';
import { Programs } from '../../src/binding/soap/front/programs.ts';
import { readRequest } from '../../src/binding/soap/front/request-reader.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import type { MappingRule } from '../../src/mapping/model/mapping.ts';
import { defaultLimits } from '../../src/xml/reader/limits.ts';
import { SOAP11_NS, XSI_NS } from '../../src/xml/reader/names.ts';
import { median, medianRatio } from '../measure/median.ts';
import { figure, table } from '../measure/table.ts';
import type { Target } from '../measure/target.ts';

const ROUNDS = 9;
const REQUESTS = 1000;
const MEDIA = { version: '1.1', charset: 'utf-8', action: '' } as const;

const urn = (area: string, room: string) => `urn:${area}_2019_1.${room}.webservices.example.com`;

function envelope(body: string): Buffer {
  const shared = ['messages', 'common', 'core'].map((area) => `xmlns:${area}="${urn(area, 'platform')}"`).join(' ');
  return Buffer.from(
    `<e:Envelope xmlns:e="${SOAP11_NS}" xmlns:i="${XSI_NS}" ${shared}><e:Body>${body}</e:Body></e:Envelope>`,
  );
}

function search(type: string): Buffer {
  const ids = '<core:searchValue internalId="12345"/>'.repeat(3);
  const criteria = `<common:internalId operator="anyOf">${ids}</common:internalId>`;
  return envelope(
    `<messages:search><messages:searchRecord i:type="common:${type}SearchBasic">${criteria}</messages:searchRecord></messages:search>`,
  );
}

function get(type: string): Buffer {
  return envelope(
    `<messages:get><messages:baseRef i:type="core:RecordRef" type="${type}" internalId="7"/></messages:get>`,
  );
}

function add(type: string, area: string, room: string): Buffer {
  return envelope(`<messages:add xmlns:r="${urn(area, room)}"><messages:record i:type="r:${type}"/></messages:add>`);
}

const requests: readonly (readonly [name: string, first: Buffer, last: Buffer])[] = [
  ['search', search('Account'), search('CampaignResponse')],
  ['get', get('account'), get('campaignResponse')],
  ['add', add('Account', 'accounting', 'lists'), add('CampaignResponse', 'marketing', 'lists')],
];

/** The last record type is to cost what the first one costs. */
export async function lookupFigures(): Promise<{ readonly body: string; readonly targets: readonly Target[] }> {
  const mapping = await loadMapping(join(import.meta.dirname, '../../mappings/business-records'));
  const programs = new Programs<MappingRule>(mapping.codec);
  const setting = { dispatch: new Dispatch<MappingRule>(mapping), programs, limits: defaultLimits };
  const cpu = (bytes: Buffer): number => {
    const start = process.cpuUsage();
    for (let i = 0; i < REQUESTS; i++) readRequest(setting, MEDIA, bytes, () => {});
    const { user, system } = process.cpuUsage(start);
    return (user + system) / REQUESTS;
  };
  const figures = requests.map(([name]) => ({ name, first: [] as number[], last: [] as number[] }));
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, [, first, last]] of requests.entries()) {
      const sample = [cpu(first), cpu(last)];
      if (round === 0) continue;
      figures[i].first.push(sample[0]);
      figures[i].last.push(sample[1]);
    }
  }
  const rows = figures.map(({ name, first, last }) => [
    name,
    figure(median(first)),
    figure(median(last)),
    figure(medianRatio(last, first)),
  ]);
  const body = table(
    ['reading a request of business records', 'first type, CPU µs', 'last type, CPU µs', 'last ÷ first'],
    rows,
  );
  const targets = figures.map(({ name, first, last }) => ({
    what: `SOAP lookup, ${name}: last record type ÷ first`,
    sense: 'at most' as const,
    bound: 1.2,
    measured: medianRatio(last, first),
  }));
  return { body, targets };
}
