import type { SimpleType } from '../../contract/model/model.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { compileSimple } from './compile.ts';
import type { Dialect } from './dialect.ts';

/** Compiles every type and returns what is wrong, one CONTRACT_INVALID with place for each type that cannot be used. For the load. */
export function checkSimpleTypes(types: Iterable<SimpleType>, dialect: Dialect): SoapstoneError[] {
  const problems: SoapstoneError[] = [];
  for (const type of types) {
    try {
      compileSimple(type, dialect);
    } catch (e) {
      if (!(e instanceof SoapstoneError)) throw e;
      problems.push(e);
    }
  }
  return problems;
}
