// strong-soap's WSDL.open of the large contract, in a fresh process.
import { createRequire } from 'node:module';
import { largeWsdl } from '../large/files.ts';
import { report } from './result.ts';

interface Schema {
  complexTypes: object;
  simpleTypes: object;
}
interface Wsdl {
  definitions: { schemas: Record<string, Schema> };
}
interface StrongSoap {
  WSDL: { open(uri: string, options: object, done: (error: Error | null, wsdl: Wsdl) => void): void };
}

const start = performance.now();
const { WSDL } = createRequire(import.meta.url)('strong-soap') as StrongSoap;
const imports = performance.now() - start;

function open(): Promise<Wsdl> {
  return new Promise((resolve, reject) => {
    WSDL.open(largeWsdl, {}, (error, wsdl) => (error ? reject(error) : resolve(wsdl)));
  });
}

function count(wsdl: Wsdl): number {
  const schemas = Object.values(wsdl.definitions.schemas);
  return schemas.reduce((n, s) => n + Object.keys(s.complexTypes).length + Object.keys(s.simpleTypes).length, 0);
}

await report(imports, open, count);
