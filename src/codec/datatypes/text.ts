// Simple values as text: in the lexical forms of XML, and for paths, query strings and headers.

import { ByteBuffer } from '../../bytes/buffer.ts';
import { Scratch } from '../../bytes/scratch.ts';
import type { SimpleType } from '../../contract/model/model.ts';
import { scanned } from '../../json/tape.ts';
import { utf8 } from '../../json/text.ts';
import { type Json, json } from '../../json/value.ts';
import { scalarText, stringOf } from '../../json/walk.ts';
import type { TextCodec, ValueCodec } from './codec.ts';
import { valueCodec } from './compile.ts';
import type { Dialect } from './dialect.ts';
import { isPresented } from './presented-types.ts';
import { clarkScope, clarkWriter } from './qname.ts';
import { allowance, beginSteps, endSteps } from './regex/steps.ts';
import { integerRange } from './type-kind.ts';
import { raiseAny } from './value-problem.ts';

/** JSON's form of a number with a fraction or an exponent (RFC 8259 §6). */
const NUMERAL = /^-?(?:0|[1-9]\d*)(?=[.eE])(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** QNames are in Clark notation on both sides. Throws CONTRACT_INVALID like compileSimple. */
export function compileText(type: SimpleType, dialect: Dialect): TextCodec {
  const codec = valueCodec(type, dialect);
  return { fromText: (text) => fromText(codec, text), toText: (value) => toText(codec, value) };
}

/** Values with another spelling in JSON have that spelling as text. */
export function compileShownText(type: SimpleType, dialect: Dialect): TextCodec {
  const codec = valueCodec(type, dialect);
  if (!isPresented(type) || !type.respelled) {
    const fromShown = integerRange(type.builtin) || type.builtin === 'decimal' ? fromNumeral : fromText;
    return { fromText: (text) => fromShown(codec, text), toText: (value) => toText(codec, value) };
  }
  const checked = (value: Json) => {
    toText(codec, value);
    return value;
  };
  return {
    fromText: (text) => checked(stringOf(text)),
    toText: (value) => scalarText(checked(value)) as string,
  };
}

/** Accepts numbers as programs write them, `1e-7` and `5.0`, as in a body. */
function fromNumeral(codec: ValueCodec, text: string): Json {
  return NUMERAL.test(text) ? fromText(codec, toText(codec, json(Buffer.from(text)))) : fromText(codec, text);
}

function fromText(codec: ValueCodec, text: string): Json {
  const bytes = Buffer.from(text);
  const out = new ByteBuffer(bytes.length + 16);
  const opened = beginSteps(allowance(bytes.length));
  try {
    raiseAny(codec.tryDecode(bytes, 0, bytes.length, out, clarkScope, false));
  } finally {
    endSteps(opened);
  }
  return json(out.slice());
}

const scratch = new Scratch();

function toText(codec: ValueCodec, value: Json): string {
  const { tape, node } = scanned(value);
  const out = scratch.begin(value.end - value.start);
  const opened = beginSteps(allowance(value.end - value.start));
  try {
    raiseAny(codec.tryWrite(tape, node, out, clarkWriter));
  } finally {
    endSteps(opened);
  }
  return utf8(out.bytes, 0, out.length);
}
