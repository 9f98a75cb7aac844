// `soapstone explain`: what the gateway makes of a request. Nothing is sent, and marks stand in place of credentials.
import { within } from '../auth/outbound/parameters.ts';
import { withFields } from '../binding/call.ts';
import { createRestBack } from '../binding/rest/back/back.ts';
import { createSoapBack, insertBlocks } from '../binding/soap/back/back.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { expandMapping, type LoadOptions, loadMapping } from '../mapping/load.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { sampleOf } from '../mapping/runtime/credential-part.ts';
import type { Bindings } from '../rule/pattern.ts';
import type { Rule } from '../rule/rule.ts';
import { type Explained, explainRest, type WriteRequest } from './explain/explain-rest.ts';
import { explainSoap, type WriteRestRequest } from './explain/explain-soap.ts';
import { describedRequest, headersOf, readInput } from './explain/request-line.ts';
import { MASK } from './explain/secrets.ts';
import { OK, PROBLEMS } from './report.ts';

interface ExplainFlags {
  readonly data?: string;
  readonly header?: readonly string[];
  readonly soap?: string;
  readonly expand?: boolean;
}

/** Exit code 1 when no rule takes the request. */
export async function explain(
  dir: string,
  line: string | undefined,
  flags: ExplainFlags,
  options: LoadOptions = {},
): Promise<number> {
  if (line === undefined && flags.soap === undefined && !flags.expand) {
    throw new SoapstoneError('SETTINGS', 'explain needs a request such as "GET /accounts/7", --soap FILE or --expand');
  }
  const mapping = await loadMapping(dir, options);
  if (flags.expand) process.stdout.write(await expandMapping(dir, options));
  if (flags.soap !== undefined)
    return print(
      await explainSoap(
        mapping,
        readInput(flags.soap),
        flags.soap,
        restWriterOf(mapping),
        headersOf(flags.header ?? []),
      ),
    );
  if (line === undefined) return OK;
  return print(
    await explainRest(mapping, describedRequest(line, flags.header ?? [], flags.data), soapWriterOf(mapping)),
  );
}

function print({ lines, matched }: Explained): number {
  process.stdout.write(`${lines.join('\n')}\n`);
  return matched ? OK : PROBLEMS;
}

const transport = {
  send: () => {
    throw new Error('explain sends nothing');
  },
};

function soapWriterOf(mapping: Mapping): WriteRequest {
  const back = createSoapBack({ codec: mapping.codec, transport });
  const [alternative] = mapping.auth.soap;
  return (rule, bindings) => {
    const request = back.request(rule, withMarks(rule, bindings));
    const parts = alternative === undefined || rule.open ? [] : within(alternative, rule).parts;
    return {
      ...request,
      body: insertBlocks(
        request.body,
        parts.map((part) => part.sample(MASK)),
      ),
    };
  };
}

export function restWriterOf(mapping: Mapping): WriteRestRequest {
  const back = createRestBack({ media: mapping.media, errors: mapping.errorForms, transport });
  const fields = mapping.auth.rest[0]?.fields ?? [];
  const marked = fields.flatMap(({ name }) => [name, MASK]);
  return (rule, bindings) => {
    const request = back.request(rule, withMarks(rule, bindings));
    return rule.open ? request : withFields(request, marked);
  };
}

function withMarks({ credentialFields: fields = [] }: Rule, bindings: Bindings): Bindings {
  const marked = bindings.slice();
  for (const { variable, text } of fields) marked[variable] = sampleOf(text, MASK);
  return marked;
}
