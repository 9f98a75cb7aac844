// `host:` of the table: a pattern over the Host header of requests, such as `{account}.example.com`.
import { SoapstoneError } from '../../errors/errors.ts';
import type { Json } from '../../json/value.ts';
import { stringOf } from '../../json/walk.ts';
import { isHole, type Part } from '../../pattern/text/hole.ts';

/** RFC 1035 §2.3.4. */
const LONGEST = 255;

export class HostPattern {
  /** `$host`, and `$host.x` for each placeholder. */
  readonly names: readonly string[];
  private readonly expression: RegExp;
  private readonly example: string;

  /** A placeholder matches within one label (RFC 1123 §2.1). `parts` undefined: any host. */
  constructor(parts: readonly Part[] | undefined) {
    this.names = ['$host', ...(parts ?? []).filter(isHole).map((hole) => `$host.${hole.name}`)];
    const pieces = parts?.map((part) => (isHole(part) ? '([a-z0-9_-]+?)' : escaped(part))) ?? ['[a-z0-9._:\\[\\]-]+'];
    this.expression = new RegExp(`^${pieces.join('')}$`);
    this.example = parts?.map((part) => (isHole(part) ? `{${part.name}}` : part)).join('') ?? 'api.example.com';
  }

  /** `field`: the Host header, perhaps with a port (RFC 9110 §7.2). Throws MISDIRECTED where it does not match. */
  take(name: string, field: string | undefined): Json {
    const host = (field ?? '').replace(/:\d*$/, '').toLowerCase();
    const match = host.length <= LONGEST ? this.expression.exec(host) : null;
    if (match === null) throw new SoapstoneError('MISDIRECTED', `this is not a host such as ${this.example}`);
    return stringOf(match[this.names.indexOf(name)]);
  }
}

function escaped(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '\\$&');
}
