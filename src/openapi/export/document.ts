// The OpenAPI 3.1 description of REST faces: rules of checked mappings → one document. Knows nothing of servers, bridges or settings.

import { type JsonSchema, record } from '../../codec/schema/json-schema.ts';
import { atOnce } from '../../event-loop/time-slices.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import { RuleTurns } from '../../mapping/runtime/deferred-rule.ts';
import type { Access } from '../../rule/access.ts';
import { REFUSAL, withRefusal } from './added-responses.ts';
import { authenticated, type Gate, restricted, securityOf, withSecurityApart } from './authorization.ts';
import { withCommonParameters } from './common-parameters.ts';
import { conditional } from './conditions.ts';
import type { HeaderObject, OpenApiDocument, OperationObject, PathItem } from './document-types.ts';
import { infoOf } from './info.ts';
import { merged } from './merge.ts';
import { AUTHORIZATION, operationOf, titled } from './operation.ts';
import { PartNumbers } from './part-texts.ts';
import type { PathTemplate } from './paths.ts';
import { PROBLEM, ProblemSchemas } from './problem-schemas.ts';
import { anyProblem, anyRefusal, COMMON, RuleProblems } from './problems.ts';
import { outlinesOf, type RuleOutline } from './rule-outlines.ts';
import { samplesOf } from './rule-samples.ts';
import { Schemas } from './schemas.ts';
import { SharedParts } from './shared-parts.ts';
import { orderedGroups } from './tag-groups.ts';
import { TagTexts } from './tag-texts.ts';
import { TypeCopies } from './type-copies.ts';

export interface DescribeOptions {
  /** Base address of the paths; by default the address of the document. */
  readonly server?: string;
  /** How callers of a mapping authenticate, if they must. */
  readonly security?: (mapping: Mapping) => Security | undefined;
  /** Only paths with this first segment below the base. */
  readonly name?: string;
  /** Only operations with this tag. */
  readonly tag?: string;
}

export interface Security {
  /** Security schemes (OpenAPI 3.1.0 §4.8.27) by name. One of them is enough. */
  readonly schemes: ReadonlyMap<string, object>;
  /** Anonymous callers are admitted. */
  readonly optional: boolean;
  /** What rules demand of callers, by id. */
  readonly accesses: ReadonlyMap<string, Access>;
}

/** Mappings with disjoint paths; the first one gives the title. */
export function describeRest(mappings: readonly Mapping[], options: DescribeOptions = {}): OpenApiDocument {
  const description = new RestDescription(mappings, options);
  const entries = [...description.paths()].filter((entry) => entry !== undefined);
  const paths = record(entries.map(([template, item]) => [template, withCommonParameters(item)] as const));
  const schemas = record<JsonSchema>([...description.schemas()].filter((entry) => entry !== undefined));
  const { components, ...head } = description.frame();
  return { ...head, paths, components: { schemas, ...components } };
}

const REQUEST_ID_FIELD: HeaderObject = { description: 'Id of the request in logs.', schema: { type: 'string' } };

/** Rules of a mapping from which `default` stands for the statuses of `COMMON` (OpenAPI 3.1.0 §4.8.16.1): in each operation, they are a tenth of the document. */
const LARGE = 1_000;

/** A document without what comes in steps. */
type Frame = Omit<OpenApiDocument, 'paths' | 'components'> & {
  readonly components: Omit<OpenApiDocument['components'], 'schemas'>;
};

/** Makes a document in steps: a large table takes seconds. */
export class RestDescription {
  private readonly mappings: readonly Mapping[];
  private readonly options: DescribeOptions;
  private readonly problems: ProblemSchemas;
  private readonly schemaSets: Schemas[] = [];
  /** Ids of operations so far. */
  private readonly ids = new Set<string>();
  private readonly tags = new Set<string>();
  private readonly tagTexts: TagTexts;
  private readonly schemes = new Set<string>();
  private readonly schemaNames: Set<string>;
  /** Some operation refers to `REFUSAL`. */
  private hasRefusal = false;
  private readonly parts: SharedParts;
  /** Of some mapping `default` stands for the statuses of `COMMON`. */
  private isLarge = false;
  private readonly numbers = new PartNumbers();
  /** What the first mapping with a gate requires: most operations have no other. */
  private readonly security: NonNullable<OperationObject['security']>;

  constructor(mappings: readonly Mapping[], options: DescribeOptions = {}) {
    this.mappings = mappings;
    this.problems = new ProblemSchemas(mappings);
    this.options = options;
    this.tagTexts = new TagTexts(mappings);
    const [gate] = mappings.flatMap((mapping) => options.security?.(mapping) ?? []);
    this.security = gate ? securityOf({ ...gate, accesses: [undefined] }) : [];
    this.schemaNames = new Set(this.problems.componentNames);
    this.parts = new SharedParts(this.schemaNames, new Set([PROBLEM, REFUSAL]), (name) =>
      this.schemaSets.map(({ components }) => components[name]).find((schema) => schema !== undefined),
    );
  }

  /** Parameters, responses and header fields that are referenced so far. */
  get shared(): Pick<OpenApiDocument['components'], 'parameters' | 'responses' | 'headers'> {
    return { parameters: this.parts.parameters, responses: this.responses(), headers: this.parts.headers };
  }

  private responses(): OpenApiDocument['components']['responses'] {
    const refusal = this.hasRefusal ? [[REFUSAL, anyRefusal(this.problems)] as const] : [];
    return { ...this.parts.responses, ...record([...refusal, [PROBLEM, anyProblem(this.problems, this.isLarge)]]) };
  }

  /** Each path, in the order of the document; undefined after a step without a complete path. */
  *paths(): Generator<readonly [template: string, item: PathItem] | undefined> {
    const all = this.mappings.flatMap((mapping) => this.entriesOf(mapping));
    const paths = pathsOf(all);
    const turns = new RuleTurns();
    let next = 0;
    for (const entry of inTurn(all, paths)) {
      const path = paths[next] as Path;
      this.addOperation(turns.of(entry.outline.rule), entry);
      if (path.left > 0) yield undefined;
      for (; next < paths.length && paths[next].left === 0; next++) {
        yield [paths[next].template.template, this.item(paths[next])];
        // Frees memory: the caller needs only the text.
        paths[next].operations.clear();
      }
    }
    turns.end();
  }

  /** Each schema that is referenced, after `paths`; undefined after a step without one. */
  *schemas(): Generator<[name: string, schema: JsonSchema] | undefined> {
    const types = this.schemaSets.flatMap(({ components }) => Object.entries(components));
    const copies = new TypeCopies();
    for (const [name, schema] of types) yield void copies.add(name, schema);
    const all = [...this.problems.components(), ...types, ...Object.entries(this.parts.schemas)];
    for (const [name, schema] of all) yield [name, copies.of(this.parts.withExample(name, schema))];
  }

  /** The document without paths and schemas, after `paths`. */
  frame(): Frame {
    const { mappings, options } = this;
    const { server = '/' } = options;
    const schemes = this.securitySchemes();
    return {
      openapi: '3.1.0',
      info: infoOf(mappings),
      servers: [{ url: server.length > 1 ? server.replace(/\/+$/, '') : server }],
      tags: orderedGroups(this.tags).map((name) => this.tagTexts.tag(name)),
      security: this.security,
      components: {
        ...this.shared,
        headers: record([['X-Request-Id', REQUEST_ID_FIELD], ...Object.entries(this.parts.headers)]),
        ...(schemes.size > 0 && { securitySchemes: record<object>([...schemes]) }),
      },
    };
  }

  private addOperation(rule: MappingRule, entry: Entry): void {
    const { outline, problems, gate, path } = entry;
    const { gates, operations } = path as Path;
    const method = outline.method.toLowerCase();
    const operation = this.operationOf(rule, entry);
    this.tagTexts.add(outline);
    if (gate && !rule.open) addGate(gates, method, gate, rule);
    const all = operations.get(method) ?? { plain: [], submissions: [] };
    if (outline.job?.shared) this.addShared(operation, rule.id, path as Path, all.plain);
    else (outline.job?.phase === 'submit' ? all.submissions : all.plain).push(operation);
    operations.set(method, all);
    if (method === 'get' && rule.response.rest.etag !== undefined) (path as Path).state = problems;
    (path as Path).left--;
  }

  private operationOf(rule: MappingRule, { outline, mapping, schemas, problems, gate, path }: Entry): OperationObject {
    const samples = isSampled(outline, path as Path) ? samplesOf(mapping, rule) : undefined;
    const place = { path: (path as Path).template, tags: outline.tags };
    const operation = operationOf(rule, place, mapping, schemas, problems, samples);
    if (gate === undefined || rule.open) return operation;
    const guarded = problems.leavesOut(401) ? operation : authenticated(operation, problems);
    const access = gate.accesses.get(rule.id);
    return access ? restricted(guarded, access, problems) : guarded;
  }

  /** Hundreds of rules have results of jobs at one path. With their bodies by name, most of them differ by an example. */
  private addShared(operation: OperationObject, id: string, path: Path, all: OperationObject[]): void {
    const operationByName = this.parts.withNamedBodies(operation, id.replace(/\.async\.result$/, ''));
    const responses = Object.entries(operationByName.responses).map(([status, one]) => [status, this.numbers.of(one)]);
    const text = JSON.stringify([
      responses,
      operationByName.parameters?.map(({ example: _, ...parameter }) => parameter),
    ]);
    if (!path.shared.has(text)) all.push(operationByName);
    path.shared.add(text);
  }

  private entriesOf(mapping: Mapping): Entry[] {
    const { name, tag, security = () => undefined } = this.options;
    const schemas = new Schemas(mapping, this.schemaNames);
    this.schemaSets.push(schemas);
    const gate = security(mapping);
    const chosen = atOnce(outlinesOf(mapping)).filter(
      (outline) => (name === undefined || outline.name === name) && (tag === undefined || outline.tags.includes(tag)),
    );
    const isLarge = chosen.length >= LARGE;
    this.isLarge ||= isLarge;
    const problems = new RuleProblems(mapping, this.problems, schemas, isLarge ? COMMON : new Set());
    return chosen.map((outline) => ({ outline, mapping, schemas, problems, gate, path: undefined }));
  }

  private securitySchemes(): ReadonlyMap<string, object> {
    const { security = () => undefined } = this.options;
    const schemes = new Map(this.mappings.flatMap((mapping) => [...(security(mapping)?.schemes ?? [])]));
    if (this.schemes.has(AUTHORIZATION))
      schemes.set(AUTHORIZATION, { type: 'apiKey', in: 'header', name: 'Authorization' });
    return schemes;
  }

  private item({ template, operations, gates, state }: Path): PathItem {
    return record(
      [...operations].map(([method, all]) => {
        const whole = secured(this.withUniqueId(merged([...all.plain, ...all.submissions])), gates.get(method));
        const full = titled(state ? conditional(whole, method, state) : whole, template.template);
        const operation = withRefusal(this.parts.of(withSecurityApart(this.security, full)));
        this.hasRefusal ||= REFUSAL in operation.responses;
        for (const tag of operation.tags) this.tags.add(tag);
        for (const scheme of (whole.security ?? []).flatMap(Object.keys)) this.schemes.add(scheme);
        return [method, operation] as const;
      }),
    );
  }

  /** Ids are those of rules, which several mappings may share. */
  private withUniqueId(operation: OperationObject): OperationObject {
    let id = operation.operationId;
    for (let n = 2; this.ids.has(id); n++) id = `${operation.operationId}.${n}`;
    this.ids.add(id);
    return id === operation.operationId ? operation : { ...operation, operationId: id };
  }
}

/** Security of the face replaces parameters that a rule reads itself. */
function secured(operation: OperationObject, gate: Gate | undefined): OperationObject {
  return gate === undefined ? operation : { ...operation, security: securityOf(gate) };
}

function addGate(gates: Map<string, Gate>, method: string, security: Security, { id }: MappingRule): void {
  const gate = gates.get(method) ?? { ...security, accesses: [] };
  gate.accesses.push(security.accesses.get(id));
  gates.set(method, gate);
}

/** Rules with the same path for the router. The first one names the holes. */
interface Path {
  readonly template: PathTemplate;
  /** By method. Job submissions come after the rules that they belong to. */
  readonly operations: Map<string, { readonly plain: OperationObject[]; readonly submissions: OperationObject[] }>;
  /** Methods with a rule that is no submission of a job. */
  readonly plainMethods: Set<string>;
  /** What operations about all jobs have, as JSON. */
  readonly shared: Set<string>;
  /** Methods with a rule that authenticates callers. */
  readonly gates: Map<string, Gate>;
  /** Where GET says what the state is: the problems of its mapping. */
  state: RuleProblems | undefined;
  /** An operation is about all jobs. */
  isShared: boolean;
  /** Rules that have no operation yet. */
  left: number;
}

interface Entry {
  readonly outline: RuleOutline;
  readonly mapping: Mapping;
  readonly schemas: Schemas;
  readonly problems: RuleProblems;
  readonly gate: Security | undefined;
  path: Path | undefined;
}

/** Of operations that are merged the first one has the example, and submissions come last. */
function isSampled({ job, method }: RuleOutline, { plainMethods, shared }: Path): boolean {
  return job?.shared ? shared.size === 0 : job?.phase !== 'submit' || !plainMethods.has(method);
}

/** Path by path, so that few operations are at hand at a time. Those about all jobs stay behind the rule that they are compiled with. */
function inTurn(entries: readonly Entry[], paths: readonly Path[]): Entry[] {
  const runs: Entry[][] = [];
  for (const entry of entries) {
    const run = entry.outline.job?.shared ? runs.at(-1) : undefined;
    if (run) run.push(entry);
    else runs.push([entry]);
  }
  const places = new Map(paths.map((path, place) => [path, place]));
  const placeOf = ([{ path }]: readonly Entry[]) => places.get(path as Path)!;
  return runs.toSorted((a, b) => placeOf(a) - placeOf(b)).flat();
}

/** In the order of their first rules; those of all jobs are the last. */
function pathsOf(entries: readonly Entry[]): Path[] {
  const paths = new Map<string, Path>();
  for (const entry of entries) {
    const { shape, path: template, method, job } = entry.outline;
    const existing = paths.get(shape);
    const path = existing ?? {
      template,
      operations: new Map(),
      plainMethods: new Set<string>(),
      shared: new Set<string>(),
      gates: new Map(),
      state: undefined,
      isShared: false,
      left: 0,
    };
    if (!existing) paths.set(shape, path);
    path.left++;
    if (job?.phase !== 'submit') path.plainMethods.add(method);
    path.isShared ||= job?.shared ?? false;
    entry.path = path;
  }
  return [...paths.values()].toSorted((a, b) => Number(a.isShared) - Number(b.isShared));
}
