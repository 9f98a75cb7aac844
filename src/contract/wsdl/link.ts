// Links services, ports, bindings and port types to operations (WSDL 1.1 §2, §3). Components that no SOAP port uses are ignored.
import type { SoapstoneError } from '../../errors/errors.ts';
import { each, type Steps } from '../../event-loop/time-slices.ts';
import { clark } from '../../xml/reader/names.ts';
import { attr, type XmlElement } from '../../xml/tree.ts';
import type { Broken, Operation } from '../model/contract.ts';
import { qualified } from '../model/definition-tree.ts';
import type { ElementDecl } from '../model/model.ts';
import { contractLimits } from '../source/limits.ts';
import { Report } from '../source/report.ts';
import { contractLimit } from '../xsd/bounds.ts';
import type { BrokenComponents } from '../xsd/broken.ts';
import { type Port, soapBindingOf, soapChild, type WsdlLinker } from './context.ts';
import { type WsdlComponent, wsdlChildren } from './definitions.ts';
import { boundOperations, describeOperation, operationOf, portTypeOf } from './operation.ts';

interface Linked {
  readonly operations: Operation[];
  readonly broken: Broken[];
}

/** Problems stay with the port or operation that has them. */
export function* linkOperations(linker: WsdlLinker): Steps<Linked> {
  const linked: Linked = { operations: [], broken: [] };
  const ports = yield* declaredPorts(linker, linked);
  for (const port of [...ports, ...boundWithoutPort(linker, ports)]) yield* linkPort(linker, port, linked);
  return linked;
}

/** Operations that need a broken component are broken too, with its problems. */
export function withoutBroken({ operations, broken }: Linked, components: BrokenComponents): Linked {
  const usable: Operation[] = [];
  const lost: Broken[] = [];
  for (const operation of operations) {
    const { port, name, input } = operation;
    const problems = [...new Set(elementsOf(operation).flatMap((element) => components.causesOf(element)))];
    if (problems.length === 0) usable.push(operation);
    else lost.push({ port, operation: name, elements: input.body.map((element) => element.name.local), problems });
  }
  return { operations: usable, broken: [...broken, ...lost] };
}

function elementsOf({ input, output, faults }: Operation): ElementDecl[] {
  const messages = output ? [input, output] : [input];
  const parts = messages.flatMap(({ body, headers }) => [...body, ...headers.map(({ element }) => element)]);
  return [...parts, ...faults.map(({ element }) => element)];
}

/**
 * Elements of `type=` faults, for readers of details; by Clark name. Those whose name means several types are left out: their content is read
 * without types.
 */
export function faultElements(operations: readonly Operation[]): Map<string, ElementDecl> {
  const declared = operations.flatMap(({ faults }) => faults.map(({ element }) => element));
  const byName = Map.groupBy(
    declared.filter(({ global }) => !global),
    ({ name }) => clark(name),
  );
  return new Map(
    [...byName].flatMap(([name, [first, ...others]]) =>
      others.every(({ type }) => type === first.type) ? [[name, first] as const] : [],
    ),
  );
}

function* declaredPorts(linker: WsdlLinker, { broken }: Linked): Steps<readonly Port[]> {
  const ports: Port[] = [];
  for (const service of linker.definitions.all('service')) {
    yield* each(wsdlChildren(service.node, 'port'), (node) => {
      const report = new Report();
      const port = portOf({ ...linker, report }, service, node);
      const { problems } = report;
      if (problems.length > 0) broken.push({ port: attr(node, 'name') ?? '', elements: [], problems });
      if (port) ports.push(port);
    });
  }
  return ports;
}

function* linkPort(linker: WsdlLinker, port: Port, { operations, broken }: Linked): Steps<void> {
  const report = new Report();
  const portType = portTypeOf({ ...linker, report }, port);
  if (!portType) {
    broken.push({ port: port.name, elements: [], problems: report.problems });
    return;
  }
  for (const bound of boundOperations(port, portType)) {
    if (operations.length + broken.length >= contractLimits.operations) throw tooManyOperations(bound.bound);
    const operationReport = new Report();
    const operation = yield* operationOf({ ...linker, report: operationReport }, port, portType, bound);
    const { problems } = operationReport;
    if (problems.length > 0) broken.push({ port: port.name, ...describeOperation(linker, portType, bound), problems });
    else if (operation) operations.push(operation);
    yield;
  }
}

/** A short contract may have many ports of one binding with many operations. */
function tooManyOperations({ place }: XmlElement): SoapstoneError {
  const message = `the ports have more than ${contractLimits.operations} operations together`;
  return contractLimit(message, place, 'use a smaller part of the contract');
}

/** Undefined for a port that is not for SOAP. */
function portOf({ definitions, report }: WsdlLinker, service: WsdlComponent, node: XmlElement): Port | undefined {
  const address = soapChild(node, 'address');
  const [name, reference] = [attr(node, 'name'), attr(node, 'binding')];
  if (reference === undefined) {
    if (address) report.add('CONTRACT_INVALID', `port "${name ?? ''}" names no binding`, node.place);
    return undefined;
  }
  const binding = definitions.refer('binding', reference, node, service.name.ns, report);
  const soap = binding && soapBindingOf(binding.node);
  if (!soap) return undefined;
  return {
    service: service.name,
    name: name ?? '',
    address: (address && attr(address, 'location')) ?? '',
    binding,
    version: soap.version,
    style: soap.style,
  };
}

/**
 * SOAP bindings of port types that no port serves count as ports of their names: interface documents have no service, and services name
 * some of their addresses at run time alone. The settings have the address.
 */
function boundWithoutPort({ definitions }: WsdlLinker, ports: readonly Port[]): Port[] {
  const served = new Set(ports.map(({ binding }) => typeOf(binding)));
  return [...definitions.all('binding')].flatMap((binding) => {
    const soap = served.has(typeOf(binding)) ? undefined : soapBindingOf(binding.node);
    return soap ? { service: binding.name, name: binding.name.local, address: '', binding, ...soap } : [];
  });
}

/** The port type that a binding names, as text to compare. */
function typeOf({ node }: WsdlComponent): string | undefined {
  const type = attr(node, 'type');
  const name = type === undefined ? undefined : qualified(type, node);
  return name ? clark(name) : type;
}
