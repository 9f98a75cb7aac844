// `soapstone call`: sends one request through a mapping and shows all messages: the client's, and those of the upstream.
import type { CapturedCall, CapturedExchange } from '../capture/captured.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { type DescribedRequest, describedRequest, headersOf, readInput } from '../explain/request-line.ts';
import { nearPath } from '../mapping/runtime/unknown-path.ts';
import type { OptionName } from '../server/settings/options.ts';
import type { SoapstoneOptions } from '../server/settings/program.ts';
import { readTree } from '../xml/read-tree.ts';
import { SOAP12_NS } from '../xml/reader/names.ts';
import { OK, PROBLEMS, tell } from './report.ts';
import { credentialNote } from './wire/credential-note.ts';
import { messageLines, section } from './wire/format-message.ts';
import { type LocalBridge, openLocalBridge } from './wire/local-bridge.ts';
import { settingsInFile } from './wire/settings-in-file.ts';

interface CallFlags {
  /** Else that of the settings file. */
  readonly upstream?: string;
  readonly data?: string;
  readonly header?: readonly string[];
  /** File of an envelope; `-` is standard input. */
  readonly soap?: string;
  readonly auth?: string;
  readonly upstreamCa?: string;
  readonly allowRemote?: string;
  readonly set?: string;
  readonly faultTexts?: string;
  readonly json?: boolean;
}

/** Exit code 1 where the response is no success. */
export async function call(mapping: string, line: string | undefined, flags: CallFlags): Promise<number> {
  const { upstream, soap, allowRemote, set, auth, upstreamCa, faultTexts, header = [] } = flags;
  if (line !== undefined && soap !== undefined)
    throw new SoapstoneError('SETTINGS', `call sends one request: "${line}" or --soap FILE, not both`);
  if (line === undefined && soap === undefined)
    throw new SoapstoneError('SETTINGS', 'call needs a request such as "GET /accounts/7", or --soap FILE');
  const request = line === undefined ? undefined : describedRequest(line, header, flags.data);
  const envelope = soap === undefined ? undefined : readInput(soap);
  const present = soap === undefined ? 'rest' : 'soap';
  const file = settingsInFile(mapping, lackingIn(flags));
  const service = upstream ?? file.options.get('upstream')?.raw;
  if (service === undefined)
    throw new SoapstoneError(
      'SETTINGS',
      'call needs --upstream <url>, or the upstream of this mapping in soapstone.yaml',
    );
  const options = { mapping, upstream: service, present, retries: 0, allowRemote, set, auth, upstreamCa, faultTexts };
  const local = await openLocalBridge(options as unknown as SoapstoneOptions, file);
  try {
    for (const note of credentialNote(local.bridge)) tell(`${note}\n`);
    const exchange = await local.send(request ?? soapRequest(local, envelope as Uint8Array, header));
    process.stdout.write(
      flags.json
        ? `${JSON.stringify(exchange, undefined, 2)}\n`
        : formatExchange(exchange, request && nearPath(local.bridge.mapping, request)),
    );
    const { status = 0 } = exchange.response ?? {};
    return status >= 200 && status < 400 ? OK : PROBLEMS;
  } finally {
    await local.close();
  }
}

/** The settings file says what the flags do not. */
function lackingIn({ upstream, auth }: CallFlags): OptionName[] {
  return [
    ...(upstream === undefined ? (['upstream', 'upstreamCa'] as const) : []),
    ...(auth === undefined ? (['auth'] as const) : []),
  ];
}

/** By the version of the envelope (SOAP 1.1 §6, SOAP 1.2 part 2 §7.1.4). */
function soapRequest({ bridge }: LocalBridge, body: Uint8Array, header: readonly string[]): DescribedRequest {
  const isSoap12 = readTree(Buffer.from(body), 'the envelope').name.ns === SOAP12_NS;
  const media: Record<string, string> = isSoap12
    ? { 'content-type': 'application/soap+xml; charset=utf-8' }
    : { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' };
  return { method: 'POST', path: bridge.endpoint ?? '/', query: '', headers: { ...media, ...headersOf(header) }, body };
}

/** `near`: what may have been meant where no rule has the path. */
function formatExchange(exchange: CapturedExchange, near: string | undefined): string {
  const { request, response, calls, rule, ms, detailLeftOut } = exchange;
  const matched = rule === undefined ? unmatched(response?.status, near) : `rule ${rule}`;
  const sections = [
    section('client sends', messageLines(`${request.method} ${request.target}`, request)),
    ...calls.flatMap(callSections),
    response === undefined
      ? section('client receives nothing', [])
      : section(`client receives`, messageLines(String(response.status), response)),
    ...(detailLeftOut === undefined ? [] : [`detail left out: ${detailLeftOut}, in the response of the service`]),
    `${matched}, ${Math.round(ms)} ms`,
  ];
  return `${sections.join('\n')}\n`;
}

/** Callers are authenticated before the rule is chosen. */
function unmatched(status: number | undefined, near: string | undefined): string {
  return status === 401 || status === 403
    ? "the client is not authenticated, so no rule was chosen; send a credential: -H 'Authorization: …'"
    : `no rule takes this request; ${near === undefined ? '' : `${near}${near.endsWith('?') ? '' : ';'} `}soapstone explain says why`;
}

function callSections({ request, response, error, ms }: CapturedCall): string[] {
  const requestSection = section('gateway sends', messageLines(`${request.method} ${request.target}`, request));
  const failure = error === undefined ? [] : [error];
  if (response === undefined) return [requestSection, section('gateway receives nothing', failure)];
  const received = messageLines(`${response.status} after ${Math.round(ms)} ms`, response);
  return [requestSection, section('gateway receives', [...received, ...failure])];
}
