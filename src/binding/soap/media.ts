// Media types of the two SOAP versions: SOAP 1.1 §6, RFC 3902.
import type { SoapVersion } from '../../contract/model/contract.ts';

export const media: Readonly<Record<SoapVersion, string>> = { '1.1': 'text/xml', '1.2': 'application/soap+xml' };

/** Messages are always written in UTF-8. */
export const contentType: Readonly<Record<SoapVersion, string>> = {
  '1.1': `${media['1.1']}; charset=utf-8`,
  '1.2': `${media['1.2']}; charset=utf-8`,
};
