// A soap:Fault that needs no codec: for requests that are shed, and where writing the fault itself has failed.
import type { SoapVersion } from '../../../contract/model/contract.ts';
import { namespaceOf } from '../envelope.ts';

/** SOAP 1.1 §4.4, SOAP 1.2 Part 1 §5.4: the fault of a server. `reason`: a text without markup. */
export function plainFault(version: SoapVersion, reason: string): string {
  const fault =
    version === '1.1'
      ? `<faultcode>s:Server</faultcode><faultstring>${reason}</faultstring>`
      : `<s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text xml:lang="en">${reason}</s:Text></s:Reason>`;
  return `<s:Envelope xmlns:s="${namespaceOf(version)}"><s:Body><s:Fault>${fault}</s:Fault></s:Body></s:Envelope>`;
}
