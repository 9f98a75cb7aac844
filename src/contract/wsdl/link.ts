// Links services, ports, bindings and port types to operations (WSDL 1.1 §2, §3). Components that no SOAP port uses are ignored.
import type { SoapstoneError } from '../../errors/errors.ts';
import { each, type Steps } from '../../event-loop/time-slices.ts';
import { attr, type XmlElement } from '../../xml/tree.ts';
import type { Broken, Operation } from '../model/contract.ts';
import { contractLimits } from '../source/limits.ts';
import { Report } from '../source/report.ts';
import { contractLimit } from '../xsd/bounds.ts';
import { type Port, soapBindingOf, soapChild, type WsdlLinker } from './context.ts';
import { type WsdlComponent, wsdlChild, wsdlChildren } from './definitions.ts';
import { boundOperations, describeOperation, operationOf, portTypeOf } from './operation.ts';

interface Linked {
  readonly operations: Operation[];
  readonly broken: Broken[];
}

/** Problems stay with the port or operation that has them. */
export function* linkOperations(linker: WsdlLinker): Steps<Linked> {
  const linked: Linked = { operations: [], broken: [] };
  const services = [...linker.definitions.all('service')];
  const declared = services.some(({ node }) => wsdlChild(node, 'port') !== undefined);
  const ports = declared ? yield* declaredPorts(linker, services, linked) : boundWithoutPort(linker);
  for (const port of ports) yield* linkPort(linker, port, linked);
  return linked;
}

function* declaredPorts(
  linker: WsdlLinker,
  services: readonly WsdlComponent[],
  { broken }: Linked,
): Steps<readonly Port[]> {
  const ports: Port[] = [];
  for (const service of services) {
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

/** Interface documents have no service: each SOAP binding then counts as a port of its name. */
function boundWithoutPort({ definitions }: WsdlLinker): Port[] {
  return [...definitions.all('binding')].flatMap((binding) => {
    const soap = soapBindingOf(binding.node);
    return soap ? { service: binding.name, name: binding.name.local, address: '', binding, ...soap } : [];
  });
}
