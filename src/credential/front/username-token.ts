// WS-Security UsernameToken (UsernameToken Profile 1.1.1) in front: a password as text or as digest. Signatures are not looked at.
import type { Asked } from '../../binding/gate.ts';
import { SoapstoneError } from '../../errors.ts';
import { Fault } from '../../fault/fault.ts';
import { readTree } from '../../xml/read-tree.ts';
import { elements, type XmlElement } from '../../xml/tree.ts';
import { headerBlocks } from '../header-blocks.ts';
import type { FrontSettings } from '../settings.ts';
import { PASSWORD_DIGEST, PASSWORD_TEXT, passwordDigest, SECURITY, WSSE, WSU } from '../wss.ts';
import { type FrontKind, notInTime, usedBefore, type Verdict } from './kind.ts';
import { type Known, knownCaller, same, textOf, unknownCaller } from './known.ts';
import type { Nonces } from './nonces.ts';

type Settings = FrontSettings & { readonly kind: 'usernameToken' };

const wanted = new Set([SECURITY]);

/** SOAP Message Security 1.1.1 §12. */
const failed = new Fault({
  status: 401,
  code: 'UNAUTHENTICATED',
  title: '',
  soap: {
    version: '1.1',
    code: { ns: WSSE, local: 'FailedAuthentication' },
    subcodes: [],
    reason: 'The security token could not be authenticated or authorized',
    detail: [],
  },
});

export function usernameToken(settings: Settings, known: Known, nonces: Nonces): FrontKind {
  return {
    name: 'usernameToken',
    blocks: [SECURITY],
    fault: failed,
    judge({ envelope }: Asked) {
      const blocks = envelope ? headerBlocks(envelope, wanted) : new Map();
      const block = blocks?.get(SECURITY);
      if (blocks === undefined) return 'refused';
      return block === undefined ? undefined : judge(block, settings, known, nonces);
    },
  };
}

async function judge(
  block: Uint8Array,
  settings: Settings,
  known: Known,
  nonces: Nonces,
): Promise<Verdict | undefined> {
  const security = treeOf(block);
  if (security === undefined) return 'refused';
  if (isLate(security, settings.window)) return notInTime;
  const [token, ...more] = childrenOf(security, WSSE, 'UsernameToken');
  if (token === undefined) return undefined;
  const said = more.length === 0 ? read(token) : undefined;
  if (said === undefined || !settings.passwords.includes(said.type)) return 'refused';
  const { as } = settings;
  if (settings.judge === 'back')
    return unknownCaller(
      'usernameToken',
      new Map([
        [as.user, said.user],
        [as.password, said.password],
      ]),
    );
  const caller = known.find(new Map([[as.user, said.user]]));
  const password = textOf(caller?.get(as.password));
  const right = said.type === 'text' ? (password ?? '') : passwordDigest(said.nonce, said.created, password ?? '');
  if (!same(said.password, right) || caller === undefined || password === undefined) return 'refused';
  if (!isNow(said, settings)) return notInTime;
  return (await isFirst(said, settings, nonces)) ? knownCaller('usernameToken', caller) : usedBefore;
}

interface Said {
  readonly user: string;
  readonly password: string;
  readonly type: 'text' | 'digest';
  /** Empty: there is none. */
  readonly nonce: Uint8Array;
  readonly created: string;
}

/** UsernameToken Profile 1.1.1 §3.1. A digest has both nonce and time. */
function read(token: XmlElement): Said | undefined {
  const names = childrenOf(token, WSSE, 'Username');
  const passwords = childrenOf(token, WSSE, 'Password');
  const nonces = childrenOf(token, WSSE, 'Nonce');
  const times = childrenOf(token, WSU, 'Created');
  if (names.length !== 1 || passwords.length !== 1 || nonces.length > 1 || times.length > 1) return undefined;
  const uri =
    passwords[0].attributes.find(({ name }) => name.ns === '' && name.local === 'Type')?.value ?? PASSWORD_TEXT;
  if (uri !== PASSWORD_TEXT && uri !== PASSWORD_DIGEST) return undefined;
  const type = uri === PASSWORD_DIGEST ? 'digest' : 'text';
  const nonce = Buffer.from(nonces.map(textIn).join('').trim(), 'base64');
  const created = times.map(textIn).join('').trim();
  if (type === 'digest' && (nonce.length === 0 || created === '')) return undefined;
  return { user: textIn(names[0]).trim(), password: textIn(passwords[0]), type, nonce, created };
}

function isNow({ created }: Said, { window }: Settings): boolean {
  return created === '' || Math.abs(Date.parse(created) - Date.now()) <= window;
}

/** After the password has been found right: nobody else may use up the nonces of a caller. */
async function isFirst({ user, nonce, created }: Said, { window }: Settings, nonces: Nonces): Promise<boolean> {
  if (nonce.length === 0) return true;
  return nonces.first(['wsse', user, nonce.toString(), created], 2 * window);
}

/** A Timestamp that says when the message ends (SOAP Message Security 1.1.1 §10). */
function isLate(security: XmlElement, window: number): boolean {
  return childrenOf(security, WSU, 'Timestamp').some((timestamp) =>
    childrenOf(timestamp, WSU, 'Expires').some(
      (expires) => !(Date.parse(textIn(expires).trim()) + window >= Date.now()),
    ),
  );
}

function treeOf(block: Uint8Array): XmlElement | undefined {
  try {
    return readTree(block, 'Security');
  } catch (error) {
    if (error instanceof SoapstoneError) return undefined;
    throw error;
  }
}

function childrenOf(parent: XmlElement, ns: string, local: string): XmlElement[] {
  return elements(parent).filter(({ name }) => name.ns === ns && name.local === local);
}

function textIn({ children }: XmlElement): string {
  return children.filter((child) => typeof child === 'string').join('');
}
