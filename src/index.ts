// The public door: the gateway as middleware, and what programs around it need.

import type { Middleware } from './binding/front-call.ts';
import type { Mapping } from './mapping/model/mapping.ts';
import { openBridges } from './server/bridges/open-bridges.ts';
import { type BodyMemory, MiddlewareMemory } from './server/http/middleware-memory.ts';
import { mountedDocuments } from './server/routing/mounted-documents.ts';
import { programSettings, type SoapstoneOptions } from './server/settings/program.ts';
import type { TransportStats } from './transport/http.ts';

export type { RequestRecord } from './binding/channels.ts';
export { loadUsableContract as loadContract } from './codec/load-contract.ts';
export { jsonSchema } from './codec/schema/schema-set.ts';
export type { ComplexType, Contract, ElementDecl, Operation } from './contract/model/contract.ts';
export { type ErrorCode, formatError, type Place, Problems, SoapstoneError } from './errors/errors.ts';
export { isRawNumber, parseExactly, type RawNumber } from './json/exact-numbers.ts';
export { loadMapping } from './mapping/load.ts';
export { type DescribeOptions, describeRest } from './openapi/export/document.ts';
export type { OpenApiDocument } from './openapi/export/document-types.ts';
export type { Draw } from './pattern/converters/draw.ts';
export type { FunctionPair } from './pattern/converters/pair.ts';
export type { SoapContext, SoapOperation } from './server/soap-service/carry-out.ts';
export { DeclaredFault } from './server/soap-service/declared-fault.ts';
export { createSoapService, type SoapService, type SoapServiceOptions } from './server/soap-service/soap-service.ts';
export { readTree as readXml } from './xml/read-tree.ts';
export type { XmlAttribute, XmlElement } from './xml/tree.ts';
export type { BodyMemory, Mapping, Middleware, SoapstoneOptions };

/** connect/express middleware. Paths that no rule has go to `next`. Mount it before body parsers. */
export interface Gateway extends Middleware {
  readonly mapping: Mapping;
  /** The pool of connections to the peer. */
  stats(): TransportStats;
  /** Bytes of bodies outside of the heap, and their limit (`maxBodies`). */
  bodyMemory(): BodyMemory;
  /** Waits for what is at the peer, then closes the connections to it. */
  close(): Promise<void>;
}

/**
 * Loads and checks a mapping and presents it: `app.use(await soapstone({ mapping: './mapping', upstream: 'http://host/path' }))`.
 * Each request is published on the diagnostics channel `soapstone:request` as a RequestRecord.
 * @throws Problems with everything that is wrong in options, table and contract.
 */
export async function soapstone(options: SoapstoneOptions): Promise<Gateway> {
  const { bridges, maxBodies } = programSettings(options);
  const memory = new MiddlewareMemory(maxBodies);
  const [bridge] = await openBridges(bridges, [], { headCheck: memory.headCheck });
  const { mapping, stats } = bridge;
  const showDocument = mountedDocuments(bridge);
  const serve: Middleware =
    showDocument === undefined
      ? bridge.handle
      : (req, res, next = () => bridge.handle(req, res)) =>
          bridge.handle(req, res, (error) => (error === undefined ? showDocument(req, res, next) : next(error)));
  const handle: Middleware = (req, res, next) => {
    if (memory.count(req, res)) serve(req, res, next);
    else next?.();
  };
  const close = () => bridge.close().finally(() => memory.stop());
  return Object.assign(handle, { mapping, stats, bodyMemory: () => memory.use, close });
}
