// Reads a text with holes. `{{` and `}}` stand for single braces.
import { type Argument, type ConverterCall, type Hole, type Part, PatternSyntax } from './hole.ts';

const NAME = /^\$?[A-Za-z_][\w-]*(\.[A-Za-z_@$][\w-]*)*$/;
/** Supplied values that may be absent: a credential need not have all fields. */
const PERHAPS = /^\$credential\./;
/** `value` or `name: value`; after a name, a value may have a prefix. */
const ARGUMENT = /^(?:([A-Za-z_][\w-]*)\s*:\s*(?=\S))?((?<=:\s*)[^\s:]+:[^\s:]+|[^\s:]+)$/;
const CALL = /^([A-Za-z_][\w-]*)(?:\(([^()]*)\))?$/;

/** Throws PatternSyntax. `start`: where the text begins in what offsets count in. */
export function parseTemplate(text: string, start = 0): readonly Part[] {
  const parts: Part[] = [];
  let literal = '';
  let i = 0;
  while (i < text.length) {
    const c = text[i];
    if ((c === '{' || c === '}') && text[i + 1] === c) {
      literal += c;
      i += 2;
    } else if (c === '{') {
      const end = text.indexOf('}', i);
      if (end < 0) throw new PatternSyntax('this placeholder is not closed; write {{ for a brace', start + i);
      if (literal !== '') parts.push(literal);
      literal = '';
      parts.push(parseHole(text.slice(i + 1, end), start + i));
      i = end + 1;
    } else if (c === '}') {
      throw new PatternSyntax('this brace is not opened; write }} for a brace', start + i);
    } else {
      literal += c;
      i++;
    }
  }
  if (literal !== '') parts.push(literal);
  return parts;
}

/** The constant is no condition of a rule: `{name?}`, `{name?=a}` and `{name?:b}` are read elsewhere. */
const SHIPPED_FOLDER = /^\s*(\$?[\w.@$-]+)\?([^=:!?|\s][^|]*)$/;

function parseHole(inner: string, offset: number): Hole {
  const beside = SHIPPED_FOLDER.exec(inner);
  if (beside) return besideHole(beside[1], beside[2], offset);
  const [head, ...calls] = inner.split('|');
  const { left, fallback, fill } = splitHead(head, offset);
  const optional = left.endsWith('?');
  const required = left.endsWith('!');
  const name = optional || required ? left.slice(0, -1) : left;
  if (!NAME.test(name)) throw new PatternSyntax(`"${name}" is not a name for a placeholder`, offset);
  if (optional && fallback !== undefined)
    throw new PatternSyntax('a placeholder is optional or has a default, not both', offset);
  if (required && fallback !== undefined)
    throw new PatternSyntax('a placeholder is required or has a default, not both', offset);
  const supplied = name.startsWith('$');
  const varies = required || fallback !== undefined || fill !== undefined;
  if (supplied && ((optional && !PERHAPS.test(name)) || varies)) {
    throw new PatternSyntax('a supplied variable cannot be optional, required or have a default', offset);
  }
  const converters = calls.map((c) => parseCall(c, offset));
  return {
    name,
    supplied,
    optional,
    required,
    default: fallback,
    ...(fill !== undefined && { fill }),
    converters,
    offset,
  };
}

function besideHole(name: string, constant: string, offset: number): Hole {
  if (!NAME.test(name) || name.startsWith('$'))
    throw new PatternSyntax(`"${name}" is not a name beside which a constant can stand`, offset);
  return { name, supplied: false, optional: true, required: false, constant, converters: [], offset };
}

interface Head {
  readonly left: string;
  readonly fallback?: string;
  readonly fill?: string;
}

/** `name`, `name=a`, `name=a:b`, `name:b`; `::` stands for a colon. */
function splitHead(head: string, offset: number): Head {
  const at = /[=:]/.exec(head)?.index ?? head.length;
  const left = head.slice(0, at).trim();
  if (head[at] === undefined) return { left };
  const [first, second, ...others] = splitValues(head.slice(at + 1));
  const isFill = head[at] === ':';
  if (others.length > 0 || (isFill && second !== undefined))
    throw new PatternSyntax('a default has one ":" before what is written; write :: for a colon', offset);
  return isFill ? { left, fill: first } : { left, fallback: first, fill: second };
}

/** Splits at single colons. */
function splitValues(text: string): string[] {
  const values = [''];
  for (let i = 0; i < text.length; i++) {
    const colon = text[i] === ':';
    if (colon && text[i + 1] !== ':') values.push('');
    else values[values.length - 1] += text[colon ? i++ : i];
  }
  return values;
}

function parseCall(text: string, offset: number): ConverterCall {
  const match = CALL.exec(text.trim());
  if (match === null) throw new PatternSyntax(`"${text.trim()}" is not a converter`, offset);
  const args = match[2] === undefined || match[2].trim() === '' ? [] : match[2].split(',');
  return { name: match[1], args: args.map((arg) => parseArgument(arg.trim(), text.trim(), offset)) };
}

function parseArgument(text: string, call: string, offset: number): Argument {
  const match = ARGUMENT.exec(text);
  if (match === null) throw new PatternSyntax(`"${text}" is not an argument of "${call}"`, offset);
  return match[1] === undefined ? { value: match[2] } : { name: match[1], value: match[2] };
}
