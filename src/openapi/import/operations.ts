// Paths and methods become operations with request, response and faults.
import { parseLine } from '../../pattern/line.ts';
import { BrokenReferences } from './broken-references.ts';
import { contentOf, fileOf, formOf, isOctets, octetsField, octetsMedia, octetsOf, responseProblem } from './content.ts';
import { child, children, isPlain, type Located, listOf, nameOf, propertyOf } from './document.ts';
import { MULTIPART } from './form.ts';
import type { BoundParameter, FaultElement, FaultUse, Field, Operation } from './model.ts';
import { Names, ncName, pascal } from './names.ts';
import { openProblem } from './open-objects.ts';
import { headersOf, type ImportContext, parametersOf, requiredProblem, undescribedIn } from './parameters.ts';
import { fieldOf } from './use.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const UNSUPPORTED_METHODS = ['head', 'options', 'trace'];
/** Statuses of `default`. */
const CLASSES = ['4XX', '5XX'];

interface RequestBody {
  readonly schema: Located;
  readonly required: boolean;
  readonly media: string;
  readonly octets: boolean;
}

interface Operations {
  readonly operations: readonly Operation[];
  readonly faults: readonly FaultElement[];
  /** The `security` that holds for each; its value is undefined where nothing says one. */
  readonly requirements: ReadonlyMap<Operation, Located>;
  readonly unselected: number;
}

export function operationsOf(root: Located, context: ImportContext): Operations {
  return new Reader(context).run(root);
}

class Reader {
  private readonly context: ImportContext;
  /** Of operations, elements and faults. */
  private readonly names = new Names();
  private readonly faults = new Map<string, FaultElement>();
  /** Statuses that become one fault, and how many operations say so. */
  private readonly shared = new Map<string, { readonly at: Located; readonly count: number }>();
  private readonly lines = new Set<string>();
  private readonly requirements = new Map<Operation, Located>();
  private readonly brokenReferences: BrokenReferences;
  private unselected = 0;

  constructor(context: ImportContext) {
    this.context = context;
    this.brokenReferences = new BrokenReferences(context);
  }

  run(root: Located): Operations {
    const paths = children(child(root, 'paths'));
    const operations = paths.flatMap(([path, at]) => this.pathItem(path, at, child(root, 'security')));
    this.noteShared();
    const { requirements, unselected } = this;
    return { operations, faults: [...this.faults.values()], requirements, unselected };
  }

  /** Callbacks, and servers of one path or operation. */
  private noteOthers(at: Located): void {
    for (const [keyword, kind, note] of [
      ['callbacks', 'callbacks', 'callbacks are left out: the service would be the client'],
      ['servers', 'servers', 'servers of the operation are left out: a bridge has one upstream'],
    ] as const)
      if (propertyOf(at.value, keyword) !== undefined) this.context.notes.add(child(at, keyword), kind, note);
  }

  private pathItem(path: string, at: Located, security: Located): Operation[] {
    const item = this.context.documents.resolve(at);
    if (item === undefined || !path.startsWith('/')) {
      if (!path.startsWith('x-')) this.context.notes.add(at, 'operations', 'the path is missing: left out');
      return [];
    }
    const isSelected = (operation: Located) => this.context.selects(path, listOf(propertyOf(operation.value, 'tags')));
    for (const method of UNSUPPORTED_METHODS)
      if (propertyOf(item.value, method) !== undefined && isSelected(child(item, method)))
        this.context.notes.add(
          child(item, method),
          'operations',
          `no rule has the method ${method.toUpperCase()}: left out`,
        );
    const all = METHODS.map((method) => [method.toUpperCase(), child(item, method)] as const).filter(([, { value }]) =>
      isPlain(value),
    );
    const selected = all.filter(([, operation]) => isSelected(operation));
    this.unselected += all.length - selected.length;
    if (selected.length > 0) this.noteOthers(item);
    return selected.flatMap(([method, at]) => {
      const operation = this.operation(method, path, item, at);
      if (operation === undefined) return [];
      const special = child(at, 'security');
      this.requirements.set(operation, special.value === undefined ? security : special);
      return [operation];
    });
  }

  private operation(method: string, path: string, item: Located, at: Located): Operation | undefined {
    if (this.brokenReferences.areIn(item, at, `${method} ${path}`)) return undefined;
    const body = this.bodyOf(method, at);
    const [, success] = this.success(at);
    const [sent, received] = [
      typeof body === 'object' && !body.octets ? body : undefined,
      success && contentOf(success),
    ];
    const problem =
      this.lineProblem(method, path) ??
      requiredProblem(item, at, this.context) ??
      responseProblem(success) ??
      openProblem(
        { 'request body': sent?.schema, response: received?.json && child(received.json, 'schema') },
        this.context.types,
      );
    if (problem !== undefined || typeof body === 'string') {
      this.context.notes.add(
        at,
        'operations',
        `the operation is left out: ${problem ?? `its request body is ${body}, not JSON, one file, a flat form or a simple multipart form`}`,
      );
      return undefined;
    }
    this.noteOthers(at);
    const id = propertyOf(at.value, 'operationId');
    const operationId = typeof id === 'string' && id !== '' ? id : pascal(`${method.toLowerCase()} ${path}`);
    const name = this.names.take(ncName(operationId));
    this.names.take(`${name}Response`);
    const hint = pascal(name) || name;
    const members = new Names();
    const described = parametersOf(item, at, hint, members, this.context).filter((p) => this.isUsed(p, path, at));
    const parameters = [...described, ...undescribedIn(path, described, members)];
    const texts = ['summary', 'description']
      .map((key) => propertyOf(at.value, key))
      .filter((text) => typeof text === 'string');
    return {
      name,
      doc: texts.length === 0 ? undefined : texts.join('\n'),
      method,
      path,
      parameters,
      body: body && this.bodyField(body, `${hint}Body`, members),
      bodyRequired: body?.required === true,
      bodyMedia: body?.media,
      ...this.responseOf(at, hint),
      faults: this.faultsOf(at, hint),
    };
  }

  /** Paths that differ only in parameter names are the same rule. */
  private lineProblem(method: string, path: string): string | undefined {
    const shape = `${method} ${path}`.replace(/\{[^}]*\}/g, '{x}');
    if (this.lines.has(shape)) return 'another operation has the same method and path';
    try {
      if (path.includes('{}')) throw new Error('a parameter has no name');
      parseLine(shape);
      this.lines.add(shape);
      return undefined;
    } catch (e) {
      return `no rule can have its path (${(e as Error).message})`;
    }
  }

  private isUsed({ place, name }: BoundParameter, path: string, at: Located): boolean {
    if (place !== 'path' || path.includes(`{${name}}`)) return true;
    this.context.notes.add(at, 'parameters', `the path has no parameter "${name}": left out`);
    return false;
  }

  private bodyField({ schema, required, media, octets }: RequestBody, hint: string, names: Names): Field {
    if (octets) return octetsField(names.take('body'), required);
    if (media.toLowerCase() !== MULTIPART) return this.member('body', schema, hint, required, names);
    return { name: names.take('body'), json: 'body', ...fieldOf(this.context.types.multipart(schema, hint), required) };
  }

  private member(name: string, schema: Located, hint: string, required: boolean, names: Names): Field {
    const use = this.context.types.member({ kind: 'one', at: schema }, hint);
    return { name: names.take(name), json: name, isList: use.isList, ...fieldOf(use, required) };
  }

  /** Schema of the body; undefined without a body; a text: media types of a body that no rule can send. */
  private bodyOf(method: string, at: Located): RequestBody | string | undefined {
    const body = this.context.documents.resolve(child(at, 'requestBody'));
    if (body === undefined || !isPlain(body.value)) return undefined;
    // OpenAPI 3.0 §4.7.10.1: such a body shall be ignored.
    if (method === 'GET') {
      this.context.notes.add(body, 'parameters', 'the request body is left out: a GET request has none');
      return undefined;
    }
    const required = propertyOf(body.value, 'required') === true;
    const { json: content, otherMedia: others } = contentOf(body);
    const json = content ?? formOf(others, this.context.types) ?? fileOf(others, this.context.types);
    const otherMedia = others.filter((other) => other !== json);
    // An optional body too: a client that sends one must not lose it.
    if (json === undefined && otherMedia.length > 0) return otherMedia.map(nameOf).join(' or ');
    this.noteMedia(json, otherMedia);
    const media = json && (isOctets(json) ? octetsMedia(json) : nameOf(json));
    if (json && media && /merge-patch/i.test(media))
      this.context.notes.add(
        json,
        'values',
        'members of a merge patch are set; only those that may be null can be removed',
      );
    return json && media ? { schema: child(json, 'schema'), required, media, octets: isOctets(json) } : undefined;
  }

  private noteMedia(json: Located | undefined, otherMedia: readonly Located[]): void {
    const kind = json ? 'otherMedia' : 'media';
    for (const content of otherMedia)
      this.context.notes.add(content, kind, `${nameOf(content)} is not used${json ? `: ${nameOf(json)} is` : ''}`);
  }

  private responses(at: Located): [string, Located][] {
    return children(child(at, 'responses')).flatMap(([status, response]) => {
      const target = this.context.documents.resolve(response);
      if (target && isPlain(target.value)) return [[status, target]];
      this.context.notes.add(response, 'responses', 'the response is missing: left out');
      return [];
    });
  }

  /** The response of success that the rule has; JSON comes first. */
  private success(at: Located): readonly [string, Located | undefined] {
    const all = this.responses(at);
    const good = all.filter(([status]) => /^2/.test(status)).sort(([a], [b]) => (a < b ? -1 : 1));
    return (
      good.find(([, response]) => contentOf(response).json) ??
      good[0] ??
      all.find(([s]) => s === 'default') ?? ['204', undefined]
    );
  }

  private responseOf(at: Located, hint: string): Pick<Operation, 'status' | 'media' | 'headers' | 'result'> {
    const all = this.responses(at);
    const [status, success] = this.success(at);
    for (const [otherStatus, response] of all)
      if (otherStatus !== status && /^[123]/.test(otherStatus))
        this.context.notes.add(
          response,
          'responses',
          `clients never get the status ${otherStatus}: a rule has one status of success, ${status} here`,
        );
    if (!success) this.context.notes.add(at, 'assumptions', 'no response of success is described: 204 is assumed');
    const names = new Names();
    const { json, otherMedia } = success ? contentOf(success) : { otherMedia: [] };
    const octets = json ? undefined : octetsOf(otherMedia);
    this.noteMedia(
      json ?? octets,
      otherMedia.filter((other) => other !== octets),
    );
    const headers = success ? headersOf(success, `${hint}Response`, names, this.context) : [];
    const result = json
      ? this.member('result', child(json, 'schema'), `${hint}Result`, true, names)
      : octets && octetsField(names.take('result'), true);
    const code = /^2\d\d$/.test(status) ? Number(status) : 200;
    const bodiless = result === undefined && code === 200 && success === undefined ? 204 : code;
    const media = json ? nameOf(json) : octets && octetsMedia(octets);
    return { status: result && (bodiless === 204 || bodiless === 205) ? 200 : bodiless, headers, result, media };
  }

  private faultsOf(at: Located, hint: string): FaultUse[] {
    const uses: FaultUse[] = [];
    const hasGood = this.responses(at).some(([status]) => /^2/.test(status));
    // Statuses come before their class, and both before `default`.
    const rank = ([status]: [string, Located]) => (status === 'default' ? 2 : Number(/XX$/i.test(status)));
    for (const [status, response] of this.responses(at).sort((a, b) => rank(a) - rank(b))) {
      if (!/^[45](\d\d|XX)$/i.test(status) && (status !== 'default' || !hasGood)) continue;
      const { json } = contentOf(response);
      const element = json && this.fault(child(json, 'schema'), `${hint}${pascal(status)}`);
      if (element === undefined) continue;
      for (const row of status === 'default' ? CLASSES : [status.toUpperCase()]) uses.push({ element, status: row });
    }
    this.countShared(uses, child(at, 'responses'));
    return uses;
  }

  /** SOAP clients see the element and who is to blame. */
  private countShared(uses: readonly FaultUse[], at: Located): void {
    const groups = Map.groupBy(uses, ({ element, status }) => `${element} ${status[0]}`);
    for (const group of groups.values()) {
      if (group.length === 1) continue;
      const key = `the statuses ${group.map(({ status }) => status).join(', ')} become one fault, "${group[0].element}"`;
      const shared = this.shared.get(key) ?? { at, count: 0 };
      this.shared.set(key, { ...shared, count: shared.count + 1 });
    }
  }

  private noteShared(): void {
    for (const [key, { at, count }] of this.shared) {
      const where = count === 1 ? '' : ` in ${count} operations`;
      this.context.notes.add(at, 'faults', `${key}${where}: SOAP clients tell the statuses apart by its detail alone`);
    }
  }

  /** The detail element: one for each error schema. */
  private fault(schema: Located, hint: string): string | undefined {
    if (schema.value === undefined) return undefined;
    const use = this.context.types.use({ kind: 'one', at: schema }, `${hint}Error`);
    if (use.list || use.type === 'xs:anyType') {
      this.context.notes.add(schema, 'responses', 'the error is not an object: no fault is declared for it');
      return undefined;
    }
    const key = use.type.startsWith('xs:') ? `${use.type} ${schema.file}#${schema.pointer}` : use.type;
    const existing = this.faults.get(key);
    if (existing) return existing.name;
    const typeName = use.type.startsWith('xs:') ? `${hint}Error` : use.type;
    const name = this.names.take(/(error|fault|problem)$/i.test(typeName) ? typeName : `${typeName}Fault`);
    this.faults.set(key, { name, type: use.type, nillable: use.nillable });
    return name;
  }
}
