// Mappings made from a few lines of a table, over the tutorials' contracts.

import { join } from 'node:path';
import { loadContract } from '../../src/contract/load.ts';
import type { Contract } from '../../src/contract/model/contract.ts';
import { Problems, SoapstoneError } from '../../src/errors/errors.ts';
import { scan } from '../../src/json/tape.ts';
import { fromJs, textOf } from '../../src/json/value.ts';
import { type CompileOptions, compileMapping } from '../../src/mapping/compile.ts';
import type { Mapping } from '../../src/mapping/model/mapping.ts';
import { pickRule } from '../../src/mapping/runtime/rule-lookup.ts';
import type { Bindings, RestRequest } from '../../src/rule/pattern.ts';
import type { Rule } from '../../src/rule/rule.ts';

const root = join(import.meta.dirname, '..', '..', 'mappings');

export const bank = await loadContract(join(root, '10-first-row', 'contract', 'accounts.wsdl'));
export const parcels = await loadContract(join(root, '20-shapes', 'contract', 'parcels.wsdl'));
export const payments = await loadContract(join(root, '70-faults', 'contract', 'payments.wsdl'));

const prefixes =
  'namespaces: { bank: "https://example.com/*", p: "https://example.com/*", pay: "https://example.com/*" }';

/** `text`: the table after its head. */
export function mappingOf(contract: Contract, text: string, options?: CompileOptions): Mapping {
  return compileMapping(`soapstone: 2\n${prefixes}\n${text}`, 'mapping.yaml', contract, options);
}

/** `CODE: message` of every problem. */
export function problemsOf(contract: Contract, text: string, options?: CompileOptions): string[] {
  try {
    mappingOf(contract, text, options);
    return [];
  } catch (e) {
    if (e instanceof Problems) return e.problems.map((p) => `${p.code}: ${p.message}`);
    throw e;
  }
}

interface Asked {
  readonly headers?: RestRequest['headers'];
  readonly body?: unknown;
}

/** A rule and its variables by name, as JSON texts. */
export interface Found {
  readonly rule: Rule;
  readonly bindings: Bindings;
  readonly values: Readonly<Record<string, string>>;
}

/** What the mapping makes of `GET /path?query`; `undefined`: no rule takes it. Throws SoapstoneError. */
export function ask(mapping: Mapping, line: string, { headers = {}, body }: Asked = {}): Found | undefined {
  const [method, target] = line.split(' ');
  const [path, query = ''] = target.split('?');
  const look = mapping.lookup(method, path);
  if (look.kind !== 'found') return undefined;
  const request = {
    method,
    segments: look.segments,
    query,
    headers,
    body: body === undefined ? undefined : scan(fromJs(body).bytes),
  };
  const picked = pickRule(look.rules, request);
  return picked && { ...picked, values: valuesOf(picked.rule, picked.bindings) };
}

export function valuesOf(rule: Rule, bindings: Bindings): Record<string, string> {
  const named = rule.variables.flatMap((name, i) => (bindings[i] ? [[name, textOf(bindings[i])] as const] : []));
  return Object.fromEntries(named);
}

/** `CODE path` of the error that a call throws. */
export function refusal(run: () => unknown): string {
  try {
    run();
  } catch (e) {
    if (e instanceof SoapstoneError) return `${e.code}${e.path ? ` ${e.path}` : ''}`;
    throw e;
  }
  return 'none';
}

/** The SOAP request that a rule fills, as JSON texts of its slots. */
export function slotsOf(found: Found): (string | undefined)[] {
  return found.rule.request.soap.fill(found.bindings.slice()).map((v) => v && textOf(v));
}
