// Rows for declared faults: their statuses by the words of their names, and by the codes that their detail may have.
import type { Codec } from '../../codec/model/codec.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import { codeStatuses, failureWords, faultStatuses } from '../inference/responses.ts';
import { wordsOf } from '../naming/names.ts';
import { membersOf } from '../operations/levels.ts';
import type { ListedOperation } from '../operations/operations.ts';
import { type Part, quoted } from '../table/table.ts';
import { flow } from './proposal.ts';

/** Most codes of one fault: more are a table for people to write. */
const MOST_CODES = 64;

/** `prefixes`: by namespace. Rows about a code stand above that of their fault: the first one wins. */
export function faultRows(
  listed: readonly ListedOperation[],
  codec: Codec,
  prefixes: ReadonlyMap<string, string>,
): Part[] {
  const elements = listed.flatMap(({ operation }) => operation.faults.map(({ element }) => element));
  return [...new Map(elements.map((element) => [element.name.local, element])).values()].flatMap((element) => {
    const prefix = prefixes.get(element.name.ns);
    if (prefix === undefined) return [];
    const fault = quoted(`${prefix}:${element.name.local}`);
    const status = statusOf(element.name.local);
    // The name of a fault of the client says enough; one of the service hides codes of all kinds.
    const isVague = status === undefined || status >= 500;
    const codes = isVague ? codesOf(element, codec) : [];
    const rows = codes.map(({ key, value, status: ofCode }) =>
      row(`${fault}, detail: ${flow([[key, value]])}`, ofCode),
    );
    return status === undefined ? rows : [...rows, row(fault, status)];
  });
}

function row(fault: string, status: number): Part {
  return { lines: [`  - { soap: { fault: ${fault} }, rest: { status: ${status} } }`] };
}

interface CodeStatus {
  readonly key: string;
  /** As the table writes it. */
  readonly value: string;
  readonly status: number;
}

/** Values of the enumeration that says which failure it is. */
function codesOf({ type }: ElementDecl, codec: Codec): CodeStatus[] {
  const phrases: readonly string[] = [...failureWords.code, ...failureWords.itemCode, 'exception code', 'reason'];
  const found = membersOf(type, codec).flatMap((member) => {
    const isCode = member.kind === 'element' && !member.list && phrases.includes(wordsOf(member.key).join(' '));
    if (!isCode || member.element.type.kind !== 'simple') return [];
    const values = member.element.type.facets.enumeration ?? [];
    return values.flatMap((value) => {
      const status = statusOf(value);
      return status !== undefined && codeStatuses.includes(status)
        ? [{ key: member.key, value: JSON.stringify(value), status }]
        : [];
    });
  });
  return found.slice(0, MOST_CODES);
}

/** A declared fault, or a code of one, says that a credential is wrong. */
export function declaresUnauthenticated({ operation: { faults } }: ListedOperation, codec: Codec): boolean {
  return faults.some(
    ({ element }) =>
      statusOf(element.name.local) === 401 || codesOf(element, codec).some(({ status }) => status === 401),
  );
}

/** By the name of a fault, or a code of it. */
function statusOf(name: string): number | undefined {
  // An unknown error is no unknown thing.
  const text = ` ${wordsOf(name).join(' ')} `.replace(/ unknown (?=(?:error|exception|failure|fault) )/, ' ');
  return faultStatuses.find(([, phrases]) => phrases.some((phrase) => text.includes(` ${phrase} `)))?.[0];
}
