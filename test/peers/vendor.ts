// A records service in the vendor's style, in Python on lxml, which shares no code with the gateway.
import { join } from 'node:path';
import { startPeer } from './peer.ts';

const own = join(import.meta.dirname, '../../mappings/business-records/contract/xsd');

/** Releases of the vendor's contract of which there are public copies: npm run vendor-contract fetches them into .cache/vendor. */
export const RELEASES = ['2018_2', '2019_2', '2023_1', '2023_2'];

export function vendorFolder(release: string): string {
  return join(import.meta.dirname, '../../.cache/vendor', release);
}

/** What the schemas refuse of a request is a fault, and stands in `log()`. `schemas`: a folder; those of our own contract unless set. */
export function startVendorRecords(schemas = own) {
  return startPeer({ program: '/usr/bin/python3', args: [join(import.meta.dirname, 'vendor/records.py'), schemas] });
}
