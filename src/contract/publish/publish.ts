// The contract as documents for clients: its files, with every address rewritten. Knows nothing about HTTP.
import type { Contract, Link, SourceDocument, Sources } from '../model/contract.ts';
import { baseName } from '../source/location.ts';
import { wellKnown } from '../xsd/well-known.ts';
import { clientPolicyEdits } from './client-policy.ts';
import { type Address, type Edit, type Piece, piecesOf } from './pieces.ts';
import { definitionsOf, escaped, schemaOf } from './synthesized-documents.ts';
import { Uncarried } from './uncarried.ts';

/** Documents by query: `wsdl` for the root, `wsdl=ID`, `xsd=ID`. */
export type Published = ReadonlyMap<string, PublishedDocument>;

interface PublishedDocument {
  /** The text with `url` as the service's address; other documents are at `url?QUERY`. */
  text(url: string): string;
}

/** What the publisher asks of clients: content of a policy, or nothing. */
export interface ClientPolicy {
  readonly policy: string | undefined;
}

/**
 * Undefined when the contract has no files to show. All operations that can be carried are shown, mapped or not; what cannot is cut out. `client` takes the place of the policies
 * of the contract, which stay where it is absent.
 */
export function publish(contract: Contract, client?: ClientPolicy): Published | undefined {
  return contract.sources && new Publisher(contract, contract.sources, client).run();
}

class Publisher {
  private readonly contract: Contract;
  private readonly sources: Sources;
  private readonly ids = new Ids();
  private readonly queries: readonly string[];
  private readonly publishedDocuments = new Map<string, PublishedDocument>();
  /** Queries of synthesized documents and built-in schemas. */
  private readonly extra = new Map<string, string>();

  private readonly client: ClientPolicy | undefined;

  constructor(contract: Contract, sources: Sources, client: ClientPolicy | undefined) {
    this.client = client;
    this.contract = contract;
    this.sources = sources;
    const [root] = sources.roots;
    const alone = isAlone(sources);
    this.queries = sources.documents.map(({ kind, file }, number) =>
      alone && number === root ? 'wsdl' : `${kind}=${this.ids.of(file)}`,
    );
  }

  run(): Published {
    const { sources } = this;
    const uncarried = isWhole(this.contract) ? undefined : new Uncarried(this.contract);
    if (!isAlone(sources)) this.add('wsdl', this.root());
    sources.documents.forEach((document, number) => {
      this.add(
        this.queries[number],
        piecesOf(
          document,
          (link) => this.address(link, document),
          (bytes) => [...this.policyEdits(document, bytes), ...(uncarried?.edits(document, bytes) ?? [])],
        ),
      );
    });
    return this.publishedDocuments;
  }

  private policyEdits({ kind }: SourceDocument, bytes: Uint8Array): Edit[] {
    const { client, contract } = this;
    const hasSome = client !== undefined && (contract.hasPolicies || client.policy !== undefined);
    return hasSome && kind === 'wsdl' ? clientPolicyEdits(bytes, client.policy) : [];
  }

  private add(query: string, pieces: readonly Piece[]): void {
    this.publishedDocuments.set(query, { text: (url) => pieces.map((piece) => spelled(piece, url)).join('') });
  }

  private root(): Piece[] {
    const { documents, roots, hasPort } = this.sources;
    const unbound = hasPort ? [] : this.contract.operations;
    const [main] = roots.map((number) => documents[number]).filter(({ kind }) => kind === 'wsdl');
    return definitionsOf(unbound[0]?.service.ns ?? main?.ns ?? '', this.importedDocuments(roots), unbound);
  }

  private importedDocuments(numbers: readonly number[]) {
    return numbers.map((number) => {
      const { kind, ns } = this.sources.documents[number];
      return { kind, ns, address: { query: this.queries[number] } };
    });
  }

  private address({ to, attribute }: Link, from: SourceDocument): Address | undefined {
    if (to === 'service') return { query: '' };
    if ('wellKnown' in to) return this.wellKnown(to.wellKnown);
    if (to.length === 0) return undefined;
    if (to.length === 1) return { query: this.queries[to[0]] };
    const [kind, make] = attribute === 'location' ? (['wsdl', definitionsOf] as const) : (['xsd', schemaOf] as const);
    const { ns } = this.sources.documents[to[0]];
    return this.once(`${kind} ${to.join()}`, kind, from.file, () => make(ns, this.importedDocuments(to)));
  }

  private wellKnown(ns: string): Address {
    const name = ns.replace(/[^A-Za-z0-9]+$/, '');
    return this.once(ns, 'xsd', name, () => this.withAddresses(wellKnown.get(ns)!));
  }

  /** A built-in schema, with the addresses of those that it imports. */
  private withAddresses(text: string): Piece[] {
    const imports = /(?<=<xs:import namespace="([^"]+)")(?=\/>)/;
    return text
      .split(imports)
      .flatMap((piece, at) => (at % 2 === 0 ? [piece] : [' schemaLocation="', this.wellKnown(piece), '"']));
  }

  private once(key: string, kind: 'wsdl' | 'xsd', file: string, make: () => readonly Piece[]): Address {
    let query = this.extra.get(key);
    if (query === undefined) {
      query = `${kind}=${this.ids.of(file)}`;
      this.extra.set(key, query);
      this.add(query, make());
    }
    return { query };
  }
}

/** A compiled contract does not say what it lacks. */
function isWhole({ broken, unneeded }: Contract): boolean {
  return broken?.length === 0 && (unneeded ?? []).length === 0;
}

/** One WSDL file leads to all others, and one of them has the service. */
function isAlone({ documents, roots, hasPort }: Sources): boolean {
  return roots.length === 1 && hasPort && documents[roots[0]].kind === 'wsdl';
}

function spelled(piece: Piece, url: string): string {
  if (typeof piece === 'string') return piece;
  return escaped(piece.query === '' ? url : `${url}?${piece.query}`);
}

/** Gives each document a short id for URLs, from its file name: stable for the same files. */
class Ids {
  private readonly usedIds = new Set<string>();

  of(file: string): string {
    const name = baseName(file)
      .replace(/\.(wsdl|xsd|xml)$/i, '')
      .replace(/[^A-Za-z0-9_-]+/g, '-')
      .slice(0, 40);
    const base = name === '' || name === '-' ? 'document' : name;
    let id = base;
    for (let n = 2; this.usedIds.has(id); n++) id = `${base}.${n}`;
    this.usedIds.add(id);
    return id;
  }
}
