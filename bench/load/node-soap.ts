// node-soap's WSDL of the large contract, in a fresh process.
import { createRequire } from 'node:module';
import { largeWsdl } from '../large/files.ts';
import { report } from './result.ts';

interface Schema {
  complexTypes: object;
  types: object;
}
interface NodeSoap {
  createClientAsync(
    uri: string,
    options: object,
  ): Promise<{ wsdl: { definitions: { schemas: Record<string, Schema> } } }>;
}

const start = performance.now();
const soap = createRequire(import.meta.url)('soap') as NodeSoap;
const imports = performance.now() - start;

await report(
  imports,
  () => soap.createClientAsync(largeWsdl, {}),
  ({ wsdl }) =>
    Object.values(wsdl.definitions.schemas).reduce(
      (n, s) => n + Object.keys(s.complexTypes).length + Object.keys(s.types).length,
      0,
    ),
);
