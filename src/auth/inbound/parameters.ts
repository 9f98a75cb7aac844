// Credentials in SOAP header parts of client requests, read by the patterns that fill them in upstream requests.

import type { InboundRequest } from '../../binding/gate.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { Fault } from '../../fault/fault.ts';
import type { Alternative, Auth } from '../../mapping/model/auth.ts';
import type { Caller } from '../../rule/exchange.ts';
import { clark } from '../../xml/reader/names.ts';
import { headerBlocks } from '../formats/header-blocks.ts';
import type { FrontSettings } from '../settings/settings.ts';
import { CallValues } from '../settings/values.ts';
import { type FrontKind, notInTime, usedBefore, type Verdict } from './authenticator.ts';
import { type CallerRegistry, knownCaller, same, unknownCaller } from './caller-registry.ts';
import type { Nonces } from './nonces.ts';

type Settings = FrontSettings & { readonly kind: 'soap' };
type Presented = ReadonlyMap<string, string>;

const CREDENTIAL = '$credential.';

/** The mapping's fault rows for the status 401 make the response. */
const failed = new Fault({ status: 401, code: 'UNAUTHENTICATED', title: '', rest: { headers: {} } });

export function soapParts(settings: Settings, auth: Auth, registry: CallerRegistry, nonces: Nonces): FrontKind {
  const blocks = auth.soap.flatMap(({ parts }) => parts.map(({ element }) => clark(element.name)));
  const blockNames = new Set(blocks);
  const presentedIn = ({ envelope }: InboundRequest): Presented | 'refused' | undefined => {
    const headers = envelope ? headerBlocks(envelope, blockNames) : new Map<string, Uint8Array>();
    if (headers === undefined) return 'refused';
    if (headers.size === 0) return undefined;
    // Two credentials in one message are ambiguous. One may be a part of another.
    const fitting = auth.soap.filter(
      ({ parts }) => parts.length === headers.size && parts.every(({ element }) => headers.has(clark(element.name))),
    );
    return (fitting.length === 1 ? read(fitting[0], headers) : undefined) ?? 'refused';
  };
  return {
    name: 'soap',
    blocks,
    fault: failed,
    identify: (request) => {
      const presented = presentedIn(request);
      return presented === undefined || presented === 'refused' ? undefined : nameIn(fieldsOf(presented));
    },
    authenticate(request) {
      const presented = presentedIn(request);
      if (presented === undefined || presented === 'refused') return presented;
      const fields = fieldsOf(presented);
      if (settings.judge === 'back') return unknownCaller('soap', fields);
      return authenticate(presented, fields, settings, auth, registry, nonces);
    },
  };
}

/** What it says without its secrets: `email` and `account` of a passport. */
function nameIn(fields: ReadonlyMap<string, string>): string | undefined {
  const open = [...fields].filter(([name]) => !/password|secret|key$|token/i.test(name));
  return open.length === 0 ? undefined : JSON.stringify(open.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Only values that the mapping marks as optional may be missing. */
function read({ parts, needed }: Alternative, blocks: ReadonlyMap<string, Uint8Array>): Presented | undefined {
  const values = new Map<string, string>();
  for (const part of parts) {
    const partValues = readPart(() => part.read(blocks.get(clark(part.element.name)) as Uint8Array));
    if (partValues === undefined) return undefined;
    for (const [name, value] of partValues) {
      if (values.has(name) && values.get(name) !== value) return undefined;
      values.set(name, value);
    }
  }
  return needed.every((name) => values.has(name)) ? values : undefined;
}

/** undefined for a part that does not fit the contract: the credential is invalid. */
function readPart(part: () => Presented | undefined): Presented | undefined {
  try {
    return part();
  } catch (error) {
    if (error instanceof SoapstoneError) return undefined;
    throw error;
  }
}

function fieldsOf(presented: Presented): Map<string, string> {
  const fields = [...presented].filter(([name]) => name.startsWith(CREDENTIAL));
  return new Map(fields.map(([name, value]) => [name.slice(CREDENTIAL.length), value]));
}

/** Every field must be the caller's. Signatures must be made with the caller's secrets; without a signature one field must be a secret. */
async function authenticate(
  presented: Presented,
  fields: ReadonlyMap<string, string>,
  { window }: Settings,
  { signed }: Auth,
  registry: CallerRegistry,
  nonces: Nonces,
): Promise<Verdict> {
  const entry = registry.find(fields);
  const caller: Caller = entry ? knownCaller('soap', entry) : { key: '', fields: new Map() };
  const plainValues = new Map([...presented].filter(([name]) => !name.startsWith('$signed.')));
  const values = new CallValues((name) => caller.fields.get(name), signed, plainValues);
  const signatures = [...presented].filter(([name]) => name.startsWith('$signed.'));
  const right = signatures.map(([name, text]) => same(text, values.of(name) ?? '') && values.of(name) !== undefined);
  const proven =
    signatures.length > 0 || [...fields.keys()].some((field) => typeof entry?.fields.get(field) === 'object');
  if (entry === undefined || !proven || right.includes(false)) return 'refused';
  const timestamp = presented.get('$timestamp');
  if (timestamp !== undefined && !(Math.abs(Number(timestamp) * 1000 - Date.now()) <= window)) return notInTime;
  const nonce = presented.get('$nonce');
  if (nonce !== undefined && !(await nonces.first(caller, ['soap', caller.key, nonce, timestamp ?? ''], 2 * window)))
    return usedBefore;
  return caller;
}
