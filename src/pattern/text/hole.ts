// The holes of patterns as they are written. Knows nothing about contracts, rules or files.

export interface ConverterCall {
  readonly name: string;
  readonly args: readonly Argument[];
}

/** `value`, or `name: value`. */
export interface Argument {
  readonly name?: string;
  readonly value: string;
}

/** `{name}`, `{name?}`, `{name!}`, `{name=default}`, `{name=default:fill}`, `{name:fill}`, `{name?constant}`, `{name*}`, `{$name}`, each with converters: `{name|a|b(x)}`. */
export interface Hole {
  readonly name: string;
  /** `{$name}`: bound by the gateway, never by a message. `name` keeps its `$`. */
  readonly supplied: boolean;
  readonly optional: boolean;
  /** `{name!}`: absence is refused, whatever the contract lets be absent. */
  readonly required?: boolean;
  /** As it would be written in the message. */
  readonly default?: string;
  /** What is written where the other side says nothing of the name; without it, nothing is. */
  readonly fill?: string;
  /** `{name?constant}`: a constant that stands only where the variable has a value. It binds nothing. */
  readonly constant?: string;
  /** `{name*}`: the last of a path, which takes all segments that are left. Its text has slashes between them. */
  readonly tail?: true;
  /** From the variable outwards: the last one makes the value in the message. */
  readonly converters: readonly ConverterCall[];
  /** Index of the opening brace in its text. */
  readonly offset: number;
}

/** A text with holes: literal runs and holes in turn. */
export type Part = string | Hole;

export class PatternSyntax extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.name = 'PatternSyntax';
    this.offset = offset;
  }
}

export function isHole(part: Part): part is Hole {
  return typeof part !== 'string';
}

export function printHole(hole: Hole): string {
  const calls = hole.converters.map(printCall);
  const value = hole.default === undefined ? '' : `=${escaped(hole.default)}`;
  const fill = hole.fill === undefined ? '' : `:${escaped(hole.fill)}`;
  return `{${hole.name}${hole.tail ? '*' : hole.optional ? '?' : hole.required ? '!' : ''}${hole.constant ?? ''}${value}${fill}${calls.join('')}}`;
}

/** `|name(a, b: c)` */
export function printCall({ name, args }: ConverterCall): string {
  const texts = args.map((arg) => (arg.name === undefined ? arg.value : `${arg.name}: ${arg.value}`));
  return `|${name}${texts.length === 0 ? '' : `(${texts.join(', ')})`}`;
}

/** A colon is written twice, since a single one begins the fill default. */
function escaped(text: string): string {
  return text.replaceAll(':', '::');
}
