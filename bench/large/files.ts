// The large contract on disk: 1,400 named types in 47 schema files and a WSDL.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheRoot } from '../erp/files.ts';
import { coreText, wsdlText } from './core.ts';
import { core, MODULES, recordsFile, recordsText, typesFile, typesText } from './modules.ts';

export const largeRoot = join(cacheRoot, 'large');
export const largeWsdl = join(largeRoot, 'large.wsdl');
export const largeCompiled = join(cacheRoot, 'large.contract');

/** A table of one rule for the compiled form, which stands beside it as `compiled.contract`. */
export const largeMapping = `soapstone: 2
contract: compiled.contract
namespaces: { core: "${core.ns}" }
rules:
  - id: record.add
    rest: { request: { line: "POST /records", body: "{record}" }, response: { status: 200, body: "{records}" } }
    soap:
      request: { add: { record: "{record}" } }
      response: { addResponse: { recordList: "{records}" } }
`;

/** Writes them; says how many bytes, files and types they are. */
export function writeLargeContract(): { bytes: number; files: number; types: number } {
  mkdirSync(largeRoot, { recursive: true });
  const texts: [file: string, text: string][] = [
    ['large.wsdl', wsdlText()],
    [core.file, coreText()],
  ];
  for (let m = 0; m < MODULES; m++)
    texts.push([typesFile(m).file, typesText(m)], [recordsFile(m).file, recordsText(m)]);
  let bytes = 0;
  let types = 0;
  for (const [file, text] of texts) {
    writeFileSync(join(largeRoot, file), text);
    bytes += Buffer.byteLength(text);
    types += text.match(/<xs:(complex|simple)Type name="/g)?.length ?? 0;
  }
  return { bytes, files: texts.length, types };
}
