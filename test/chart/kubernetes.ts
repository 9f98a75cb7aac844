// Kubernetes' own opinion of a manifest: the JSON Schemas of its API, in the strict form that refuses unknown fields, and for custom resources of the
// Prometheus operator and the Gateway API those of their definitions.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { kubernetesSchemas, operatorDefinitions } from '../../scripts/setup/cache.ts';
import type { Manifest } from './helm.ts';

type Judge = (manifest: Manifest) => readonly string[];

/** `version`: minor, such as 1.34. The judge's lines say where and what; none for good manifests. */
export function judgeOf(version: string): Judge {
  const folder = join(kubernetesSchemas, `v${version}.0-local-strict`);
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(JSON.parse(readFileSync(join(folder, '_definitions.json'), 'utf8')));
  const known = new Map<string, ValidateFunction>();
  const validatorOf = ({ apiVersion, kind }: Manifest): ValidateFunction => {
    const name = `${apiVersion} ${kind}`;
    const found = known.get(name) ?? ajv.compile(schemaOf(folder, apiVersion, kind));
    known.set(name, found);
    return found;
  };
  return (manifest) => {
    const validate = validatorOf(manifest);
    const good: boolean = validate(manifest);
    return good
      ? []
      : (validate.errors ?? []).map(
          ({ instancePath, message, params }) => `${manifest.kind}${instancePath} ${message} ${JSON.stringify(params)}`,
        );
  };
}

function schemaOf(folder: string, apiVersion: string, kind: string): object {
  if (/^(?:monitoring\.coreos\.com|gateway\.networking\.k8s\.io)\//.test(apiVersion)) return definitionOf(kind);
  const [version, group] = apiVersion.split('/').reverse();
  const file = [kind.toLowerCase(), group?.split('.')[0], version].filter(Boolean).join('-');
  return JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8'));
}

function definitionOf(kind: string): object {
  for (const file of readdirSync(operatorDefinitions)) {
    const { spec } = parse(readFileSync(join(operatorDefinitions, file), 'utf8'));
    if (spec.names.kind === kind) return closed(spec.versions[0].schema.openAPIV3Schema) as object;
  }
  throw new Error(`no definition of ${kind}`);
}

/** As the API server takes it with strict field validation: nothing that the definition does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema)
      // Of Go: JavaScript has no flags there.
      .filter(([key, value]) => key !== 'pattern' || !String(value).includes('(?i)'))
      .map(([key, value]) => [key, closed(value)]),
  );
  const open =
    !('properties' in schema) || 'additionalProperties' in schema || 'x-kubernetes-preserve-unknown-fields' in schema;
  return open || !('type' in schema) ? inner : { ...inner, additionalProperties: false };
}
