// Masks members of a JSON text by their names. Takes texts that are cut or not valid. Knows nothing about their meaning.
import { holdsValue, type IsSecret, MASK, type MaskNested, namesValue } from './secret-names.ts';
import { withoutEscapes } from './secret-values.ts';

const TOKEN = /"(?:[^"\\]|\\[\s\S])*"?|[{}[\]:,]|[^"{}[\]:,]+/g;
const QUOTED_MASK = `"${MASK}"`;

/** An object or array that is open. */
interface Frame {
  /** Name of the member that is read. */
  member: string | undefined;
  /** A member says that the object's value is a secret: `{"name": "password", "value": …}`. */
  namesSecret: boolean;
  /** Where members that may hold the value of such an object begin and end, as indexes of pieces. */
  readonly values: [start: number, end: number][];
}

const newFrame = (): Frame => ({ member: undefined, namesSecret: false, values: [] });

/** The text with a mask in place of the value of each secret member, whatever it is. */
export function redactJson(text: string, isSecret: IsSecret, nested: MaskNested = (value) => value): string {
  return new JsonRedaction(isSecret, nested).redacted(text.match(TOKEN) ?? []);
}

class JsonRedaction {
  private readonly isSecret: IsSecret;
  private readonly nested: MaskNested;
  private readonly pieces: string[] = [];
  private readonly frames: Frame[] = [newFrame()];

  constructor(isSecret: IsSecret, nested: MaskNested) {
    this.isSecret = isSecret;
    this.nested = nested;
  }

  redacted(tokens: readonly string[]): string {
    for (let at = 0; at < tokens.length; ) {
      const frame = this.frames.at(-1) as Frame;
      const isValue = frame.member !== undefined && !/^(?:[:,\]}]|\s+)$/.test(tokens[at]);
      if (isValue && this.isMasked(frame)) {
        at = valueEnd(tokens, at);
        this.pieces.push(QUOTED_MASK);
        frame.member = undefined;
      } else this.token(tokens, at++, frame);
    }
    return this.pieces.join('');
  }

  private isMasked({ member = '', namesSecret }: Frame): boolean {
    return this.isSecret(member) || (namesSecret && holdsValue(member));
  }

  private token(tokens: readonly string[], at: number, frame: Frame): void {
    const token = tokens[at];
    const at0 = this.pieces.length;
    if (token[0] === '"' && isName(tokens, at)) frame.member = nameOf(token);
    this.pieces.push(token[0] === '"' && !isName(tokens, at) ? this.string(token, frame) : token);
    if (token === '{' || token === '[') this.open(frame, at0);
    else if (token === '}' || token === ']') this.close();
    else if (token === ',') frame.member = undefined;
    else if (token !== ':' && token.trim() !== '' && !isName(tokens, at)) this.heldValue(frame, at0);
  }

  private open(frame: Frame, start: number): void {
    if (frame.member !== undefined && holdsValue(frame.member)) frame.values.push([start, start]);
    this.frames.push(newFrame());
  }

  private close(): void {
    if (this.frames.length > 1) this.frames.pop();
    const frame = this.frames.at(-1) as Frame;
    const last = frame.values.at(-1);
    if (last !== undefined && frame.member !== undefined && holdsValue(frame.member)) last[1] = this.pieces.length - 1;
    this.maskValues(frame);
  }

  private heldValue(frame: Frame, at: number): void {
    if (frame.member !== undefined && holdsValue(frame.member)) frame.values.push([at, at]);
    this.maskValues(frame);
  }

  private maskValues(frame: Frame): void {
    if (!frame.namesSecret) return;
    // From the end: what is taken out moves what follows.
    for (const [start, end] of frame.values.splice(0).reverse())
      this.pieces.splice(start, end - start + 1, QUOTED_MASK);
  }

  private string(token: string, frame: Frame): string {
    const text = nameOf(token);
    if (frame.member !== undefined && namesValue(frame.member) && this.isSecret(text)) frame.namesSecret = true;
    const masked = this.nested(text);
    return masked === text ? token : JSON.stringify(masked);
  }
}

function isName(tokens: readonly string[], at: number): boolean {
  return tokens[at + 1] === ':' || (tokens[at + 1]?.trim() === '' && tokens[at + 2] === ':');
}

/** Content of a string. Names may be written with escapes. The marks of attributes and the like are no part of them. */
function nameOf(token: string): string {
  const text = token.slice(1, token.length > 1 && token.endsWith('"') ? -1 : undefined);
  return text.includes('\\') ? plainText(token, text).replace(/^[@$#]/, '') : text.replace(/^[@$#]/, '');
}

function plainText(token: string, text: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return withoutEscapes(text);
  }
}

/** Index of the token after a value. */
function valueEnd(tokens: readonly string[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    if (tokens[at] === '{' || tokens[at] === '[') depth++;
    else if (tokens[at] === '}' || tokens[at] === ']') depth--;
    if (depth <= 0) return at + 1;
  }
  return tokens.length;
}
