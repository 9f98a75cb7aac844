// A response that is a file: a rule with its octets as a comment, which check takes.
import { expect, test } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { firstTable } from '../../src/init/first-table.ts';
import { parseCases } from '../../src/mapping/cases/cases.ts';
import { runCases } from '../../src/mapping/cases/run-cases.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { liveTable } from './live.ts';
import { smallContract, smallWsdl } from './small-contract.ts';
import { uncommented } from './uncommented.ts';

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

test.each([false, true])(
  'files beside a session, of an action, and with their type beside them; in camelCase: %s',
  async (camelCase) => {
    const contract = smallContract({
      operations: [
        'getInvoicePdf(sessionId: string, InvoiceId: string) -> pdf: base64Binary',
        'generateIdCard(sessionId: string, PolicyNumber: string, Note?: string) -> pdf: base64Binary',
        'GetRadarImage(sessionId: string, region: string) -> image: base64Binary, contentType: string',
        'getTwoImages(sessionId: string, id: string) -> image: base64Binary, png: base64Binary',
      ],
    });
    const { text, replaced } = await firstTable(contract, { contract: 'small.wsdl', camelCase });
    expect(replaced.toSorted()).toEqual(['GetRadarImage', 'generateIdCard', 'getInvoicePdf']);
    expect(text).toContain('; write the type that contentType says:');
    const { table } = uncommented(text);
    const mapping = compileMapping(table, 'mapping.yaml', contract);
    const media = Object.fromEntries(mapping.rules.map(({ id, response }) => [id, response.rest.media]));
    expect(media).toMatchObject({ getInvoicePdf: 'application/pdf', GetRadarImage: 'application/octet-stream' });
    const [policy, note] = camelCase ? ['policyNumber', 'note'] : ['PolicyNumber', 'Note'];
    const cases = `- name: pdf
  rule: getInvoicePdf
  rest: { request: { line: "GET /invoices/7/pdf", headers: { X-Session-Id: s } }, response: { status: 200, body: "QUJD" } }
  soap:
    request: <getInvoicePdf xmlns="urn:small"><sessionId>s</sessionId><InvoiceId>7</InvoiceId></getInvoicePdf>
    response: <getInvoicePdfResponse xmlns="urn:small"><pdf>QUJD</pdf></getInvoicePdfResponse>
- name: card
  rule: generateIdCard
  rest: { request: { line: "POST /generate-id-card", headers: { X-Session-Id: s }, body: { ${policy}: "7", ${note}: n } }, response: { status: 200, body: "QUJD" } }
  soap:
    request: <generateIdCard xmlns="urn:small"><sessionId>s</sessionId><PolicyNumber>7</PolicyNumber><Note>n</Note></generateIdCard>
    response: <generateIdCardResponse xmlns="urn:small"><pdf>QUJD</pdf></generateIdCardResponse>
`;
    expect(runCases(mapping, parseCases(cases, 'case')).flatMap(({ problems }) => problems)).toEqual([]);
  },
);

test('proposals have the headers of their operation, and an anchor stays in a rule that stays', async () => {
  const contract = smallContract({
    operations: [
      'getInvoicePdf(apiKey: string, accessToken: string, invoiceId: int) -> pdf: base64Binary',
      'getOrder(apiKey: string, accessToken: string, orderId: int) -> title: string',
      'findOrders(apiKey: string, accessToken: string, title?: string, pageNumber: int, pageSize: int) -> order: string[]',
      'getCity(apiKey: string, accessToken: string, cityId: int) -> name: string',
    ],
  });
  const { text, replaced } = await firstTable(contract, { contract: 'small.wsdl' });
  expect(replaced.toSorted()).toEqual(['findOrders', 'getInvoicePdf']);
  const { table } = uncommented(text);
  const fields = 'headers: { X-Api-Key: "{apiKey}", X-Access-Token: "{accessToken}" }';
  expect(table.split(fields)).toHaveLength(3);
  expect(table).toContain('headers: &credentials {');
  const { rules } = compileMapping(table, 'mapping.yaml', contract);
  expect(rules.map(({ id }) => id).toSorted()).toEqual(['findOrders', 'getCity', 'getInvoicePdf', 'getOrder']);
});

test('a file beside what says whether the response is a failure, or in the object beside it: octets, or the failure', async () => {
  const outcome = 'Success: boolean, ErrorCode?: string, Message?: string';
  const file = 'FileName: string, MimeType: string, Content: base64Binary';
  const small = {
    operations: [
      'GetDocument(documentId: string) -> GetDocumentResult: Reply',
      'GetBill(billNo: string) -> GetBillResult: BillReply',
      'GetReport(reportId: string) -> GetReportResult: Mixed',
    ],
    types: {
      Reply: `${outcome}, FileName?: string, MimeType?: string, Content?: base64Binary`,
      BillReply: `${outcome}, Document?: Doc`,
      Doc: `DocumentId?: long, ${file}`,
      Mixed: `${outcome}, Title?: string, ${file}`,
    },
  };
  const good = { FileName: 'a.pdf', MimeType: 'application/pdf', Content: btoa('%PDF') };
  const bad = { Success: false, ErrorCode: 'DOC-404', Message: 'no such document' };
  const { text, ask } = await liveTable(small, {
    GetDocument: ({ documentId }: { documentId: string }) => ({
      GetDocumentResult: documentId === '1' ? { Success: true, ...good } : bad,
    }),
    GetBill: ({ billNo }: { billNo: string }) => ({
      GetBillResult: billNo === '1' ? { Success: true, Document: good } : bad,
    }),
  });
  expect(text.match(/# a file: one rule in place of that of \w+/g)).toHaveLength(2);
  for (const path of ['/documents', '/bills']) {
    const { status, headers, body } = await ask(`GET ${path}/1`);
    expect([status, headers.get('content-disposition'), body]).toEqual([200, 'attachment; filename="a.pdf"', '%PDF']);
    expect(await ask(`GET ${path}/2`)).toMatchObject({ status: 422, body: { code: 'DOC-404' } });
  }
});
