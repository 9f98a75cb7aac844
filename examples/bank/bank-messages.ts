// The XML that the bank sends, as templates.
import type { Account } from './accounts.ts';

export function accountResponse(ns: string, account: Account): string {
  const fields = (['id', 'owner', 'balance', 'currency', 'opened', 'frozen'] as const)
    .map((name) => `<${name}>${escapeXml(String(account[name]))}</${name}>`)
    .join('');
  return envelope(`<GetAccountResponse xmlns="${ns}"><account>${fields}</account></GetAccountResponse>`);
}

export function notFoundFault(ns: string, id: string): string {
  const detail = `<detail><AccountNotFound xmlns="${ns}"><accountId>${escapeXml(id)}</accountId></AccountNotFound></detail>`;
  return fault('Client', `There is no account ${id}`, detail);
}

export function fault(code: 'Client' | 'Server', text: string, detail = ''): string {
  const content = `<faultcode>soap:${code}</faultcode><faultstring>${escapeXml(text)}</faultstring>${detail}`;
  return envelope(`<soap:Fault>${content}</soap:Fault>`);
}

function envelope(body: string): string {
  const open = '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">';
  return `<?xml version="1.0" encoding="UTF-8"?>\n${open}<soap:Body>${body}</soap:Body></soap:Envelope>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
