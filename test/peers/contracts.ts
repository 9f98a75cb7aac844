// Where the contracts are that the peers serve.
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export const accountsWsdl = join(root, 'mappings/10-first-row/contract/accounts.wsdl');
export const parcelsWsdl = join(root, 'mappings/20-shapes/contract/parcels.wsdl');
export const paymentsWsdl = join(root, 'mappings/70-faults/contract/payments.wsdl');
export const libraryWsdl = join(root, 'mappings/40-paging/contract/library.wsdl');
export const reportsWsdl = join(root, 'mappings/60-jobs/contract/reports.wsdl');
export const peopleWsdl = join(root, 'mappings/50-calls/contract/people.wsdl');
export const ordersWsdl = join(root, 'test/fixtures/contracts/rpc-literal/service.wsdl');
export const typePartsWsdl = join(root, 'test/fixtures/contracts/type-parts/service.wsdl');
/** SOAP encoding. */
export const encodedWsdl = join(root, 'test/fixtures/soap-encoding/echo.wsdl');
/** SOAP encoding in document style. */
export const papersWsdl = join(root, 'test/fixtures/soap-encoding/document.wsdl');
export const notesWsdl = join(root, 'mappings/90-credentials/contract/notes.wsdl');
