// The kinds of option values: their syntax and their parsed form. Knows nothing about the sources of values.

import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';

export interface KindSpec {
  /** Hosts may be `*.example.com`. */
  readonly wildcards?: boolean;
  /** A text with commas that may be a list in YAML. */
  readonly list?: true;
  readonly kind:
    | 'text'
    | 'url'
    | 'port'
    | 'count'
    | 'duration'
    | 'size'
    | 'choice'
    | 'path'
    | 'paths'
    | 'hosts'
    | 'networks'
    | 'origins'
    | 'pairs'
    | 'list'
    | 'switch'
    | 'store'
    | 'rate'
    | 'secret'
    | 'auth'
    | 'cors';
  /** Allowed values of a choice. */
  readonly values?: readonly string[];
  /** Smallest allowed number (count, duration in ms, size in bytes); 0 by default. */
  readonly min?: number;
  /** Largest allowed number. */
  readonly max?: number;
  /** `auto` is allowed, and becomes the number of CPUs that the process may use (count). */
  readonly perCpu?: true;
  /** `off` is allowed and becomes -1 (port) or the empty text (path; `false` means the same). */
  readonly off?: boolean;
  /** Words that are allowed in place of a path, and stay as they are. */
  readonly keywords?: readonly string[];
}

/** A value as text, or several; parsed values may be numbers and truth values too. */
export type Raw = string | number | boolean | readonly string[];

/** The value, or its problem in words that follow the option's name. */
export type Parsed = { readonly value: Raw } | { readonly problem: string };

const DURATIONS = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);
/** Timers of Node.js end at once from 2^31 ms (24.8 days) on; some last a little longer than a setting. */
const LONGEST = { ms: 576 * 3_600_000, text: '576h' };
const SIZES = new Map([
  ['', 1],
  ['B', 1],
  ['KiB', 1024],
  ['MiB', 1024 ** 2],
  ['GiB', 1024 ** 3],
]);

export function parseKind(spec: KindSpec, raw: Raw): Parsed {
  if (spec.kind === 'paths') return paths(raw);
  if (spec.kind === 'hosts') return hosts(raw, spec.wildcards);
  if (spec.kind === 'networks') return networks(raw);
  if (spec.kind === 'origins') return origins(raw);
  if (spec.kind === 'pairs') return pairs(raw);
  if (spec.kind === 'list') return patterns(raw);
  if ((spec.kind === 'cors' || (spec.kind === 'text' && spec.list)) && Array.isArray(raw))
    return { value: raw.join(',') };
  if (typeof raw === 'object') return wrong(raw, 'takes one value, not a list');
  const text = String(raw).trim();
  if (text === '') return { problem: 'is empty' };
  switch (spec.kind) {
    case 'text':
    case 'auth':
    case 'cors':
      return { value: text };
    case 'url':
      return url(text);
    case 'port':
      return spec.off && text === 'off' ? { value: -1 } : port(text);
    case 'count':
      if (spec.perCpu && text === 'auto') return { value: Math.min(availableParallelism(), spec.max ?? Infinity) };
      return atLeast(
        spec,
        text,
        amount(text, new Map([['', 1]])),
        spec.perCpu ? 'a whole number, or auto' : 'a whole number',
      );
    case 'duration':
      return atLeast(spec, text, text === '0' ? 0 : amount(text, DURATIONS), 'a duration such as 500ms, 30s or 2m');
    case 'size':
      return atLeast(spec, text, amount(text, SIZES), 'a size such as 65536, 512KiB or 10MiB');
    case 'path':
      if (spec.off && (text === 'off' || text === 'false')) return { value: '' };
      if (spec.keywords?.includes(text)) return { value: text };
      return isCanonicalPath(text) ? { value: text } : wrong(text, NO_PATH);
    case 'switch':
      return text === 'true' || text === 'false'
        ? { value: text === 'true' }
        : wrong(text, 'is neither true nor false');
    case 'store':
      return store(text);
    case 'rate':
      return rate(text);
    case 'secret':
      return secret(text);
    case 'choice':
      return choice(spec.values ?? [], text);
  }
}

function wrong(raw: Raw, problem: string): Parsed {
  return { problem: `${JSON.stringify(raw)} ${problem}` };
}

/** Path prefixes in canonical form: a URL parser leaves them as they are, and nothing is percent-encoded. */
function paths(raw: Raw): Parsed {
  const value = itemsOf(raw);
  const bad = value.find((item) => !isCanonicalPath(item));
  return bad === undefined ? { value } : wrong(bad, NO_PATH);
}

const NO_PATH = 'is not a plain path such as /files';

/** Names or addresses, with or without a port, as in a URL. */
function hosts(raw: Raw, wildcards = false): Parsed {
  const value = itemsOf(raw);
  const isHost = (text: string) => /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(text);
  const bad = value.find((item) => !isHost(wildcards ? item.replace(/^\*\.(?=[^.]+\.)/, '') : item));
  return bad === undefined
    ? { value: value.map((item) => item.toLowerCase()) }
    : wrong(bad, 'is not a host such as files.example.com or localhost:8080');
}

/** IP addresses, or networks in CIDR notation. */
function networks(raw: Raw): Parsed {
  const value = itemsOf(raw);
  const bad = value.find((item) => !isNetwork(item));
  return bad === undefined ? { value } : wrong(bad, 'is not an address or a network such as 10.0.0.0/8 or fd00::/8');
}

function isNetwork(text: string): boolean {
  const [address, bits, ...more] = text.split('/');
  const family = isIP(address);
  const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
  return family !== 0 && isLength && more.length === 0 && !address.includes('%');
}

/** URLs without path and query. */
function origins(raw: Raw): Parsed {
  const parsed = itemsOf(raw).map(url);
  const wrongUrl = parsed.find((one) => 'problem' in one);
  if (wrongUrl) return wrongUrl;
  const value = parsed.flatMap((one) => ('value' in one ? String(one.value) : []));
  const bad = value.find((text) => new URL(text).pathname !== '/' || new URL(text).search !== '');
  if (bad !== undefined) return wrong(bad, 'must be an origin such as https://b.example:8443, without a path');
  return { value: value.map((text) => new URL(text).origin) };
}

/** `name=value`, each name once. Several in one text are separated by commas; in a list, values may hold commas. */
function pairs(raw: Raw): Parsed {
  const value = itemsOf(raw);
  const bad = value.find((item) => !/^[A-Za-z_][\w-]*=/.test(item));
  if (bad !== undefined) return wrong(bad, 'is not name=value');
  const names = value.map((item) => item.slice(0, item.indexOf('=')));
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  return twice === undefined ? { value } : { problem: `says ${twice} twice` };
}

/** Texts with `*` for any text. */
function patterns(raw: Raw): Parsed {
  const value = itemsOf(raw);
  const bad = value.find((item) => !/[\p{L}\p{N}*]/u.test(item));
  return bad === undefined ? { value } : wrong(bad, 'is not a name, or a pattern such as get* or GET /accounts/*');
}

/** The pairs of a value of the kind `pairs`. */
export function pairsOf(items: readonly string[]): ReadonlyMap<string, string> {
  return new Map(items.map((item) => [item.slice(0, item.indexOf('=')), item.slice(item.indexOf('=') + 1)]));
}

function itemsOf(raw: Raw): string[] {
  const items = typeof raw === 'object' ? raw : String(raw).split(',');
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

function isCanonicalPath(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || /[%;?#\\\s]/.test(path)) return false;
  return new URL(path, 'http://host').pathname === path;
}

function port(text: string): Parsed {
  const n = amount(text, new Map([['', 1]]));
  return n !== undefined && n <= 65_535 ? { value: n } : wrong(text, 'is not a port (0 to 65535)');
}

/** Digits followed by one of `units`. */
function amount(text: string, units: ReadonlyMap<string, number>): number | undefined {
  const parts = /^(\d{1,12})([A-Za-z]{0,3})$/.exec(text);
  const unit = parts ? units.get(parts[2]) : undefined;
  return parts && unit !== undefined ? Number(parts[1]) * unit : undefined;
}

function atLeast(spec: KindSpec, text: string, value: number | undefined, expected: string): Parsed {
  if (value === undefined) return wrong(text, `is not ${expected}`);
  const min = spec.min ?? 0;
  if (value < min) return wrong(text, `is less than ${min}`);
  if (spec.max !== undefined && value > spec.max) return wrong(text, `is more than ${spec.max}`);
  if (spec.kind === 'duration' && value > LONGEST.ms) return wrong(text, `is more than ${LONGEST.text}`);
  return { value };
}

function choice(values: readonly string[], text: string): Parsed {
  return values.includes(text) ? { value: text } : wrong(text, `is not one of ${values.join(', ')}`);
}

/** An http(s) URL. Messages do not quote one that may hold a password. */
function url(text: string): Parsed {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) {
    return text.includes('@') ? { problem: 'is not an http(s) URL' } : wrong(text, 'is not an http(s) URL');
  }
  if (parsed.username !== '' || parsed.password !== '')
    return { problem: 'must not contain a user name or a password' };
  if (parsed.hash !== '') return wrong(text, 'must not have a fragment');
  return { value: parsed.href };
}

/** `memory`, or the URL of a Redis. Messages do not quote one that may hold a password. */
function store(text: string): Parsed {
  if (text === 'memory') return { value: text };
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  const problem =
    'is neither memory nor a URL such as redis://host:6379, rediss://host, sentinel://host:26379/name or unix:/path/of/socket';
  if (!parsed || !isRedis(parsed)) return text.includes('@') ? { problem } : wrong(text, problem);
  if (parsed.password !== '') return { problem: 'must not contain a password; use storePassword' };
  return { value: parsed.href };
}

function isRedis({ protocol, host, pathname, search, hash }: URL): boolean {
  if (search !== '' || hash !== '') return false;
  if (protocol === 'unix:') return host === '' && pathname.length > 1;
  if (protocol === 'sentinel:') return host !== '' && /^\/[\w.-]+(\/\d{0,5})?$/.test(pathname);
  return (protocol === 'redis:' || protocol === 'rediss:') && host !== '' && /^(\/\d{0,5})?$/.test(pathname);
}

/** A reference to a secret. Messages do not quote it: by mistake it may be the secret. */
function secret(text: string): Parsed {
  return /^(env:[A-Za-z_]\w*|file:.+)$/.test(text)
    ? { value: text }
    : { problem: 'is not the source of a secret: env:NAME or file:/path' };
}

/** A count in a time: `100/s`, `1000/10m`. */
const RATE = /^([1-9]\d{0,8})\/([1-9]\d{0,3})?(s|m|h)$/;

function rate(text: string): Parsed {
  return RATE.test(text) ? { value: text } : wrong(text, 'is not a rate such as 100/s, 1000/m or 5000/24h');
}

/** At most `max` within `window` ms. */
export function readRate(text: string): { readonly max: number; readonly window: number } {
  const [, count, times = '1', unit] = RATE.exec(text) as RegExpExecArray;
  return { max: Number(count), window: Number(times) * (DURATIONS.get(unit) as number) };
}
