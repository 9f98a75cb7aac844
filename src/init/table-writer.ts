// The sections of a first table: the rows of all operations with the routes they have, and what `check` refuses made simpler.
import type { Codec } from '../codec/model/codec.ts';
import type { Contract } from '../contract/model/contract.ts';
import { DOCS_COMMAND } from '../errors/docs-reference.ts';
import type { SoapstoneError } from '../errors/errors.ts';
import { contractPolicy } from '../policy/contract-policy.ts';
import { fieldsLine, type HeaderSections, headerSections } from './headers/headers.ts';
import { withRequestHeaders } from './headers/request-headers.ts';
import { withSessions } from './headers/sessions.ts';
import { kebab, trimmed, wordsOf } from './naming/names.ts';
import { withoutEmptyAbsence } from './operations/absence.ts';
import { ownJobsOf, withJobIds } from './operations/jobs.ts';
import { type ListedOperation, listOperations, plainCodec } from './operations/operations.ts';
import { particularLines, particularMembers } from './operations/particular-members.ts';
import { wideNumbersOf } from './operations/wide-numbers.ts';
import { flattenedLists, listHolders, unwrapText } from './operations/wrappers.ts';
import { faultRows } from './proposals/fault-rows.ts';
import { createdHint, hasOpenFailure, heldIdHint, hintsOf, newIdHint } from './proposals/hints.ts';
import { withPageDefaults } from './proposals/page-inputs.ts';
import { asksForCredentials } from './proposals/policy.ts';
import { subjectOf } from './routes/actions.ts';
import { routesOf } from './routes/infer.ts';
import { jobRoutes } from './routes/job-routes.ts';
import { createdNouns, idsOf, keysOf, nearIdsOf, nounForms, nounsWithStatus, parentsOf } from './routes/port-nouns.ts';
import { heldPlace, type NewRoute, type Route } from './routes/route.ts';
import { detourOf, nextFree, type OpenChoice, settle } from './routes/route-choices.ts';
import { type Part, quoted, type Section, shortRule, withParts } from './table/table.ts';

export interface FirstTableOptions {
  /** What the table names as its contract. */
  readonly contract: string;
  /** First lines. */
  readonly comment?: readonly string[];
  /** One rule for all operations. */
  readonly all?: boolean;
  /** Members in camelCase. */
  readonly camelCase?: boolean;
}

export interface Choice {
  readonly listed: ListedOperation;
  /** Absent where no short rule can have the operation. */
  readonly route?: Route;
  /** Why the route was chosen, or reason there is none. */
  readonly reason: string;
}

export class FirstTableWriter {
  sections: Section[];
  readonly headers: HeaderSections;
  private readonly codec: Codec;
  private readonly open: readonly OpenChoice[];
  private readonly prefixes: ReadonlyMap<string, string>;
  /** Hints of many operations, and how many: they stand above the rules. */
  private readonly repeatedHints: ReadonlyMap<string, number>;
  private readonly rows = new Map<OpenChoice, Part>();

  constructor(contract: Contract, tableOptions: FirstTableOptions) {
    this.codec = plainCodec(contract);
    const listed = withRequestHeaders(
      withSessions(withJobIds(withoutEmptyAbsence(listOperations(contract, this.codec)), this.codec)),
    );
    this.prefixes = namespacePrefixes(contract);
    const ports = portPaths(listed);
    const byPort = Map.groupBy(listed, ({ operation: { portType } }) => portType.local);
    const nouns = { idsOfOthers: idsOf(listed), keys: keysOf(listed) };
    const options = new Map(
      [...byPort].map(([name, all]) => {
        const subject = subjectOf(all);
        const formed = {
          ...nouns,
          forms: nounForms(all, { subject, ...nouns }),
          createdNouns: createdNouns(all, subject),
          nounsWithStatus: nounsWithStatus(all, subject),
        };
        const known = { ...formed, nearIds: nearIdsOf(all, subject, formed) };
        return [name, { prefix: ports.get(name), subject, ...known, parents: parentsOf(all, subject, known) }];
      }),
    );
    const routes = (operation: ListedOperation, jobRoute?: NewRoute) =>
      routesOf(operation, { ...options.get(operation.operation.portType.local), jobRoute });
    const plain = listed.map((operation) => ({ listed: operation, routes: routes(operation), index: 0 }));
    const ofJobs = jobRoutes(
      ownJobsOf(listed, this.codec),
      plain.map(({ listed: operation, routes: [route] }) => ({ listed: operation, route })),
    );
    this.open = plain.map((choice) => {
      const jobRoute = ofJobs.get(choice.listed);
      return jobRoute ? { ...choice, routes: routes(choice.listed, jobRoute) } : choice;
    });
    settle(this.open);
    this.repeatedHints = repeated(listed.flatMap((one) => hintsOf(one, this.codec)));
    const flattened = flattenedLists(listHolders(contract, this.codec), new Set(this.prefixes.keys()));
    this.headers = headerSections(listed, this.codec, flattened, asksForCredentials(contractPolicy(contract)));
    this.sections = this.tableOf(contract, tableOptions, listed);
  }

  choices(): Choice[] {
    return this.open.map((choice) => {
      const { listed, routes, index, problem } = choice;
      const route = routes.at(index) as Route | undefined;
      const detour = detourOf(choice, this.open);
      return index < routes.length
        ? { listed, route, reason: [route!.reason, ...(detour === undefined ? [] : [detour])].join('; ') }
        : { listed, reason: problem?.message ?? 'no route' };
    });
  }

  /** False where no part can be blamed. */
  mend(problems: readonly SoapstoneError[], owners: readonly (Part | undefined)[]): boolean {
    const replacements = new Map<Part, Part | Section | undefined>();
    for (const problem of problems) {
      const owner = owners[(problem.place?.line ?? 0) - 1];
      if (owner && !replacements.has(owner)) replacements.set(owner, owner.otherwise?.(problem));
    }
    this.sections = withParts(this.sections, replacements);
    return replacements.size > 0;
  }

  /** The next routes of operations that no long row fits. */
  refuseLongRows(choices: readonly Choice[]): void {
    const names = new Set(choices.map(({ listed }) => listed));
    const refused = this.open.filter(({ listed }) => names.has(listed));
    const replacements = refused.map((choice): [Part, Part] => {
      const row = this.rows.get(choice)!;
      choice.index = nextFree(choice, this.open);
      return [row, this.rulePart(choice)];
    });
    this.sections = withParts(this.sections, new Map(replacements));
  }

  private tableOf(
    contract: Contract,
    { contract: name, comment = [], camelCase, all }: FirstTableOptions,
    listed: readonly ListedOperation[],
  ): Section[] {
    const unwrap = unwrapText(contract, this.codec);
    const head = [...comment.map((line) => `# ${line}`), 'soapstone: 2', `contract: ${quoted(name)}`];
    const [types, faults] = [this.typeParts(contract), faultRows(listed, this.codec, this.prefixes)];
    return [
      { head: [...head, 'only: rest-to-soap'], parts: [], always: true },
      { head: ['namespaces:'], parts: this.namespaceParts([...types, ...faults]) },
      {
        head: ['rest:'],
        parts: [
          ...wideNumbersPart(contract),
          ...(unwrap === undefined ? [] : [{ lines: [`  unwrap: ${unwrap}${BARE}`] }]),
        ],
      },
      { head: particularLines(particularMembers(contract, this.codec)), parts: [], always: true },
      ...this.headers.sections,
      { head: ['', 'types:'], parts: [...(camelCase ? [CAMEL] : []), ...types] },
      { head: ['', 'responses:'], parts: faults },
      { head: ['', ...this.hintLines(), 'rules:'], parts: all ? [this.allPart()] : this.ruleParts(), always: true },
    ];
  }

  private hintLines(): string[] {
    return [...this.repeatedHints].map(([hint, count]) => `# in ${count} operations: ${hint}`);
  }

  private namespaceParts(users: readonly Part[]): Part[] {
    const text = users.flatMap(({ lines }) => lines).join('\n');
    return [...this.prefixes]
      .filter(([, prefix]) => text.includes(`"${prefix}:`))
      .map(([ns, prefix]) => ({ lines: [`  ${prefix}: ${quoted(ns)}`] }));
  }

  private typeParts(contract: Contract): Part[] {
    return listHolders(contract, this.codec).flatMap(({ ns, type, pairs }) => {
      const prefix = this.prefixes.get(ns);
      const key = quoted(`${prefix}:${type}`);
      return prefix === undefined ? [] : [{ lines: [`  ${key}: { flatten: [ ${pairs.map(quoted).join(', ')} ] }`] }];
    });
  }

  /** One rule; where it does not fit all operations, one for each. */
  private allPart(): Part {
    const rules = () =>
      this.open.map((choice) => {
        choice.index = choice.routes.length - 1;
        return this.rulePart(choice);
      });
    return { lines: ['  - POST /<operation>: "*"'], otherwise: () => ({ head: [], parts: rules() }) };
  }

  /** Rules of one resource stand together, in the order of the contract. */
  private ruleParts(): Part[] {
    const routes = this.open.map(({ routes: all, index }) => all[index]);
    const segments = new Map(
      routes.filter(({ style }) => style !== 'name').map(({ group, segment }) => [group, segment]),
    );
    const segmentOf = ({ style, group, segment }: Route) =>
      style !== 'name' ? segment : (segments.get(group) ?? `no resource: ${group}`);
    const groups = Map.groupBy(this.open, ({ routes: all, index }) => segmentOf(all[index]));
    return [...groups].flatMap(([name, choices]) => {
      const isNamed = choices.length > 1 || groups.size < 8;
      const isResource = choices.some(({ routes: all, index }) => all[index].style !== 'name');
      return [
        ...(groups.size > 1 && isNamed && isResource ? [{ lines: [`  # ${name}`] }] : []),
        ...choices.map((choice) => this.rulePart(choice)),
      ];
    });
  }

  private rulePart(choice: OpenChoice): Part {
    const { listed, routes, index } = choice;
    const { operation, ambiguous } = listed;
    const { method } = routes[index];
    const status = statusOf(listed, routes[index], this.codec);
    const query = withPageDefaults(listed, routes[index]);
    const line = `${method} ${heldPlace(routes[index])}${query.length === 0 ? '' : `?${query.join('&')}`}`;
    const port = ambiguous ? [`    port: ${operation.port}`] : [];
    const hints = [
      ...hintsOf(listed, this.codec),
      ...newIdHint(listed, routes[index], this.codec),
      ...heldIdHint(listed, routes[index]),
      ...createdHint(listed, routes[index], this.codec),
    ]
      .filter((hint) => !this.repeatedHints.has(hint))
      .map((hint) => `    # ${hint}`);
    const row: Part = {
      lines: [shortRule(line, operation.name, status), ...port, ...fieldsLine(listed), ...hints],
      otherwise: (problem) => this.otherwise(choice, problem),
    };
    this.rows.set(choice, row);
    return row;
  }

  /** The next route that is free, then a comment. */
  private otherwise(choice: OpenChoice, problem: SoapstoneError): Part {
    choice.problem = problem;
    choice.index = nextFree(choice, this.open);
    if (choice.index < choice.routes.length) return this.rulePart(choice);
    return { lines: [`  # ${choice.listed.operation.name} is left out: ${problem.message}`.replaceAll('\n', ' ')] };
  }
}

/** A creation that may have failed is no 201. */
function statusOf(listed: ListedOperation, { status }: Route, codec: Codec): number | undefined {
  const isOpen = status === 201 && hasOpenFailure(listed, codec);
  return listed.operation.output && !isOpen ? status : undefined;
}

const BARE = '   # bodies without a wrapper: { "title": … }, not { "book": { "title": … } }';
/** Members that a comment names. */
const NAMED = 3;

/** The language has this for a whole table: the comment says which members need it. */
function wideNumbersPart(contract: Contract): Part[] {
  const wide = wideNumbersOf(contract);
  if (wide.length === 0) return [];
  const names = wide.slice(0, NAMED).map(({ name, builtin }) => `${name} (${builtin})`);
  const remainder = wide.length > NAMED ? ` and ${wide.length - NAMED} more` : '';
  return [
    {
      lines: [
        `  numbers: string                # JavaScript rounds ${names.join(', ')}${remainder}; all decimals are texts then`,
      ],
    },
  ];
}

/** Operations that have the same hint, above which it is said once. */
const FEW = 3;

/** Proposals of several lines are those of one operation. */
function repeated(hints: readonly string[]): Map<string, number> {
  const counts = [...Map.groupBy(hints, (hint) => hint)].map(([hint, all]) => [hint, all.length] as const);
  return new Map(counts.filter(([hint, count]) => count > FEW && hint.includes(DOCS_COMMAND)));
}

const CAMEL: Part = { lines: ['  "*": { rename: { "*": camel } }'] };

/** Prefixes for the namespaces of the contract's own components: a word of the address, or `ns`. */
function namespacePrefixes({ schemas: { namespaces } }: Contract): Map<string, string> {
  const prefixes = new Map<string, string>();
  const used = new Set(['xs', 'xml']);
  for (const ns of new Set(namespaces)) {
    if (ns === '' || ns.startsWith('http://www.w3.org/')) continue;
    const token =
      wordsOf(ns.replace(/[/#]+$/, '').replace(/^.*[/:]/, ''))
        .find((one) => /^[a-z]{2,}$/.test(one))
        ?.slice(0, 12) ?? 'ns';
    let prefix = token;
    for (let n = 2; used.has(prefix); n++) prefix = `${token}${n}`;
    used.add(prefix);
    prefixes.set(ns, prefix);
  }
  return prefixes;
}

/** Path of each port type, where a contract has several. */
function portPaths(listed: readonly ListedOperation[]): Map<string, string> {
  const names = [...new Set(listed.map(({ operation }) => operation.portType.local))];
  if (names.length < 2) return new Map();
  return new Map(names.map((name) => [name, `/${kebab(trimmed(wordsOf(name)))}`]));
}
