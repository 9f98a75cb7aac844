// The entry of the room: a contract → a first table that `check` takes. Knows nothing about files.
import type { Contract } from '../contract/model/contract.ts';
import { Problems, SoapstoneError } from '../errors/errors.ts';
import { inSlices } from '../event-loop/time-slices.ts';
import { compileSteps } from '../mapping/compile.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { parseYaml } from '../mapping/syntax/yaml.ts';
import { plainCodec } from './operations/operations.ts';
import { faultsProposal, placed } from './proposals/faults.ts';
import { withOneId } from './proposals/one-id.ts';
import { isRuleOf, withProposals } from './proposals/proposals.ts';
import { withAnchors, writeTable } from './table/table.ts';
import { type Choice, type FirstTableOptions, FirstTableWriter } from './table-writer.ts';

export interface FirstTable {
  readonly text: string;
  readonly mapping: Mapping;
  /** For each operation of the contract, in the order of the table. */
  readonly choices: readonly Choice[];
  /** Operations whose rules a comment proposes to replace: cases of them would fail then. */
  readonly replaced: readonly string[];
  /** What it does not carry of header parts, each with the reason. */
  readonly leftOut: readonly string[];
}

/** The name of the table in messages. */
const FILE = 'mapping.yaml';
/** Each round replaces what `check` refuses by what is simpler: after the last route of a rule there is nothing to refuse. */
const ROUNDS = 12;

/** @throws Problems of the contract, where not even a table of simple rules can be had. */
export async function firstTable(contract: Contract, options: FirstTableOptions): Promise<FirstTable> {
  if (contract.operations.length === 0) throw noOperations(options.contract);
  const writer = new FirstTableWriter(contract, options);
  for (let round = 1; ; round++) {
    const { text, owners } = writeTable(writer.sections);
    try {
      const mapping = await compiled(text, contract);
      const choices = writer.choices();
      const { text: proposed, replaced } = await withProposals(text, choices, contract, options.camelCase);
      const withRows = await withFaults(proposed, choices, contract);
      const tied = await withOneId(withRows, options.all ? [] : choices, contract, options.camelCase);
      const refused = options.all ? [] : choices.filter((choice) => isShortOf(choice, tied.operations));
      if (refused.length > 0) {
        writer.refuseLongRows(refused);
        continue;
      }
      const proposing = withAnchors(tied.text, anchorOf(choices), (rule) =>
        replaced.some((name) => isRuleOf(rule, name)),
      );
      // Places of problems are those of the text as it is written.
      const used = proposing === text ? mapping : await compiled(proposing, contract);
      const reasoned = choices.map((choice) => withReason(choice, tied.operations));
      return { text: proposing, mapping: used, choices: reasoned, replaced, leftOut: writer.headers.leftOut };
    } catch (error) {
      if (!(error instanceof Problems) || round === ROUNDS) throw error;
      if (!writer.mend(error.problems, owners)) throw error;
    }
  }
}

/** The route needs a long row, and has none. */
function isShortOf({ listed, route }: Choice, long: ReadonlySet<string>): boolean {
  return route?.heldId !== undefined && !long.has(listed.operation.name);
}

function withReason(choice: Choice, tied: ReadonlySet<string>): Choice {
  return tied.has(choice.listed.operation.name)
    ? { ...choice, reason: `${choice.reason}; the body may have it too, with the same value` }
    : choice;
}

function noOperations(location: string): SoapstoneError {
  const reason = /\.xsd$/i.test(location) ? 'a schema has no operations' : 'the contract has no operations';
  return new SoapstoneError('CONTRACT_UNSUPPORTED', `${reason}: there is nothing to map in ${location}`, {
    suggestion: 'name the WSDL that imports it, or the folder with all files',
  });
}

/** What headers that several rules share are about. */
function anchorOf(choices: readonly Choice[]): string {
  return choices.some(({ listed: { sessions = [] } }) => sessions.length > 0) ? 'credentials' : 'common';
}

/** Rows of faults that `check` takes, as comments. */
async function withFaults(text: string, choices: readonly Choice[], contract: Contract): Promise<string> {
  const all = choices.map(({ listed }) => listed);
  for (const isFlat of [true, false]) {
    const proposal = faultsProposal(all, plainCodec(contract), isFlat);
    if (proposal === undefined) return text;
    const { used, commented } = placed(text, proposal);
    try {
      await compiled(used, contract);
      return commented;
    } catch (error) {
      if (!(error instanceof Problems)) throw error;
    }
  }
  return text;
}

function compiled(text: string, contract: Contract): Promise<Mapping> {
  return inSlices(compileSteps(parseYaml(text, FILE), contract));
}
