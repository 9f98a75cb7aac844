// Faults of WS-Security for SOAP clients (SOAP Message Security 1.1.1 §12).
import { Fault } from '../../fault/fault.ts';
import { WSSE } from '../formats/wss.ts';

export function securityFault(local: string, reason: string): Fault {
  return new Fault({
    status: 401,
    code: 'UNAUTHENTICATED',
    title: '',
    soap: { version: '1.1', code: { ns: WSSE, local }, subcodes: [], reason, detail: [] },
  });
}
