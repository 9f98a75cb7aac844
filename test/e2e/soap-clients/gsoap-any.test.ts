// A client in C for every other tutorial, from the contract that the gateway shows: what gSOAP's data binding makes of a request is sent, and what
// it makes of the response is compared, as XML. Each call has the REST services of the other clients behind it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadMapping } from '../../../src/index.ts';
import { travelling } from '../../laws/contracts.ts';
import { envelope, Reader } from '../../loop/envelope.ts';
import { type GsoapClient, openGsoap } from '../../peers/gsoap.ts';
import { ferriesBackend } from '../backends/ferries.ts';
import { libraryBackend } from '../backends/library.ts';
import { notesBackend } from '../backends/notes.ts';
import { ordersBackend } from '../backends/orders.ts';
import { parcelsBackend } from '../backends/parcels.ts';
import { peopleBackend } from '../backends/people.ts';
import { reportsBackend } from '../backends/reports.ts';
import type { Backend } from '../backends/routes.ts';
import { tutorial } from '../scene.ts';
import { type SoapFace, startSoapFace } from '../soap-face.ts';

/** What is between the tags of request and response, in the order of the calls. `{name}` in a request is a value that a response has shown. */
type Call = readonly [operation: string, request: string, response: string];

interface Tutorial {
  readonly name: string;
  readonly ns: string;
  readonly backend: () => Backend;
  readonly calls: readonly Call[];
  /** Operations that no rule offers. */
  readonly refused?: readonly Call[];
}

const address = (name: string, country: string) =>
  `country="${country}"><name>${name}</name><street>1 Byte Row</street><city>London</city>`;
const parcel = `<sender ${address('Ada &amp; &lt;Söhne&gt;', 'GB')}<postcode>N1</postcode></sender><recipient ${address('Grace', 'US')}<postcode xsi:nil="true"/></recipient><weight unit="kg">1</weight><delivery xsi:type="LockerDelivery"><locker>L7</locker></delivery><dropOff>LON01</dropOff><item><description>Box</description><quantity>1</quantity></item>`;
const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const book = (i: number) => `<book><id>${i}</id><title>Tides ${i}</title><year>${1989 + i}</year></book>`;
const loan = (i: number) => `<loan><book>${i}</book><due>2030-01-0${i}</due></loan>`;
const items = (from: number, to: number, item: (i: number) => string) =>
  Array.from({ length: to - from + 1 }, (_, i) => item(from + i)).join('');

const tutorials: readonly Tutorial[] = [
  {
    name: '20-shapes',
    ns: 'https://example.com/parcels',
    backend: parcelsBackend,
    calls: [
      [
        'CreateParcel',
        `<parcel service="economy" fragile="false" ${xsi}>${parcel}</parcel>`,
        // gSOAP shows no attributes of an element that is nil.
        `<id>1</id><createdAt>2026-01-30T08:00:00Z</createdAt><price ${xsi} xsi:nil="true"/>`,
      ],
      ['GetParcel', '<id>1</id>', `<parcel service="economy" fragile="false" id="1" ${xsi}>${parcel}</parcel>`],
      [
        'FindParcels',
        '<service>economy</service><limit>5</limit>',
        `<total>1</total><parcel service="economy" fragile="false" id="1" ${xsi}>${parcel}</parcel>`,
      ],
      [
        'TrackParcel',
        '<id>1</id>',
        '<scanned><at>2026-01-30T09:00:00Z</at><office>LON01</office></scanned><delayed><at>2026-01-30T10:00:00Z</at><by>PT2H</by><reason>Snow</reason></delayed><delivered><at>2026-01-31T12:00:00Z</at></delivered>',
      ],
      [
        'PrintLabel',
        '<id>1</id><layout columns="40"><text>To</text><barcode symbology="code128">3</barcode><rule/></layout>',
        `<label>${Buffer.from('To\ncode128:3\n----').toString('base64')}</label><lines>3</lines>`,
      ],
    ],
  },
  {
    name: '30-types',
    ns: 'https://example.com/orders',
    backend: ordersBackend,
    calls: [
      [
        'updateOrder',
        `<order internalId="8" ${xsi}><customer>Grace</customer><lineList><line><article>Tea</article><quantity>2</quantity><tagList><tag>green</tag></tagList></line></lineList><property name="colour">red</property><payment xsi:type="CardPayment"><reference>R2</reference><lastDigits>0815</lastDigits></payment></order>`,
        `<order internalId="8" ${xsi}><customer>Grace</customer><lineList><line><article>Tea</article><quantity>2</quantity><tagList><tag>green</tag></tagList></line></lineList><property name="colour">red</property><payment xsi:type="CardPayment"><reference>R2</reference><lastDigits>0815</lastDigits></payment><total>2</total></order>`,
      ],
      [
        'getOrder',
        '<internalId>8</internalId>',
        `<order internalId="8" ${xsi}><customer>Grace</customer><lineList><line><article>Tea</article><quantity>2</quantity><tagList><tag>green</tag></tagList></line></lineList><property name="colour">red</property><payment xsi:type="CardPayment"><reference>R2</reference><lastDigits>0815</lastDigits></payment><total>2</total></order>`,
      ],
    ],
  },
  {
    name: '40-paging',
    ns: 'https://example.com/library',
    backend: libraryBackend,
    calls: [
      [
        'SearchBooks',
        '<words>Tides</words><pageSize>10</pageSize>',
        `<searchId>{searchId}</searchId><total>23</total><pages>3</pages><page>1</page>${items(1, 10, book)}`,
      ],
      [
        'SearchBooksMore',
        '<searchId>{searchId}</searchId><page>3</page>',
        `<searchId>{searchId}</searchId><total>23</total><pages>3</pages><page>3</page>${items(21, 23, book)}`,
      ],
      ['ListLoans', '<reader>ada</reader>', `${items(1, 4, loan)}<token>{token}</token>`],
      ['ListMoreLoans', '<token>{token}</token>', `${items(5, 8, loan)}<token>{token}</token>`],
      [
        'ListReaders',
        '<town>Ulm</town><page>1</page>',
        '<reader>Reader 20</reader><reader>Reader 22</reader><total>12</total>',
      ],
    ],
  },
  {
    name: '60-jobs',
    ns: 'https://example.com/reports',
    backend: reportsBackend,
    calls: [
      [
        'MakeReport',
        '<year>2024</year><region>Süd</region>',
        '<report><year>2024</year><region>Süd</region><turnover>506</turnover></report>',
      ],
      ['SubmitReport', '<year>2025</year>', '<ticket>job 1</ticket>'],
      ['ReportStatus', '<ticket>job 1</ticket>', '<state>RUNNING</state><percent>50</percent>'],
      ['ReportStatus', '<ticket>job 1</ticket>', '<state>FINISHED</state><percent>100</percent>'],
      ['GetReport', '<ticket>job 1</ticket>', '<report><year>2025</year><turnover>506.25</turnover></report>'],
      ['SubmitImport', '<line>a</line><line>b</line>', '<ticket>import 1</ticket>'],
      ['ImportStatus', '<ticket>import 1</ticket>', '<state>QUEUED</state><percent>0</percent>'],
      ['GetImport', '<ticket>import 1</ticket>', '<imported>2</imported>'],
    ],
  },
  {
    name: '50-calls',
    ns: 'https://example.com/people',
    backend: peopleBackend,
    calls: [
      ['FindPerson', '<email>grace@example.com</email>', '<personId>3</personId>'],
      ['GetBalance', '<personId>3</personId>', '<balance>10.5</balance><currency>EUR</currency>'],
      ['DraftOrder', '<personId>3</personId><item>tea</item><item>pot</item>', '<draftId>302</draftId>'],
      ['PlaceOrder', '<draftId>302</draftId>', '<orderId>1302</orderId><total>99.9</total>'],
      [
        'GetPerson',
        '<personId>1</personId>',
        '<person><id>1</id><name>Ada</name><email>ada@example.com</email></person>',
      ],
      ['AddPerson', '<person><name>Bob</name><email>bob@example.com</email></person>', '<personId>3</personId>'],
      [
        'GetPeople',
        '<personId>2</personId><personId>1</personId>',
        '<entry><ok>false</ok><code>NOT_FOUND</code><message>there is no 2</message></entry><entry><ok>true</ok><name>Ada</name><email>ada@example.com</email></entry>',
      ],
      ['GetContact', '<email>ada@example.com</email>', '<name>Ada</name><phone>+49 731 1</phone>'],
    ],
  },
  {
    name: '80-foreign-errors',
    ns: 'https://example.com/ferries',
    backend: ferriesBackend,
    calls: [
      [
        'Book',
        '<sailing>K7</sailing><passengers>2</passengers><vehicle>van</vehicle>',
        '<number>5</number><price>25</price>',
      ],
      [
        'GetBooking',
        '<number>5</number>',
        '<booking><number>5</number><sailing>K7</sailing><passengers>2</passengers><vehicle>van</vehicle></booking>',
      ],
      ['CancelBooking', '<number>5</number>', '<refund>25</refund>'],
    ],
  },
  {
    name: '90-credentials',
    ns: 'https://example.com/notes',
    backend: notesBackend,
    calls: [
      ['AddNote', '<text>bread</text>', '<id>3</id>'],
      ['GetNote', '<id>3</id>', '<text>bread</text><author>anna</author>'],
      ['GetServerTime', '', '<time>2026-02-01T08:30:00Z</time>'],
    ],
    refused: [['Login', '<email>a</email><password>b</password><account>c</account>', 'Login']],
  },
];

describe.each(tutorials)('$name', async ({ name, ns, backend, calls, refused = [] }) => {
  const { contract } = await loadMapping(tutorial(name));
  const reader = new Reader(contract.schemas, travelling(contract));
  const form = (xml: string) => reader.read(envelope('1.1', xml)).body;
  let face: SoapFace | undefined;
  let client: GsoapClient | undefined;
  beforeAll(async () => {
    face = await startSoapFace(tutorial(name));
    face.rest.answer = backend();
    client = await openGsoap('call-any.c', face.url, '1.1');
  });
  afterAll(async () => {
    client?.close();
    await face?.stop();
  });
  const ask = (operation: string, inner: string) =>
    (client as GsoapClient).call(`${operation} <${operation} xmlns="${ns}">${inner}</${operation}>`);

  it('has every operation of the contract', () => {
    const called = [...calls, ...refused].map(([operation]) => operation);
    expect([...new Set(called)].toSorted()).toEqual([...new Set(contract.operations.map((o) => o.name))].toSorted());
  });

  it('calls them', async () => {
    const seen = new Map<string, string>();
    const with_ = (text: string) => text.replace(/\{(\w+)\}/g, (_, key) => seen.get(key) ?? '');
    for (const [operation, request, response] of calls) {
      const said = await ask(operation, with_(request));
      expect(said.reason ?? said.broken, operation).toBeUndefined();
      for (const [, key] of response.matchAll(/\{(\w+)\}/g))
        seen.set(key, new RegExp(`${key}>([^<]+)<`).exec(said.result)?.[1] ?? '');
      const tag = `${operation}Response`;
      expect(form(said.result), operation).toEqual(form(`<${tag} xmlns="${ns}">${with_(response)}</${tag}>`));
    }
  });

  it.runIf(refused.length > 0).each(refused)('%s, which no rule offers, is refused', async (operation, request) => {
    const said = await ask(operation, request);
    expect([said.code, said.reason]).toEqual([expect.stringMatching(/Client$/), expect.stringContaining(operation)]);
  });
});
