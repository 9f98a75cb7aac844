// `soapstone wsdl`: a contract and a first mapping for a REST API that has an OpenAPI description.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SoapstoneError } from '../errors/errors.ts';
import { convert } from '../openapi/import/convert.ts';
import { OK } from './report.ts';

interface WsdlOptions {
  readonly openapi: string;
  readonly output: string;
  readonly namespace?: string;
}

/** Prints what the contract cannot carry, one line each with its JSON pointer. Overwrites no file. */
export async function wsdl({ openapi, output, namespace }: WsdlOptions): Promise<number> {
  const { files, operations, types, notes } = convert(openapi, namespace);
  for (const name of files.keys()) {
    const path = join(output, name);
    if (existsSync(path))
      throw new SoapstoneError('OPENAPI_READ', `${path} exists already`, {
        suggestion: 'choose another folder with -o',
      });
  }
  for (const [name, text] of files) {
    mkdirSync(dirname(join(output, name)), { recursive: true });
    writeFileSync(join(output, name), text);
  }
  for (const { file, pointer, message } of notes) process.stdout.write(`${file}#${pointer}: ${message}\n`);
  process.stdout.write(`${output}: ${operations} operations, ${types} types, ${notes.length} notes\n`);
  return OK;
}
