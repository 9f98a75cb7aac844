// `soapstone openapi`: the OpenAPI description of a mapping's REST face.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SoapstoneError } from '../errors/errors.ts';
import { counted } from '../errors/wording.ts';
import { type LoadOptions, loadMapping } from '../mapping/load.ts';
import { describeRest } from '../openapi/export/document.ts';
import { securityOf } from '../server/bridges/security-schemes.ts';
import { loadSettings } from '../server/settings/load.ts';
import type { BridgeSettings } from '../server/settings/settings.ts';
import { OK } from './report.ts';

interface OpenApiFlags {
  readonly output?: string;
  readonly server?: string;
  /** Without indentation, as it is served. */
  readonly compact?: boolean;
  /** Settings file, which says how clients of a bridge with this mapping authenticate. */
  readonly config?: string;
}

/** To standard output by default. */
export async function openapi(
  dir: string,
  { output, server, config, compact }: OpenApiFlags,
  options: LoadOptions = {},
): Promise<number> {
  if (server !== undefined && !URL.canParse(server, 'http://host'))
    throw new SoapstoneError('SETTINGS', '--server is not a URL');
  const bridge = config === undefined ? undefined : await bridgeOf(dir, config);
  const mapping = await loadMapping(dir, options);
  const security = securityOf(bridge?.auth, mapping);
  const document = describeRest([mapping], { server: server ?? bridge?.publicUrl, security: () => security });
  const text = `${JSON.stringify(document, undefined, compact ? 0 : 2)}\n`;
  if (output === undefined) {
    process.stdout.write(text);
    return OK;
  }
  writeFileSync(output, text);
  const operations = Object.values(document.paths).flatMap((item) => Object.keys(item)).length;
  const schemas = Object.keys(document.components.schemas).length;
  process.stdout.write(`${output}: ${counted(operations, 'operation')}, ${counted(schemas, 'schema')}\n`);
  return OK;
}

/** The REST bridge of the settings that has this mapping. */
async function bridgeOf(dir: string, config: string): Promise<BridgeSettings> {
  const { bridges } = await loadSettings({ flags: { config }, environment: process.env, cwd: process.cwd() });
  const bridge = bridges.find(({ mapping, present }) => present === 'rest' && resolve(mapping) === resolve(dir));
  if (bridge) return bridge;
  throw new SoapstoneError('SETTINGS', `${config} has no bridge with the mapping ${dir} and present: rest`, {
    suggestion: `its mappings are ${bridges.map(({ mapping }) => mapping).join(', ')}`,
  });
}
