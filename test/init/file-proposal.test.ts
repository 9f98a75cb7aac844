// A response that is a file: a rule with its octets as a comment, which check takes.
import { expect, test } from 'vitest';
import { firstTable } from '../../src/init/first-table.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { smallContract } from './small-contract.ts';

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
