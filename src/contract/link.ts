import type { Steps } from '../event-loop/steps.ts';
import type { Contract } from './model/contract.ts';
import type { Gathered } from './resolve-imports.ts';
import { contractLimits } from './source/limits.ts';
import type { Report } from './source/report.ts';
import { Definitions } from './wsdl/definitions.ts';
import { linkOperations } from './wsdl/link.ts';
import { finishSchemas, startLinking } from './xsd/link.ts';
import { Registry } from './xsd/registry.ts';

/** From documents to the contract. Throws `Problems` when the report holds any. */
export function* link(gathered: Gathered, report: Report): Steps<Contract> {
  const registry = new Registry(report, contractLimits.components);
  for (const document of gathered.documents) yield* registry.addDocument(document);
  for (const { node, document } of gathered.redefinitions.toReversed()) registry.redefine(node, document);
  for (const missing of gathered.missing) registry.addMissing(missing);
  const linker = startLinking(registry, report);
  const definitions = new Definitions(gathered.definitions, registry, report);
  const { operations, broken } = yield* linkOperations({ definitions, schemas: linker, report });
  const schemas = yield* finishSchemas(linker);
  // Whoever has to correct the contract anyway, or can use none of it, wants to see everything.
  if (operations.length === 0 || report.problems.length > 0)
    for (const { problems } of broken) for (const problem of problems) report.keep(problem);
  if (operations.length === 0 && gathered.definitions.length > 0 && report.problems.length === 0) {
    report.add('CONTRACT_INVALID', 'no port has a SOAP binding with an operation', gathered.definitions[0].place);
  }
  report.settle();
  return Object.freeze({
    schemas,
    operations: Object.freeze(operations),
    broken: Object.freeze(broken),
    files: Object.freeze([...gathered.files]),
    sources: gathered.sources,
  });
}
