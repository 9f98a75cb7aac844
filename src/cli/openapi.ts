// `soapstone openapi`: the OpenAPI description of a mapping's REST face.
import { writeFileSync } from 'node:fs';
import { SoapstoneError } from '../errors/errors.ts';
import { type LoadOptions, loadMapping } from '../mapping/load.ts';
import { describeRest } from '../openapi/export/document.ts';
import { OK } from './report.ts';

interface OpenApiFlags {
  readonly output?: string;
  readonly server?: string;
}

/** To standard output by default. */
export async function openapi(
  dir: string,
  { output, server }: OpenApiFlags,
  options: LoadOptions = {},
): Promise<number> {
  if (server !== undefined && !URL.canParse(server, 'http://host'))
    throw new SoapstoneError('SETTINGS', '--server is not a URL');
  const document = describeRest([await loadMapping(dir, options)], { server });
  const text = `${JSON.stringify(document, undefined, 2)}\n`;
  if (output === undefined) {
    process.stdout.write(text);
    return OK;
  }
  writeFileSync(output, text);
  const operations = Object.values(document.paths).flatMap((item) => Object.keys(item)).length;
  const schemas = Object.keys(document.components.schemas).length;
  process.stdout.write(`${output}: ${operations} operations, ${schemas} schemas\n`);
  return OK;
}
