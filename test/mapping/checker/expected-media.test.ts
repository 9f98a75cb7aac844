// A body that is octets has a type that the contract expects of its element, or the table is wrong.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Problems } from '../../../src/errors/errors.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import { temp } from '../../server/temp.ts';

const folder = join(import.meta.dirname, '../../e2e/mappings/documents');
const wsdl = readFileSync(join(folder, 'documents.wsdl'), 'utf8');
const expecting = (types: string) =>
  wsdl.replace('name="scan" type="ref:swaRef"', `name="scan" type="ref:swaRef" xmime:expectedContentTypes="${types}"`);

const upload = (media: string, options = '') => `  - id: put${options}
    rest: { request: { line: "POST /letters?sender={sender}", media: "${media}", body: "{scan}" }, response: { body: { receipt: "{receipt}" } } }
    soap: { request: { putLetter: { letter: { scan: "{scan}", sender: "{sender}" } } }, response: { putLetterResponse: { return: "{receipt}" } } }
`;
const download = (media: string, options = '') => `  - id: get${options}
    rest: { request: "GET /letters/{id}", response: { media: "${media}", headers: { X-Sender: "{sender}" }, body: "{scan}" } }
    soap: { request: { getLetter: { id: "{id}" } }, response: { getLetterResponse: { return: { scan: "{scan}", sender: "{sender}" } } } }
`;

/** `scan` has a type attribute. */
const described = (types: string) => expecting(types).replace('type="ref:swaRef"', 'type="xmime:base64Binary"');
const octets = (rule: string) => rule.replace('scan: "{scan}"', 'scan: { $value: "{scan}" }');

async function problems(rules: string, types: string, contract = expecting): Promise<string[]> {
  const head = 'soapstone: 2\ncontract: documents.wsdl\nnamespaces: { d: "urn:example:documents" }\n';
  const kinds = 'rest: { media: { default: application/json, scan: image/tiff } }\n';
  const path = temp({ 'mapping.yaml': `${head}${kinds}rules:\n${rules}`, 'documents.wsdl': contract(types) });
  try {
    await loadMapping(path);
    return [];
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    return error.message
      .split('\n')
      .map((line) => line.replaceAll(/(?:\.\.\/)*[^\s(]*\/(?=mapping\.yaml|documents\.wsdl)/g, ''));
  }
}

test.each([
  [upload, 'application/pdf', 'image/png, image/*', 'mapping.yaml:7:70', 'no upload'],
  [download, 'application/pdf', 'image/*', 'mapping.yaml:7:62', 'no download'],
])('that no content could have is a mistake: %o', async (rule, media, types, place, content) => {
  const [problem, another] = await problems(rule(media), types);
  expect(problem).toMatch(
    new RegExp(
      `^${place} \\[\\w+\\] MAPPING_TYPE: ${content} can be application/pdf: the contract expects .* in "scan" \\(documents\\.wsdl:\\d+:\\d+\\) \\(write one of`,
    ),
  );
  expect(problem).toContain(`expects ${types} in`);
  expect(another).toBeUndefined();
});

test.each([
  ['image/gif', 'image/png, image/*'],
  ['IMAGE/PNG', 'application/pdf, image/png;q=0.5'],
  ['application/pdf', '*/*'],
  ['application/pdf', 'application/octet-stream'],
  ['application/octet-stream', 'image/png'],
])('%s may be one of %s', async (media, types) => {
  expect(await problems(upload(media) + download(media), types)).toEqual([]);
});

test('a name of the table is its type', async () => {
  expect(await problems(download('scan'), 'image/tiff')).toEqual([]);
  expect(await problems(download('scan'), 'image/png')).toEqual([
    expect.stringContaining('no download can be image/tiff'),
  ]);
  expect(await problems(download('scam'), 'image/png')).toEqual([expect.stringContaining('no media type "scam"')]);
});

test('a download that no SOAP client gets may have another type: many contracts and services name wrong ones', async () => {
  const only = '\n    only: rest-to-soap';
  expect(await problems(download('application/pdf', only), 'image/png')).toEqual([]);
  expect(await problems(upload('application/pdf', only), 'image/png')).toHaveLength(1);
});

test.each(['image/*', '*/*', 'image/png, image/gif'])('%s is not one type: no message has it', async (media) => {
  const message = expect.stringContaining(`MAPPING_SHAPE: "${media}" is not one media type`);
  expect(await problems(upload(media) + download(media, '\n    only: rest-to-soap'), 'image/png')).toEqual([
    message,
    message,
  ]);
});

test.each([upload, download])('content with a type attribute has an expected type too', async (rule) => {
  expect(await problems(octets(rule('image/png')), 'image/png', described)).toEqual([]);
  expect(await problems(octets(rule('application/pdf')), 'image/png', described)).toEqual([
    expect.stringMatching(/MAPPING_TYPE: no \w+ can be application\/pdf: the contract expects image\/png in "scan"/),
  ]);
});

test.each([upload, download])('content with a type attribute, as a whole, is no octets', async (rule) => {
  expect(await problems(rule('application/json'), 'image/png', described)).toEqual([]);
  expect(await problems(rule('image/png'), 'image/png', described)).toEqual([
    expect.stringContaining('can be image/png: it is an object, with attributes (write scan: { $value: "{scan}" }'),
  ]);
});
