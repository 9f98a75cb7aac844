// Which operations of public contracts are carried, and why others are not: the table that `npm run corpus` ends with.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Contract } from '../../src/contract/model/contract.ts';
import { soapBindingOf } from '../../src/contract/wsdl/context.ts';
import { wsdlChild, wsdlChildren } from '../../src/contract/wsdl/definitions.ts';
import { Problems, SoapstoneError } from '../../src/errors/errors.ts';
import { readTree } from '../../src/xml/read-tree.ts';
import { attr, type XmlElement } from '../../src/xml/tree.ts';

/** WSDL 1.1 and the contract allow what is refused: ours to carry. */
const LEGAL = new Set(['SOAP encoding', 'attachments', 'not supported', 'without a word']);

/** Our own judgement of a contract, which may be wrong. */
const JUDGED = new Set(['CONTRACT_INVALID', 'CONTRACT_LIMIT', 'CONTRACT_REFERENCE', 'CONTRACT_UNSUPPORTED']);

const UNTYPED = 'UNTYPED ERROR';

interface Declared {
  readonly portType: string;
  readonly name: string;
  readonly bound: XmlElement;
}

/** Counts over all contracts. */
export class Coverage {
  private contracts = 0;
  private declared = 0;
  private carried = 0;
  private readonly lost = new Map<string, { operations: number; contracts: Set<string>; example: string }>();

  loaded(label: string, contract: Contract): void {
    const carried = new Set(contract.operations.map(({ portType, name }) => `${portType.local} ${name}`));
    const texts = contract.sources?.documents.filter(({ kind }) => kind === 'wsdl') ?? [];
    const all = texts.flatMap(({ bytes, file }) => declaredIn(bytes, file));
    const causeOf = ({ name, bound }: Declared) => {
      const broken = contract.broken ?? [];
      const entry = broken.find(({ operation }) => operation === name) ?? broken.find(({ operation }) => !operation);
      return entry ? kindOf(entry.problems[0]) : leftOut(bound);
    };
    this.count(label, all, (one) => (carried.has(`${one.portType} ${one.name}`) ? undefined : causeOf(one)));
  }

  /** What is refused as not valid or too large, and what an independent reader takes all the same: zeep, by its number of SOAP operations. */
  private readonly readElsewhere: { readonly label: string; readonly line: string }[] = [];
  private readonly reviewed: ReadonlyMap<string, string>;

  /** `reviewed`: contracts that are refused for a reason that holds, whatever others read. */
  constructor(reviewed: ReadonlyMap<string, string>) {
    this.reviewed = reviewed;
  }

  /** Contracts that zeep reads and nobody has looked at: each may be a wrong refusal. */
  get unreviewed(): readonly string[] {
    return this.readElsewhere.flatMap(({ label, line }) => (this.reviewed.has(label) ? [] : [line]));
  }

  async refused(label: string, location: string, error: unknown): Promise<void> {
    const problems = error instanceof Problems ? error.problems : [error];
    const causeOf = ({ name }: Declared) =>
      kindOf(problems.find((problem) => String(problem).includes(`operation "${name}"`)) ?? problems[0]);
    this.count(label, declaredIn(readFileSync(location), location), causeOf);
    const { code } = problems[0] as SoapstoneError;
    const operations = JUDGED.has(code) ? await zeepOperations(location) : 0;
    if (operations === 0) return;
    this.readElsewhere.push({ label, line: `${label}: ${problems[0]}; zeep reads ${operations} operations` });
  }

  private count(label: string, all: readonly Declared[], causeOf: (one: Declared) => string | undefined): void {
    const distinct = [...new Map(all.map((one) => [`${one.portType} ${one.name}`, one])).values()];
    if (distinct.length > 0) this.contracts++;
    this.declared += distinct.length;
    for (const one of distinct) {
      const cause = causeOf(one);
      if (cause === undefined) this.carried++;
      else this.lose(cause, label, one.name);
    }
  }

  private lose(cause: string, label: string, name: string): void {
    const row = this.lost.get(cause) ?? { operations: 0, contracts: new Set(), example: `${label} ${name}` };
    this.lost.set(cause, row);
    row.operations++;
    row.contracts.add(label);
  }

  /** Operations that WSDL 1.1 and their contract allow, or that failed without a code. */
  get legalRefused(): number {
    const rows = [...this.lost].filter(([cause]) => LEGAL.has(cause) || cause === UNTYPED);
    return rows.reduce((sum, [, { operations }]) => sum + operations, 0);
  }

  lines(): string[] {
    const share = (count: number) => `${((100 * count) / this.declared).toFixed(1)} %`;
    const rows = [...this.lost].toSorted(([, a], [, b]) => b.operations - a.operations);
    return [
      `| ${this.declared} SOAP operations of ${this.contracts} contracts | operations | share | contracts | for example |`,
      '|---|---|---|---|---|',
      `| carried | ${this.carried} | ${share(this.carried)} | | |`,
      ...rows.map(
        ([cause, { operations, contracts, example }]) =>
          `| ${LEGAL.has(cause) ? 'refused' : 'wrong contract'}: ${cause} | ${operations} | ${share(operations)} | ${contracts.size} | ${example} |`,
      ),
      `legal operations refused: ${this.legalRefused}`,
      `refused as not valid, and read by zeep: ${this.readElsewhere.length}, of which not reviewed: ${this.unreviewed.length}`,
      ...this.readElsewhere.map(
        ({ label, line }) =>
          `         ${line} (${this.reviewed.get(label) ?? 'NOT REVIEWED: test/corpus/reviewed.ts'})`,
      ),
    ];
  }
}

/** Operations of SOAP bindings, each with the port type of its binding. A file that is no XML has none. */
function declaredIn(bytes: Uint8Array, file: string): Declared[] {
  const root = rootOf(bytes, file);
  if (root === undefined) return [];
  return wsdlChildren(root, 'binding')
    .filter((binding) => soapBindingOf(binding) !== undefined)
    .flatMap((binding) => {
      const portType = (attr(binding, 'type') ?? '').replace(/^.*:/, '');
      return wsdlChildren(binding, 'operation').map((bound) => ({ portType, name: attr(bound, 'name') ?? '', bound }));
    });
}

function rootOf(bytes: Uint8Array, file: string): XmlElement | undefined {
  try {
    return readTree(bytes, file);
  } catch (error) {
    if (error instanceof SoapstoneError) return undefined;
    throw error;
  }
}

const LONGEST_READ = 60_000;

/** SOAP operations of ports, as zeep reads them without the network; 0: none, or it refuses the contract. */
async function zeepOperations(location: string): Promise<number> {
  const script = join(import.meta.dirname, 'zeep_operations.py');
  const { stdout } = await promisify(execFile)('/usr/bin/python3', [script, location], { timeout: LONGEST_READ });
  return Number(stdout);
}

/** Of operations that are left out without a problem. */
function leftOut(bound: XmlElement): string {
  const sides = [wsdlChild(bound, 'input'), wsdlChild(bound, 'output')];
  const hasParts = sides.some((side) =>
    side?.children.some((child) => typeof child !== 'string' && child.name.local === 'multipartRelated'),
  );
  if (hasParts) return 'attachments';
  return 'without a word';
}

const KINDS: Readonly<Record<string, string>> = {
  CONTRACT_READ: 'an import is not there',
  CONTRACT_REMOTE: 'an import is not there',
  CONTRACT_SYNTAX: 'not well-formed',
  CONTRACT_REFERENCE: 'a reference to nothing',
  CONTRACT_INVALID: 'not valid',
  CONTRACT_UNSUPPORTED: 'not supported',
  CONTRACT_LIMIT: 'too large',
};

/** Problems of a code that say something else. */
const BY_TEXT: readonly (readonly [RegExp, string])[] = [
  [/use="encoded"/, 'SOAP encoding'],
  [/too old/, 'a draft of XML Schema'],
  [/has no place|is neither a WSDL/, 'not valid'],
  [/has no input/, 'no input (WSDL 1.1 binds no such operation to SOAP)'],
];

function kindOf(problem: unknown): string {
  if (!(problem instanceof SoapstoneError)) return UNTYPED;
  const byText = BY_TEXT.find(([text]) => text.test(problem.message));
  return byText ? byText[1] : (KINDS[problem.code] ?? problem.code);
}
