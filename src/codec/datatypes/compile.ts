// Simple types → codecs, one for each type and number dialect.
import type { Builtin, SimpleType } from '../../contract/model/model.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { BinaryCodec } from './binary.ts';
import { BooleanCodec } from './boolean.ts';
import { dateTimeCodec, durationCodec } from './calendar.ts';
import type { SimpleCodec, ValueCodec } from './codec.ts';
import { DecimalCodec } from './decimal.ts';
import type { Dialect } from './dialect.ts';
import { FloatCodec } from './float.ts';
import { ListCodec } from './list.ts';
import { isPresented } from './presented-types.ts';
import { QNameCodec } from './qname.ts';
import { StringCodec } from './string.ts';
import { isDecimal, label } from './type-kind.ts';
import { UnionCodec } from './union.ts';

const asNumbers = new WeakMap<SimpleType, ValueCodec>();
const asStrings = new WeakMap<SimpleType, ValueCodec>();

/** Throws CONTRACT_INVALID, with the type's place, for facets that make no sense: bad patterns, bounds or enumeration values. */
export function compileSimple(type: SimpleType, dialect: Dialect): SimpleCodec {
  return valueCodec(type, dialect);
}

export function valueCodec(type: SimpleType, dialect: Dialect): ValueCodec {
  const codecs = dialect.numbers === 'string' ? asStrings : asNumbers;
  let codec = codecs.get(type);
  if (codec === undefined) {
    codec = placed(type, () => compile(type, dialect));
    codecs.set(type, codec);
  }
  return codec;
}

function compile(type: SimpleType, dialect: Dialect): ValueCodec {
  if (isPresented(type)) return type.presentedCodec(valueCodec(type.original, dialect));
  if (type.variety === 'list') return new ListCodec(type, valueCodec(type.item!, dialect));
  if (type.variety === 'union') {
    return new UnionCodec(
      type,
      type.members!.map((member) => valueCodec(member, dialect)),
    );
  }
  return atomic(type.builtin, type, dialect);
}

function atomic(builtin: Builtin, type: SimpleType, dialect: Dialect): ValueCodec {
  switch (builtin) {
    case 'boolean':
      return new BooleanCodec(type);
    case 'float':
    case 'double':
      return new FloatCodec(type);
    case 'duration':
      return durationCodec(type);
    case 'dateTime':
    case 'date':
    case 'time':
    case 'gYearMonth':
    case 'gYear':
    case 'gMonthDay':
    case 'gDay':
    case 'gMonth':
      return dateTimeCodec(type, builtin);
    case 'hexBinary':
    case 'base64Binary':
      return new BinaryCodec(type);
    case 'QName':
    case 'NOTATION':
      return new QNameCodec(type);
    default:
      return isDecimal(builtin) ? new DecimalCodec(type, dialect) : new StringCodec(type);
  }
}

/** Says which type it is where the compilation of a facet fails. */
function placed(type: SimpleType, make: () => ValueCodec): ValueCodec {
  try {
    return make();
  } catch (e) {
    if (!(e instanceof SoapstoneError) || e.place !== undefined || e.code !== 'CONTRACT_INVALID') throw e;
    throw new SoapstoneError(e.code, `${label(type)}: ${e.message}`, { place: type.place, suggestion: e.suggestion });
  }
}

/** What is wrong with its facets: CONTRACT_INVALID, with its place. For the load. */
export function simpleTypeProblem(type: SimpleType, dialect: Dialect): SoapstoneError | undefined {
  try {
    compileSimple(type, dialect);
    return undefined;
  } catch (error) {
    if (error instanceof SoapstoneError) return error;
    throw error;
  }
}
