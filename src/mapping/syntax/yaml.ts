// Reads YAML 1.2 text into plain nodes with places: unique keys, no merge keys, bounded aliases. The only user of the `yaml` package.
import {
  type Alias,
  Composer,
  type CST,
  Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  type Scalar,
  stringify,
  visit,
  type YAMLMap,
  YAMLParseError,
} from 'yaml';
import { type Place, Problems, SoapstoneError } from '../../errors/errors.ts';
import { atOnce, type Steps } from '../../event-loop/time-slices.ts';
import { slipIn } from './indentation.ts';

export type YamlNode = YamlScalar | YamlMap | YamlList;

export interface YamlScalar {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** The text without quotes: `1.10` keeps its digits. */
  readonly source: string;
  readonly place: Place;
  /** Columns from `place` to the text, if the file has it on one line without escapes. */
  readonly lead?: number;
}

export interface YamlMap {
  readonly kind: 'map';
  readonly entries: readonly YamlEntry[];
  readonly place: Place;
}

export interface YamlEntry {
  readonly key: string;
  readonly place: Place;
  readonly value: YamlNode;
  /** `{ x }`: a key without a colon. */
  readonly bare?: boolean;
  /** That of the key. */
  readonly lead?: number;
}

export interface YamlList {
  readonly kind: 'list';
  readonly items: readonly YamlNode[];
  readonly place: Place;
}

/** Bounds on a table after its aliases are expanded. */
const MOST_NODES = 200_000;
const DEEPEST = 100;
const QUOTED = /"(?:[^"\\]|\\.)*"|'[^']*'/g;
const UNQUOTED_HOLE = /\{\$?\w[\w.-]*(?:[?!]|=[^{},]*)?(?:\|[^{}]*)?\}/;
const TOO_DEEP = `values are nested deeper than ${DEEPEST} levels`;

/** Throws Problems (MAPPING_SYNTAX), every one with its place. An empty text is a null scalar. */
export function parseYaml(text: string, file: string): YamlNode {
  return atOnce(yamlSteps(text, file));
}

export function* yamlSteps(text: string, file: string): Steps<YamlNode> {
  const lines = new LineCounter();
  return new Reader(text, file, yield* documentOf(text, file, lines), lines).read();
}

/** `parseDocument` of the library in steps, because parsing takes long. */
function* documentOf(text: string, file: string, lines: LineCounter): Steps<Document.Parsed> {
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    refuseDeep(parser.stack, file, lines);
    yield;
  }
  for (const token of parser.end()) tokens.push(token);
  yield;
  const composer = new Composer({ uniqueKeys: true, merge: false, prettyErrors: false });
  const [document, second] = composer.compose(tokens, true, text.length) as Iterable<Document.Parsed>;
  if (second !== undefined) document.errors.push(several(second));
  yield;
  return document;
}

/** Refuses deep nesting while parsing, because the library recurses. */
function refuseDeep(open: readonly CST.Token[], file: string, lines: LineCounter): void {
  // The document itself is on the stack too.
  if (open.length <= DEEPEST + 2) return;
  const { line, col } = lines.linePos(open.at(-1)!.offset);
  throw new Problems([new SoapstoneError('MAPPING_SYNTAX', TOO_DEEP, { place: { file, line, col } })]);
}

function several({ range }: Document.Parsed): YAMLParseError {
  return new YAMLParseError([range[0], range[1]], 'MULTIPLE_DOCS', 'the text holds several documents');
}

/** YAML text for `explain --expand`. */
export function printYaml(value: unknown): string {
  return stringify(value, { lineWidth: 120, flowCollectionPadding: true });
}

/** Widest collection on one line. */
const FLOW_WIDTH = 90;

/** The text of a table as a person writes it: what is small, below the keys of the table and of its rules, stands on one line. */
export function printTable(table: object): string {
  const document = new Document(table);
  visit(document, {
    Collection: (_, node, path) => {
      const steps = path.filter((step) => isMap(step) || isSeq(step)).length;
      const isRule = isPair(path[2]) && isScalar(path[2].key) && path[2].key.value === 'rules';
      const isSmall = steps >= (isRule ? 3 : 2) && JSON.stringify(node.toJS(document)).length <= FLOW_WIDTH;
      if (!isSmall) return undefined;
      node.flow = true;
      return visit.SKIP;
    },
  });
  return document.toString({ lineWidth: 120, flowCollectionPadding: true });
}

/** Codes of the library for lines at a wrong column, and what follows from them. */
const OF_INDENTATION: ReadonlySet<string> = new Set([
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
]);

/** Drops errors that follow from the first one. */
function isCause({ message }: { readonly message: string }, index: number): boolean {
  return index === 0 || !/token in YAML stream|at node end|^Implicit (map )?keys/.test(message);
}

/** With its quotes. */
const KEY = /^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s:,[\]{}]+) *:/;
const LONGEST_KEY = 200;

class Reader {
  private readonly lines: LineCounter;
  private readonly document: Document.Parsed;
  private readonly file: string;
  private readonly text: string;
  private readonly problems: SoapstoneError[] = [];
  private nodes = 0;
  private targets: ReadonlyMap<Alias, Node | undefined> | undefined = undefined;

  constructor(text: string, file: string, document: Document.Parsed, lines: LineCounter) {
    this.file = file;
    this.text = text;
    this.document = document;
    this.lines = lines;
  }

  read(): YamlNode {
    for (const error of this.causes()) this.problem(this.message(error), error.pos[0], this.hint(error.pos[0]));
    const root = this.problems.length > 0 ? undefined : this.node(this.document.contents, 0, 0);
    if (root === undefined || this.problems.length > 0) throw new Problems(this.problems);
    return root;
  }

  /** Those that are causes. Where the indentation slips, that is said of its line: what the library says of indentation follows from it. */
  private causes(): readonly YAMLParseError[] {
    const { errors } = this.document;
    const misplaced = errors.find(({ code }) => OF_INDENTATION.has(code));
    const slip = misplaced && slipIn(this.text, this.lines.linePos(misplaced.pos[0]).line + 1);
    if (slip === undefined) return errors.filter(isCause);
    const start = this.lines.lineStarts[slip.line - 1] + slip.spaces;
    const message = `this line has ${slip.spaces} spaces before it, those beside it have ${slip.expected}`;
    const causes = errors.filter(({ code }) => !OF_INDENTATION.has(code));
    this.problem(message, start);
    return causes;
  }

  /** The library does not say which key. */
  private message({ code, message, pos: [start] }: YAMLParseError): string {
    const [, key] = (code === 'DUPLICATE_KEY' && KEY.exec(this.text.slice(start, start + LONGEST_KEY))) || [];
    if (key === undefined) return message;
    const first = this.firstOf(start);
    return `the key ${key} stands twice in this map${first === undefined ? '' : `, first in line ${this.at(first).line}`}`;
  }

  /** Where the key that stands at `second` stands first in its map. */
  private firstOf(second: number): number | undefined {
    const keysOf = (node: YAMLMap) => node.items.map(({ key }) => key).filter((key) => isScalar(key));
    let first: number | undefined;
    visit(this.document, {
      Map: (_, node) => {
        const keys = keysOf(node);
        const repeated = keys.find(({ range }) => range?.[0] === second);
        if (repeated === undefined) return undefined;
        first = keys.find(({ value }) => value === repeated.value)?.range?.[0];
        return visit.BREAK;
      },
    });
    return first;
  }

  private node(node: Node | null | undefined, at: number, depth: number): YamlNode {
    const offset = node?.range?.[0] ?? at;
    if (depth > DEEPEST) return this.tooMuch(TOO_DEEP, offset);
    if (++this.nodes > MOST_NODES) return this.tooMuch('the table is too large', offset);
    if (isAlias(node)) return this.node(this.anchored(node), offset, depth + 1);
    if (isMap(node)) return this.map(node.items as { key: unknown; value: unknown }[], offset, depth);
    if (isSeq(node)) {
      const items = node.items.map((item) => this.node(item as Node, offset, depth + 1));
      return { kind: 'list', items, place: this.at(offset) };
    }
    return this.scalar(isScalar(node) ? node : undefined, offset);
  }

  /** The last node with the anchor before the alias (YAML 1.2.2 §7.1). The library would search all nodes for each alias. */
  private anchored(alias: Alias): Node | undefined {
    this.targets ??= meaningOf(this.document);
    return this.targets.get(alias);
  }

  private map(pairs: readonly { key: unknown; value: unknown }[], at: number, depth: number): YamlMap {
    const entries = pairs.map((pair) => {
      const key = pair.key as Node;
      const offset = key?.range?.[0] ?? at;
      if (!isScalar(key)) this.problem('a key must be a plain text', offset);
      const name = isScalar(key) ? (key.source ?? String(key.value)) : '';
      const value = this.node(pair.value as Node | null, offset, depth + 1);
      return { key: name, place: this.at(offset), value, bare: pair.value === null, lead: this.lead(name, offset) };
    });
    return { kind: 'map', entries, place: this.at(at) };
  }

  private scalar(node: Scalar | undefined, offset: number): YamlScalar {
    const value = node?.value ?? null;
    const isPlain =
      value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (!isPlain) this.problem('tables do not support this kind of value', offset);
    const source = node?.source ?? (value === null ? '' : String(value));
    return {
      kind: 'scalar',
      value: isPlain ? value : null,
      source,
      place: this.at(offset),
      lead: this.lead(source, offset),
    };
  }

  private lead(source: string, offset: number): number | undefined {
    const quote = this.text[offset];
    const lead = quote === '"' || quote === "'" ? 1 : 0;
    return this.text.startsWith(source, offset + lead) ? lead : undefined;
  }

  private tooMuch(message: string, offset: number): YamlNode {
    if (this.problems.length === 0) this.problem(message, offset);
    return { kind: 'scalar', value: null, source: '', place: this.at(offset) };
  }

  private problem(message: string, offset: number, suggestion?: string): void {
    const place = this.at(offset);
    this.problems.push(new SoapstoneError('MAPPING_SYNTAX', message.split('\n')[0], { place, suggestion }));
  }

  /** The hint for a line with a placeholder outside of quotes, which is a YAML map. */
  private hint(offset: number): string | undefined {
    const start = this.text.lastIndexOf('\n', offset - 1) + 1;
    const end = this.text.indexOf('\n', offset);
    const whole = this.text.slice(start, end < 0 ? undefined : end);
    if (/^ *\t/.test(whole)) return 'indent with spaces';
    const line = whole.replace(QUOTED, '');
    return UNQUOTED_HOLE.test(line) ? 'a text with placeholders needs quotes: "GET /accounts/{id}"' : undefined;
  }

  private at(offset: number): Place {
    const { line, col } = this.lines.linePos(offset);
    return { file: this.file, line, col };
  }
}

function meaningOf(document: Document.Parsed): ReadonlyMap<Alias, Node | undefined> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node | undefined>();
  visit(document, {
    Node: (_key, node) => {
      if (isAlias(node)) targets.set(node, anchors.get(node.source));
      else if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return targets;
}
