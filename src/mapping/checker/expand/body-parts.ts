// Messages of several body parts in short rows: each part is a variable of the line, or a member of the JSON body.
import type { Operation } from '../../../contract/model/contract.ts';
import type { ElementDecl } from '../../../contract/model/model.ts';
import type { Place } from '../../../errors/errors.ts';
import type { Entry, HoleTree, ObjectTree } from '../../../pattern/tree.ts';
import { clark } from '../../../xml/reader/names.ts';
import type { Report } from '../../syntax/report.ts';

/** What a short row says of its variables. */
export interface RowVariables {
  readonly place: Place;
  /** Variables of the line, with their places. */
  readonly line: ReadonlyMap<string, Place>;
  /** The row has a JSON body. */
  readonly hasBody: boolean;
  /** A name that no variable of the row has. */
  free(name: string): string;
  hole(variable: string): HoleTree;
}

interface PartsOfRow {
  readonly elements: Entry[];
  readonly body?: ObjectTree;
}

/** Undefined (and reported) where parts and line do not fit each other. */
export function requestParts({ name, input }: Operation, row: RowVariables, report: Report): PartsOfRow | undefined {
  const locals = input.body.map((element) => element.name.local);
  if (new Set(locals).size < locals.length) {
    report.add('MAPPING_UNSUPPORTED', 'two body parts have one name: write the long form of the rule', row.place);
    return undefined;
  }
  const strangers = [...row.line].filter(([variable]) => !locals.some((local) => isSame(local, variable)));
  for (const [variable, place] of strangers) {
    const hint = report.suggest(variable, () => locals) ?? `it has ${locals.join(', ')}`;
    report.add('MAPPING_UNKNOWN_ELEMENT', `"${name}" has no body part "${variable}"`, place, hint);
  }
  const parts = partsOf(input.body, row);
  if (parts.body === undefined || row.hasBody) return parts;
  const lacking = parts.body.entries.map(({ key }) => key).join(', ');
  report.add('MAPPING_MISSING', `the line has no variable for ${lacking}`, row.place, 'name them, or use POST');
  return undefined;
}

/** No body where the line has all parts. */
export function partsOf(elements: readonly ElementDecl[], row: RowVariables): PartsOfRow {
  const { place } = row;
  const members: Entry[] = [];
  const entries = elements.map(({ name }): Entry => {
    const named = [...row.line.keys()].find((variable) => isSame(name.local, variable));
    const value = row.hole(named ?? row.free(name.local.replace(/\W/g, '_')));
    if (named === undefined) members.push({ key: name.local, place, value });
    return { key: clark(name), place, value };
  });
  return members.length === 0
    ? { elements: entries }
    : { elements: entries, body: { kind: 'object', entries: members, place } };
}

function isSame(local: string, variable: string): boolean {
  return local.toLowerCase() === variable.toLowerCase();
}
