// A records service in the vendor's style, in Python on lxml, which shares no code with the gateway.
import { join } from 'node:path';
import { startPeer } from './peer.ts';

const schemas = join(import.meta.dirname, '../../mappings/business-records/contract/xsd');

/** What the schemas refuse of a request is a fault, and stands in `log()`. */
export function startVendorRecords() {
  return startPeer({ program: '/usr/bin/python3', args: [join(import.meta.dirname, 'vendor/records.py'), schemas] });
}
