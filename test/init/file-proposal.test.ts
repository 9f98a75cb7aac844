// A response that is a file: a rule with its octets as a comment, which check takes.
import { expect, test } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { firstTable } from '../../src/init/first-table.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { smallContract, smallWsdl } from './small-contract.ts';

test('base64 that a name or the documentation calls a PDF or an image is proposed as octets', async () => {
  const contract = smallContract({
    operations: [
      'getInvoicePdf(invoiceId: int, language?: string) -> document: base64Binary',
      'getDocument(id: string) -> content: base64Binary # The document as a PDF file.',
      'getKey(id: string) -> content: base64Binary # A public key.',
      'getTitle(id: string) -> pdf: string',
    ],
  });
  const { text } = await firstTable(contract, { contract: 'small.wsdl' });
  const proposals = text.match(/# a file: one rule in place of that of (\w+) \(soapstone docs attachments#/g);
  expect(proposals).toHaveLength(2);
  expect(text).toContain(
    '#   rest: { request: "GET /invoices/{invoiceId}/pdf?language={language?}", response: { media: application/pdf, body: "{file}" } }',
  );
  const used = text
    .split('\n')
    .filter((line) => !/^ {2}- .*: (?:getInvoicePdf|getDocument)$|# a file:/.test(line))
    .map((line) => line.replace(/^ {2}# (?=- id:| {2})/, '  '));
  const mapping = compileMapping(used.join('\n'), 'mapping.yaml', contract);
  const media = Object.fromEntries(mapping.rules.map(({ id, response }) => [id, response.rest.media]));
  expect(media).toMatchObject({ getInvoicePdf: 'application/pdf', getDocument: 'application/pdf' });
});

test.each([
  ['image/png', 'image/png'],
  ['image/png, image/*', 'application/octet-stream'],
])('where the contract expects %s, the file is %s, whatever its name says', async (types, media) => {
  const wsdl = smallWsdl({ operations: ['getPdf(id: string) -> content: base64Binary'] }).replace(
    'type="xs:base64Binary"',
    `$& xmlns:m="http://www.w3.org/2005/05/xmlmime" m:expectedContentTypes="${types}"`,
  );
  const contract = loadContractFrom(new Map([['small.wsdl', Buffer.from(wsdl)]]), 'small.wsdl');
  const { text } = await firstTable(contract, { contract: 'small.wsdl' });
  expect(text).toContain(`response: { media: ${media}, body: "{file}" }`);
});
