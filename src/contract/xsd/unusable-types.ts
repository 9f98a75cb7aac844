// Simple types whose facets make no sense are components with a problem, as broken references are. Who reads values says which.
import type { SoapstoneError } from '../../errors/errors.ts';
import type { Steps } from '../../event-loop/time-slices.ts';
import type { SimpleType, TypeDef } from '../model/model.ts';
import type { Linker } from './linker.ts';

/** What is wrong with the facets of a type, with its place. */
export type TypeCheck = (type: SimpleType) => SoapstoneError | undefined;

/** Needs all types. A type that needs an unusable one has no problem of its own. */
export function* checkTypes({ pending, report }: Linker, check: TypeCheck): Steps<void> {
  const isUsable = new Map<SimpleType, boolean>();
  const isSound = (type: SimpleType): boolean => {
    const needed = [type.base, type.item, ...(type.members ?? [])];
    if (!needed.every((one) => one?.kind !== 'simple' || visit(one))) return false;
    // References that lead nowhere have left something out of it.
    if (type.place === undefined || report.problemsAt(type.place).length > 0) return true;
    const problem = check(type);
    if (problem) report.keep(problem);
    return problem === undefined;
  };
  const visit = (type: SimpleType): boolean => {
    for (const one of derivation(type, isUsable)) {
      isUsable.set(one, true);
      isUsable.set(one, isSound(one));
    }
    return isUsable.get(type)!;
  };
  for (const { draft } of pending) {
    if (draft.kind === 'simple') visit(draft as SimpleType);
    yield;
  }
}

/** `type` and its bases that nobody has visited, bases first. No recursion: chains may be long. */
function derivation(type: SimpleType, visited: ReadonlyMap<TypeDef, unknown>): SimpleType[] {
  const chain: SimpleType[] = [];
  for (let at: TypeDef | undefined = type; at?.kind === 'simple' && !visited.has(at); at = at.base) chain.push(at);
  return chain.reverse();
}
