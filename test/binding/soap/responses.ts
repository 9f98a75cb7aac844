// Responses as peers send them.
import type { SoapVersion } from '../../../src/contract/model/contract.ts';

export function envelope(version: SoapVersion, body: string, header = ''): string {
  const ns =
    version === '1.1' ? 'http://schemas.xmlsoap.org/soap/envelope/' : 'http://www.w3.org/2003/05/soap-envelope';
  return `<?xml version="1.0"?><e:Envelope xmlns:e="${ns}">${header && `<e:Header>${header}</e:Header>`}<e:Body>${body}</e:Body></e:Envelope>`;
}

export function typeOf(version: SoapVersion): string {
  return version === '1.1' ? 'text/xml; charset=utf-8' : 'application/soap+xml; charset=utf-8';
}

export function book(title = 'Öl & Wasser', state = 'ok'): string {
  const text = title.replace('&', '&amp;');
  return `<GetBookResponse xmlns="urn:shelf"><state>${state}</state><book><title>${text}</title><price>12.50</price></book></GetBookResponse>`;
}

/** `count` books. */
export function books(count: number, state = 'ok', next = ''): string {
  const list = Array.from(
    { length: count },
    (_, i) => `<book><title>Book ${i}</title><price>${i}.00</price></book>`,
  ).join('');
  return `<ListBooksResponse xmlns="urn:shelf"><state>${state}</state><books>${list}</books>${next && `<next>${next}</next>`}</ListBooksResponse>`;
}

export function fault11(code = 'e:Client', detail = '', more = ''): string {
  return `<e:Fault><faultcode xmlns:app="urn:app">${code}</faultcode><faultstring xml:lang="en">No such book</faultstring>${more}${detail && `<detail>${detail}</detail>`}</e:Fault>`;
}

export const missing = '<m:BookMissing xmlns:m="urn:shelf"><m:id>12345678901234567</m:id></m:BookMissing>';

export function fault12(code = 'e:Sender', detail = '', subcode = ''): string {
  return `<e:Fault><e:Code><e:Value xmlns:app="urn:app">${code}</e:Value>${subcode}</e:Code><e:Reason><e:Text xml:lang="de">Kein Buch</e:Text><e:Text xml:lang="en-GB">No such book</e:Text></e:Reason><e:Role>urn:role</e:Role>${detail && `<e:Detail>${detail}</e:Detail>`}</e:Fault>`;
}
