// Reads a wsse:Security header block: its UsernameToken, and when the message expires. Signatures and encryption are ignored.
// Knows nothing about callers and passwords.
import { SoapstoneError } from '../../errors/errors.ts';
import { END, EOF, START, TEXT, XmlReader } from '../../xml/reader/reader.ts';
import { PASSWORD_DIGEST, PASSWORD_TEXT, WSSE, WSU } from '../formats/wss.ts';

export interface UsernameToken {
  readonly user: string;
  readonly password: string;
  readonly type: 'text' | 'digest';
  /** Empty: there is none. */
  readonly nonce: Uint8Array;
  /** Empty: there is none. */
  readonly created: string;
}

interface SecurityHeader {
  /** `malformed`: it violates the profile. */
  readonly token: UsernameToken | 'malformed' | undefined;
  /** Of the Timestamp. */
  readonly expires: string | undefined;
}

/** Most bytes of a value (the limit of an HTTP head), and of a nonce. */
const LONGEST_VALUE = 16 * 1024;
const LONGEST_NONCE = 256;

const TOKEN = `{${WSSE}}UsernameToken`;
const TIMESTAMP = `{${WSU}}Timestamp`;
/** Children of the block, and values in them, by Clark names. Everything else is ignored. */
const VALUES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [TOKEN, new Set(['Username', 'Password', 'Nonce'].map((name) => `{${WSSE}}${name}`).concat(`{${WSU}}Created`))],
  [TIMESTAMP, new Set([`{${WSU}}Expires`])],
]);

/** `block`: a document in UTF-8. undefined: invalid XML, beyond the limits for messages, or with a repeated element. */
export function readSecurityHeader(block: Uint8Array): SecurityHeader | undefined {
  try {
    return new SecurityReader(block).read();
  } catch (error) {
    if (error instanceof SoapstoneError) return undefined;
    throw error;
  }
}

/** In one pass, without a tree: the bytes are untrusted. */
class SecurityReader {
  private readonly reader = new XmlReader({ transcoded: true });
  /** Clark name of the open child of the block, if it holds values. */
  private child = '';
  /** Clark name of the open value. */
  private value = '';
  private text = '';
  private passwordType = '';
  private readonly children = new Set<string>();
  private readonly values = new Map<string, string>();

  constructor(block: Uint8Array) {
    this.reader.feed(block);
    this.reader.finish();
  }

  read(): SecurityHeader | undefined {
    const { reader } = this;
    for (let token = reader.next(); token !== EOF; token = reader.next()) {
      if (token === START && !this.start()) return undefined;
      if (token === TEXT && this.value !== '' && !this.add()) return undefined;
      if (token === END && reader.depth === 2) this.close();
    }
    const token = this.children.has(TOKEN) ? this.token() : undefined;
    return { token, expires: this.values.get(`{${WSU}}Expires`)?.trim() };
  }

  /** False: it is repeated, or inside a value. */
  private start(): boolean {
    const { depth, name } = this.reader;
    if (depth === 2) {
      this.child = VALUES.has(name.key) ? name.key : '';
      return this.child === '' || this.isFirst(this.children, name.key);
    }
    if (depth > 3) return this.value === '';
    if (depth < 3 || !VALUES.get(this.child)?.has(name.key)) return true;
    this.value = name.key;
    this.text = '';
    if (name.local === 'Password') this.passwordType = this.attribute('Type') || PASSWORD_TEXT;
    return !this.values.has(name.key);
  }

  private isFirst(names: Set<string>, name: string): boolean {
    return names.size < names.add(name).size;
  }

  private add(): boolean {
    const { text, textStart, textEnd } = this.reader;
    if (this.text.length + textEnd - textStart > LONGEST_VALUE) return false;
    this.text += Buffer.from(text.subarray(textStart, textEnd)).toString();
    return true;
  }

  private close(): void {
    if (this.value !== '') this.values.set(this.value, this.text);
    this.value = '';
  }

  private attribute(local: string): string {
    const { attributes } = this.reader;
    for (let k = 0; k < attributes.count; k++) {
      const name = attributes.names[k];
      if (name.ns === '' && name.local === local)
        return Buffer.from(attributes.value(k).subarray(attributes.start[k], attributes.end[k])).toString();
    }
    return '';
  }

  /** UsernameToken Profile 1.1.1 §3.1. A digest has both nonce and time. */
  private token(): UsernameToken | 'malformed' {
    const [user, password, nonceText = ''] = ['Username', 'Password', 'Nonce'].map((name) =>
      this.values.get(`{${WSSE}}${name}`),
    );
    const created = this.values.get(`{${WSU}}Created`)?.trim() ?? '';
    const type = TYPES.get(this.passwordType);
    const nonce = base64Bytes(nonceText);
    if (user === undefined || password === undefined || type === undefined || nonce === undefined) return 'malformed';
    if (type === 'digest' && (nonce.length === 0 || created === '')) return 'malformed';
    return { user: user.trim(), password, type, nonce, created };
  }
}

const TYPES: ReadonlyMap<string, 'text' | 'digest'> = new Map([
  [PASSWORD_TEXT, 'text'],
  [PASSWORD_DIGEST, 'digest'],
]);

/** Without white space bytes have one spelling (RFC 4648 §3.5): other spellings would be other nonces to servers that compare texts. */
function base64Bytes(text: string): Uint8Array | undefined {
  const plain = text.replace(/[ \t\r\n]/g, '');
  const bytes = Buffer.from(plain, 'base64');
  return bytes.length <= LONGEST_NONCE && bytes.toString('base64') === plain ? bytes : undefined;
}
