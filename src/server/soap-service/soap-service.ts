// A SOAP service made from a contract and a function for each operation, without a mapping. Knows nothing about the operations.
import type { Middleware } from '../../binding/front-call.ts';
import { createSoapFront } from '../../binding/soap/front/front.ts';
import { createCodec } from '../../codec/create.ts';
import { dialect } from '../../codec/datatypes/dialect.ts';
import type { Contract, Operation } from '../../contract/model/contract.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { Fault } from '../../fault/fault.ts';
import { createDescribe } from '../bridges/wsdl-endpoint.ts';
import { type BodyMemory, MiddlewareMemory } from '../http/middleware-memory.ts';
import { operationPipeline, type SoapOperation } from './carry-out.ts';
import { type DeclaredFault, faultOf } from './declared-fault.ts';
import { type OperationRule, operationRules } from './operation-rule.ts';

export interface SoapServiceOptions {
  readonly contract: Contract;
  /** Path of the service, without query: it takes POST, and GET with `?wsdl`. */
  readonly path: string;
  /** Functions by operation; an operation without a function responds with a fault. */
  readonly operations: Readonly<Record<string, SoapOperation>>;
  /** Prefix → namespace, for `$type` in JSON and for the XML that is written. */
  readonly prefixes?: Readonly<Record<string, string>>;
  /** decimals and 64-bit integers as JSON numbers, which JavaScript rounds, or as strings (default). */
  readonly numbers?: 'number' | 'string';
  /** Doubles that JavaScript would round come as `JSON.rawJSON` objects, which JSON.stringify writes as they came. */
  readonly exactDoubles?: boolean;
  /** Most bytes of a request body; 10 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Most bytes of all bodies at once, outside of the heap; 3/16 of the memory by default, 0: unlimited. */
  readonly maxBodies?: number;
  /** URL of the path for clients, in the served contract; that of the request by default. */
  readonly publicUrl?: string;
  /**
   * Turns an error into a fault of the contract: one that an operation has thrown (any error but a
   * DeclaredFault), or the refusal of a request (a SoapstoneError). `operation` is undefined where it is not known yet.
   */
  readonly inWords?: (error: unknown, operation: string | undefined) => DeclaredFault | undefined;
}

export interface SoapService extends Middleware {
  /** Bytes of bodies outside of the heap, and their limit (`maxBodies`). */
  bodyMemory(): BodyMemory;
}

/**
 * Middleware that serves a contract over SOAP 1.1 and 1.2. It validates requests before an operation sees them, and
 * responses afterwards.
 * @throws SoapstoneError SETTINGS for an operation that the contract does not have.
 */
export function createSoapService(options: SoapServiceOptions): SoapService {
  const { contract, path, inWords = () => undefined } = options;
  const operations = new Map(Object.entries(options.operations));
  const rules = operationRules(contract);
  const names = new Set([...rules.values()].map(({ id }) => id));
  for (const name of operations.keys())
    if (!names.has(name)) throw new SoapstoneError('SETTINGS', `the contract has no operation "${name}"`);
  const codec = createCodec(
    contract.schemas,
    dialect(new Map(Object.entries(options.prefixes ?? {})), options.numbers ?? 'string'),
  );
  const memory = new MiddlewareMemory(options.maxBodies);
  const front = createSoapFront({
    mapping: { contract, codec, lookupSoap: (element) => ruleOf(rules, element) },
    rules: [],
    pipeline: operationPipeline(operations, options.exactDoubles ?? false),
    path,
    headCheck: memory.headCheck,
    maxBodyBytes: options.maxBodyBytes,
    serveContract: createDescribe(contract, { publicUrl: options.publicUrl, forwarded: 'ignore' }),
    inWordsOf: (fault, rule) => declared(fault, contract, rule?.operation, inWords),
  });
  const handle: Middleware = (req, res, next) => {
    if (memory.count(req, res)) front(req, res, next);
    else next?.();
  };
  return Object.assign(handle, { bodyMemory: () => memory.use });
}

function ruleOf(rules: ReadonlyMap<string, OperationRule>, element: string): readonly OperationRule[] {
  const rule = rules.get(element);
  return rule ? [rule] : [];
}

/** A fault of the gateway as one that the contract declares: by the request's operation, or by any where that is not known. */
function declared(
  fault: Fault,
  { operations }: Contract,
  operation: Operation | undefined,
  inWords: NonNullable<SoapServiceOptions['inWords']>,
): Fault {
  if (fault.init.soap?.detail.length) return fault;
  const thrown = inWords(fault.init.cause ?? fault, operation?.name);
  if (!thrown) return fault;
  const declaring =
    operation ??
    operations.find(({ faults }) => faults.some((candidate) => candidate.element.name.local === thrown.element));
  return declaring ? faultOf(thrown, declaring) : fault;
}
