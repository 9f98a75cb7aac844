// One rule over a contract of a few lines: a REST body as the children of `Put`, and back.

import { ByteBuffer } from '../../src/bytes/buffer.ts';
import { Mismatch } from '../../src/codec/model/codec.ts';
import { loadContractFrom } from '../../src/contract/load.ts';
import { Problems } from '../../src/errors/errors.ts';
import { scan } from '../../src/json/tape.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import type { Mapping } from '../../src/mapping/model/mapping.ts';
import type { FunctionPair } from '../../src/pattern/converters/pair.ts';
import { wsdlOf, XSI } from '../codec/presented.ts';

/** `rest`: the body; `soap`: the content of `Put`; `head`: what the table says before its rules. */
export function ruleOf(
  schema: string,
  rest: string,
  soap: string,
  head = '',
  functions: ReadonlyMap<string, FunctionPair> = new Map(),
): Mapping {
  const contract = loadContractFrom(new Map([['t.wsdl', Buffer.from(wsdlOf(schema))]]));
  const table = `soapstone: 2
namespaces: { t: "urn:t" }
${head}
rules:
  - id: r
    rest: { request: { line: POST /put, body: ${rest} }, response: { status: 204 } }
    soap: { request: { Put: ${soap} } }`;
  return compileMapping(table, 'mapping.yaml', contract, { functions });
}

export interface BothWays {
  toXml(body: unknown): string;
  /** Undefined: another message. */
  toJson(xml: string): unknown;
}

export function bothWays(...given: Parameters<typeof ruleOf>): BothWays {
  const mapping = ruleOf(...given);
  const { rest, soap } = mapping.rules[0].request;
  const [{ element, shape }] = soap.body;
  const program = mapping.codec.program(element, shape, soap.slots);
  return {
    toXml(value) {
      const body = scan(Buffer.from(JSON.stringify(value)));
      const found = rest.match({ method: 'POST', segments: ['put'], query: '', headers: {}, body });
      if (!Array.isArray(found)) throw new Error('no match');
      const out = new ByteBuffer();
      program.encode(soap.fill(found), out);
      return /^<t:Put[^>]*>(.*)<\/t:Put>$/.exec(Buffer.from(out.slice()).toString())?.[1] ?? '';
    },
    toJson(xml) {
      const decoder = program.decoder();
      try {
        decoder.write(Buffer.from(`<t:Put xmlns:t="urn:t" ${XSI}>${xml}</t:Put>`));
        const found = soap.match(decoder.end(), new Array(mapping.rules[0].variables.length));
        return found && JSON.parse(Buffer.from(rest.fill(found).body ?? []).toString());
      } catch (e) {
        if (e instanceof Mismatch) return undefined;
        throw e;
      }
    },
  };
}

/** `CODE: message` of everything that is wrong with the table. */
export function problemsOf(...given: Parameters<typeof ruleOf>): string[] {
  try {
    ruleOf(...given);
    return [];
  } catch (e) {
    if (e instanceof Problems) return e.problems.map((p) => `${p.code}: ${p.message}`);
    throw e;
  }
}
