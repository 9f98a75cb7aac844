// A service with large responses, in SOAP and in REST, and the mapping between them. Knows nothing about the gateway.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

const NS = 'urn:parcels';

const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="${NS}"
  xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="${NS}">
<types><xs:schema targetNamespace="${NS}" elementFormDefault="qualified">
  <xs:element name="List"><xs:complexType><xs:sequence><xs:element name="depot" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="ListResponse"><xs:complexType><xs:sequence>
    <xs:element name="parcel" type="t:Parcel" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="Get"><xs:complexType><xs:sequence><xs:element name="id" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="GetResponse"><xs:complexType><xs:sequence><xs:element name="parcel" type="t:Parcel"/></xs:sequence></xs:complexType></xs:element>
  <xs:complexType name="Parcel"><xs:sequence><xs:element name="id" type="xs:string"/><xs:element name="note" type="xs:string"/></xs:sequence></xs:complexType>
</xs:schema></types>
${['List', 'ListResponse', 'Get', 'GetResponse'].map((e) => `<message name="${e}"><part name="p" element="t:${e}"/></message>`).join('')}
<portType name="Parcels">${operations((name) => `<input message="t:${name}"/><output message="t:${name}Response"/>`)}</portType>
<binding name="B" type="t:Parcels"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${operations(
  (name) =>
    `<s:operation soapAction="${NS}#${name}"/><input><s:body use="literal"/></input><output><s:body use="literal"/></output>`,
)}</binding>
<service name="Parcels"><port name="P" binding="t:B"><s:address location="http://parcels.example/soap"/></port></service></definitions>`;

function operations(content: (name: string) => string): string {
  return ['List', 'Get'].map((name) => `<operation name="${name}">${content(name)}</operation>`).join('');
}

const mapping = `soapstone: 2
contract: parcels.wsdl
rest: { base: /v1 }
rules:
  - id: whole
    stream: false
    rest: { request: "GET /whole/{depot}", response: { status: 200, body: "{parcels}" } }
    soap: { request: { List: { depot: "{depot}" } }, response: { ListResponse: { parcel: "{parcels}" } } }
  - id: member
    stream: false
    only: rest-to-soap
    rest: { request: "GET /member/{depot}", response: { status: 200, body: { parcels: "{parcels}" } } }
    soap: { request: { List: { depot: "{depot}" } }, response: { ListResponse: { parcel: "{parcels}" } } }
  - id: stream
    stream: true
    only: rest-to-soap
    rest: { request: "GET /stream/{depot}", response: { status: 200, body: "{parcels}" } }
    soap: { request: { List: { depot: "{depot}" } }, response: { ListResponse: { parcel: "{parcels}" } } }
  - id: get
    rest: { request: "GET /parcels/{id}", response: { status: 200, body: "{parcel}" } }
    soap: { request: { Get: { id: "{id}" } }, response: { GetResponse: { parcel: "{parcel}" } } }
`;

/** Files of the mapping folder. */
export const parcelFiles: Readonly<Record<string, string>> = { 'mapping.yaml': mapping, 'parcels.wsdl': wsdl };

/** The body of a SOAP request. */
export function soapRequest(operation: 'List' | 'Get', value: string): string {
  const member = operation === 'List' ? 'depot' : 'id';
  return envelope(`<p:${operation} xmlns:p="${NS}"><p:${member}>${value}</p:${member}></p:${operation}>`);
}

function envelope(body: string): string {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
}

export interface ParcelService {
  readonly url: string;
  /** Requests so far. */
  requests(): number;
  close(): void;
}

/** `bytes`: about so many has a list of parcels. A depot whose name begins with gz is answered in gzip. */
export async function startParcels(bytes: number): Promise<ParcelService> {
  const replies = repliesOf(bytes);
  let requests = 0;
  const server = createServer((req, res) => {
    requests++;
    read(req, (text) => answer(req, res, text, replies));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Replies = ReturnType<typeof repliesOf>;

/** Notes differ, so that no coding makes a bomb of them. */
function repliesOf(bytes: number) {
  const note = (i: number) =>
    Array.from({ length: 40 }, (_, n) => ((i * 7919 + n * 104_729) % 999_983).toString(36)).join('');
  const parcels = Array.from({ length: Math.ceil(bytes / 200) }, (_, i) => ({ id: String(i), note: note(i) }));
  const xml = parcels.map(({ id, note }) => `<parcel><id>${id}</id><note>${note}</note></parcel>`).join('');
  const list = {
    xml: Buffer.from(envelope(`<ListResponse xmlns="${NS}">${xml}</ListResponse>`)),
    json: Buffer.from(JSON.stringify(parcels)),
  };
  const one = '<parcel><id>7</id><note>small</note></parcel>';
  const get = {
    xml: Buffer.from(envelope(`<GetResponse xmlns="${NS}">${one}</GetResponse>`)),
    json: Buffer.from('{"id":"7","note":"small"}'),
  };
  return { list, get, packed: { xml: gzipSync(list.xml), json: gzipSync(list.json) } };
}

function read(req: IncomingMessage, done: (text: string) => void): void {
  let text = '';
  req.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  req.on('end', () => done(text));
}

function answer(req: IncomingMessage, res: ServerResponse, text: string, { list, get, packed }: Replies): void {
  const form = req.method === 'POST' ? 'xml' : 'json';
  const wanted = req.method === 'POST' ? text : (req.url as string);
  const gzip = /whole\/gz|depot>gz/.test(wanted);
  const body = /Get[ >]|parcels\//.test(wanted) ? get[form] : gzip ? packed[form] : list[form];
  const type = form === 'xml' ? 'text/xml; charset=utf-8' : 'application/json';
  const coding = gzip ? { 'content-encoding': 'gzip' } : {};
  res.writeHead(200, { 'content-type': type, 'content-length': body.length, ...coding }).end(body);
}
