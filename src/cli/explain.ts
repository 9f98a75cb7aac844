// `soapstone explain`: what the gateway makes of a request. Nothing is sent, and marks stand in place of credentials.
import { SoapstoneError } from '../errors/errors.ts';
import { type Explained, explainRest } from '../explain/explain-rest.ts';
import { explainSoap } from '../explain/explain-soap.ts';
import { describedRequest, headersOf, readInput } from '../explain/request-line.ts';
import { restWriterOf, soapWriterOf } from '../explain/request-writers.ts';
import { expandMapping, type LoadOptions, loadMapping } from '../mapping/load.ts';
import { say } from './output/say.ts';
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
  say(lines.join('\n'));
  return matched ? OK : PROBLEMS;
}
