// Reads `front:` of the setting `auth`: how clients may authenticate.
import type { FrontSettings, JwtSettings } from '../../auth/settings/settings.ts';
import { suggest } from '../../errors/suggest.ts';
import type { YamlEntry, YamlNode } from '../../mapping/syntax/yaml.ts';
import { readSigner, SIGNER_KEYS } from './security-settings.ts';
import type { Entries, SettingReader } from './setting-reader.ts';

type Kind = FrontSettings['kind'];

/** Keys of each kind. */
const KEYS: Readonly<Record<Kind, readonly string[]>> = {
  none: [],
  basic: ['realm', 'judge', 'as'],
  apiKey: ['realm', 'judge', 'as', 'header', 'query'],
  bearer: [
    'realm',
    'as',
    'jwks',
    'issuer',
    'audience',
    'algorithms',
    'identity',
    'claims',
    'scopeClaim',
    'rolesClaim',
    'tolerance',
  ],
  oauth1: ['realm', 'as', 'methods', 'window'],
  certificate: ['as', 'known'],
  signature: ['as', 'known', ...SIGNER_KEYS],
  session: ['judge', 'cookie', 'keep', 'longest', 'secure'],
  soap: ['judge', 'window'],
  usernameToken: ['judge', 'as', 'passwords', 'window'],
};
const KINDS = Object.keys(KEYS) as Kind[];
const JUDGES = ['gateway', 'back'] as const;
const REALM = 'soapstone';
/** Default lifetime of a signed request, and clock tolerance, ms. */
const WINDOW = 300_000;
/** Default idle time and lifetime of a session, ms. */
const SESSION = 20 * 60_000;
const LONGEST = 60 * 60_000;
/** Asymmetric algorithms: a key that verifies cannot sign. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const METHODS = ['HMAC-SHA256', 'HMAC-SHA512', 'HMAC-SHA1'];

export function readFront(entry: YamlEntry | undefined, reader: SettingReader): FrontSettings[] {
  return reader.items(entry).flatMap((node) => {
    const [name, value] = kindOf(node);
    const kind = KINDS.find((candidate) => candidate === name);
    if (kind !== undefined) return new FrontReader(kind, value, reader).read() ?? [];
    reader.problem(node.place, `"${name}" is not a kind of credential`, suggest(name, KINDS) ?? KINDS.join(', '));
    return [];
  });
}

/** `basic`, or `basic: { … }`. */
function kindOf(node: YamlNode): [string, YamlNode] {
  if (node.kind === 'scalar') return [node.source, { ...node, value: null }];
  if (node.kind === 'map' && node.entries.length === 1) return [node.entries[0].key, node.entries[0].value];
  return ['', node];
}

class FrontReader {
  private readonly kind: Kind;
  private readonly node: YamlNode;
  private readonly reader: SettingReader;
  private readonly entries: Entries;

  constructor(kind: Kind, node: YamlNode, reader: SettingReader) {
    this.kind = kind;
    this.node = node;
    this.reader = reader;
    this.entries = reader.entries(node, KEYS[kind], kind);
  }

  read(): FrontSettings | undefined {
    const { kind, reader, entries } = this;
    const realm = reader.text(entries.get('realm')) ?? REALM;
    const judge = reader.choice(entries.get('judge'), JUDGES) ?? 'gateway';
    const window = reader.time(entries.get('window')) ?? WINDOW;
    switch (kind) {
      case 'none':
        return { kind };
      case 'basic':
        return { kind, realm, judge, as: this.names({ user: 'user', password: 'password' }) };
      case 'apiKey':
        return { kind, realm, judge, as: this.names({ key: 'key' }), ...this.place() };
      case 'bearer':
        return { kind, realm, as: this.names({ token: 'token' }), jwt: this.jwt() };
      case 'oauth1':
        return { kind, realm, window, methods: this.some('methods', METHODS, ['HMAC-SHA256']), as: this.names(OAUTH) };
      case 'certificate':
        return {
          kind,
          known: reader.flag(entries.get('known')) ?? true,
          as: this.names({ certificate: 'certificate', authority: 'authority' }),
        };
      case 'signature':
        return this.signature();
      case 'session':
        return {
          kind,
          judge,
          cookie: this.cookie(),
          keep: reader.time(entries.get('keep')) ?? SESSION,
          longest: reader.time(entries.get('longest')) ?? LONGEST,
          secure: reader.flag(entries.get('secure')) ?? true,
        };
      case 'soap':
        return { kind, judge, window };
      case 'usernameToken':
        return {
          kind,
          judge,
          window,
          passwords: this.passwords(judge === 'back'),
          as: this.names({ user: 'user', password: 'password' }),
        };
    }
  }

  /** A message without a time could be sent again. */
  private signature(): FrontSettings | undefined {
    const { kind, node, entries, reader } = this;
    const signer = readSigner(entries, { key: kind, place: node.place, value: node }, ['body', 'timestamp'], reader);
    if (signer && !signer.parts.includes('timestamp'))
      reader.problem(node.place, 'parts of signature must have timestamp, so that a message counts once');
    const known = reader.flag(entries.get('known')) ?? true;
    const as = this.names({ certificate: 'certificate', authority: 'authority' });
    return signer && { kind: 'signature', known, as, ...signer };
  }

  private place(): { header?: string; query?: string } {
    const { reader, entries } = this;
    const [header, query] = [reader.text(entries.get('header')), reader.text(entries.get('query'))];
    if ((header === undefined) === (query === undefined))
      reader.problem(this.node.place, 'apiKey needs the name of a header or of a query parameter', 'header: X-Api-Key');
    if (query !== undefined) return { query };
    return { header: (header ?? '').toLowerCase() };
  }

  /** A token (RFC 6265 §4.1.1). */
  private cookie(): string {
    const { reader, entries } = this;
    const entry = entries.get('cookie');
    const name = reader.text(entry) ?? 'SESSIONID';
    if (entry && !/^[\w.!#$%&'*+^`|~-]+$/.test(name))
      reader.problem(entry.value.place, `"${name}" cannot be the name of a cookie`, 'JSESSIONID');
    return name;
  }

  /** Names of the kind → names of fields. */
  private names<N extends Readonly<Record<string, string>>>(usual: N): N {
    const { reader, entries } = this;
    const entry = entries.get('as');
    const renames: Entries = entry ? reader.entries(entry.value, Object.keys(usual), 'as') : new Map();
    const pairs = Object.entries(usual).map(([name, fallback]) => [name, reader.text(renames.get(name)) ?? fallback]);
    return Object.fromEntries(pairs) as N;
  }

  private some(key: string, choices: readonly string[], usual: readonly string[]): readonly string[] {
    const entry = this.entries.get(key);
    const values = this.reader.texts(entry);
    const wrong = values?.find((value) => !choices.includes(value));
    if (entry && wrong !== undefined)
      this.reader.problem(entry.value.place, `"${wrong}" is none of ${key}`, `known are ${choices.join(', ')}`);
    return values ?? usual;
  }

  /** A digest cannot be passed on. */
  private passwords(passedOn: boolean): readonly ('text' | 'digest')[] {
    const forms = this.some('passwords', ['text', 'digest'], passedOn ? ['text'] : ['digest', 'text']);
    if (passedOn && forms.includes('digest'))
      this.reader.problem(this.node.place, 'the service cannot check a digest', 'judge: gateway');
    return forms as readonly ('text' | 'digest')[];
  }

  private jwt(): JwtSettings | undefined {
    const { reader, entries } = this;
    const source = entries.get('jwks');
    const dependents = KEYS.bearer.filter((key) => !['realm', 'as', 'jwks'].includes(key) && entries.has(key));
    if (source === undefined) {
      if (dependents.length > 0)
        reader.problem(this.node.place, `${dependents[0]} needs jwks, the keys that verify tokens`);
      return undefined;
    }
    const jwks = this.jwks(source);
    const [issuer, audience] = ['issuer', 'audience'].map((key) => reader.texts(entries.get(key)));
    if (!issuer || !audience)
      reader.problem(
        this.node.place,
        'bearer with jwks needs issuer and audience, so that tokens for other services are refused',
      );
    if (!jwks || !issuer || !audience) return undefined;
    const algorithms = this.some('algorithms', ALGORITHMS, ['RS256', 'PS256', 'ES256', 'EdDSA']);
    const tolerance = reader.time(entries.get('tolerance')) ?? 30_000;
    const identity = reader.texts(entries.get('identity')) ?? ['sub'];
    if (identity.length === 0)
      reader.problem(this.node.place, 'identity needs a claim that identifies the client', 'sub');
    const scopeClaim = reader.texts(entries.get('scopeClaim')) ?? ['scope', 'scp'];
    const rolesClaim = reader.texts(entries.get('rolesClaim')) ?? ['roles'];
    const names = { scopeClaim, rolesClaim };
    return { jwks, issuer, audience, algorithms, identity, claims: this.claims(), ...names, tolerance };
  }

  private jwks(entry: YamlEntry): JwtSettings['jwks'] | undefined {
    const { reader } = this;
    const keys = reader.entries(entry.value, ['url', 'file'], 'jwks');
    const url = reader.text(keys.get('url'));
    if (url === undefined) {
      const file = reader.secret(entry);
      return file && { file };
    }
    if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return { url };
    reader.problem(entry.value.place, 'the url of jwks is not an http(s) URL');
    return undefined;
  }

  private claims(): ReadonlyMap<string, string> {
    const { reader, entries } = this;
    const entry = entries.get('claims');
    if (entry === undefined) return new Map([['user', 'sub']]);
    if (entry.value.kind !== 'map') reader.problem(entry.value.place, 'claims must map headers to claims');
    const pairs = entry.value.kind === 'map' ? entry.value.entries : [];
    return new Map(pairs.flatMap((pair) => (reader.text(pair) ? [[pair.key, reader.text(pair) as string]] : [])));
  }
}

const OAUTH = {
  consumerKey: 'consumerKey',
  consumerSecret: 'consumerSecret',
  token: 'token',
  tokenSecret: 'tokenSecret',
} as const;
