import { readFileSync } from 'node:fs';
import { temp } from './temp.ts';

export const contract = readFileSync(
  new URL('../../mappings/10-first-row/contract/accounts.wsdl', import.meta.url),
  'utf8',
);

export const TABLE = `soapstone: 2
contract: accounts.wsdl
rest: { base: /v1 }
rules:
  - id: get-account
    rest:
      request: "GET /accounts/{id}?currency={ccy?}"
      response: { status: 200, body: "{account}" }
    soap:
      request: { GetAccount: { accountId: "{id}", currency: "{ccy?}" } }
      response: { GetAccountResponse: { account: "{account}" } }
`;

/** A mapping folder for the bank of examples/bank; `table` and further files may be other ones. */
export function bankMapping(table = TABLE, more: Readonly<Record<string, string>> = {}): string {
  return temp({ 'mapping.yaml': table, 'accounts.wsdl': contract, ...more });
}
