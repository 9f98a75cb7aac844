// The policies of each operation, by where a WSDL attaches them (Web Services Policy 1.5 Attachment §4). They are read from the files of the
// contract when somebody asks: what carries messages needs none.
import type { Place, SoapstoneError } from '../../errors/errors.ts';
import { atOnce } from '../../event-loop/time-slices.ts';
import { readTree } from '../../xml/read-tree.ts';
import { clark } from '../../xml/reader/names.ts';
import { attr, type XmlElement } from '../../xml/tree.ts';
import type { Contract, Operation } from '../model/contract.ts';
import { Report } from '../source/report.ts';
import { Definitions, type WsdlComponent, wsdlChild, wsdlChildren } from '../wsdl/definitions.ts';
import { Registry } from '../xsd/registry.ts';
import { type Alternative, NO_POLICY, NormalForm } from './normal-form.ts';
import { PolicyIds } from './policy-ids.ts';

export interface OperationPolicy {
  readonly operation: Operation;
  /** Of service, port, binding, port type and operation: for both messages. */
  readonly exchange: readonly Alternative[];
  readonly input: readonly Alternative[];
  readonly output: readonly Alternative[];
}

export interface ContractPolicies {
  /** Operations that have a policy. */
  readonly operations: readonly OperationPolicy[];
  /** References to nothing, circles, bounds. */
  readonly problems: readonly SoapstoneError[];
}

const NONE: ContractPolicies = { operations: [], problems: [] };

export function policiesOf(contract: Contract): ContractPolicies {
  if (!contract.hasPolicies) return NONE;
  const { sources, operations } = contract;
  const files = sources?.documents.filter(({ kind }) => kind === 'wsdl') ?? [];
  const roots = files.map(({ bytes, file }) => readTree(bytes, file));
  const normalForm = new NormalForm(new PolicyIds(roots));
  const subjects = new Subjects(roots, normalForm);
  const all = operations.map((operation) => subjects.policyOf(operation));
  const operationsWithPolicy = all.filter((candidate) =>
    [candidate.exchange, candidate.input, candidate.output].some((it) => it !== NO_POLICY),
  );
  return { operations: operationsWithPolicy, problems: normalForm.problems };
}

/** Finds the elements of a WSDL that stand for an operation and its messages (Attachment §4.1). */
class Subjects {
  private readonly definitions: Definitions;
  private readonly services: ReadonlyMap<string, WsdlComponent>;
  private readonly bindings: ReadonlyMap<string, WsdlComponent>;
  private readonly normalForm: NormalForm;
  /** The contract is linked: what refers to nothing is known already. */
  private readonly report = new Report();
  private readonly operationsOf = new Map<WsdlComponent, Map<string, XmlElement[]>>();

  constructor(roots: readonly XmlElement[], normalForm: NormalForm) {
    this.normalForm = normalForm;
    this.definitions = new Definitions(new Registry(this.report, 0), this.report);
    for (const root of roots) atOnce(this.definitions.addDocument(root));
    const componentsOf = (kind: 'service' | 'binding') =>
      new Map([...this.definitions.all(kind)].map((candidate) => [clark(candidate.name), candidate]));
    [this.services, this.bindings] = [componentsOf('service'), componentsOf('binding')];
  }

  policyOf(operation: Operation): OperationPolicy {
    this.normalForm.enter(operation.name);
    const { endpoint, binding } = this.endpointOf(operation);
    const portType = binding && this.refer('portType', attr(binding.node, 'type'), binding);
    const bound = binding
      ? this.operationsNamed(binding, operation).filter(({ place }) => isSame(place, operation.place))
      : [];
    const declared = portType ? this.operationsNamed(portType, operation) : [];
    const messages = (direction: 'input' | 'output') => {
      const nodes = [...bound, ...declared].flatMap((node) => wsdlChild(node, direction) ?? []);
      const names = nodes.flatMap((node) => (portType && this.refer('message', attr(node, 'message'), portType)) ?? []);
      return this.merged([...nodes, ...names.map(({ node }) => node)]);
    };
    const subjects = [...endpoint, ...(binding ? [binding.node] : []), ...(portType ? [portType.node] : [])];
    const exchange = this.merged([...subjects, ...bound, ...declared]);
    return { operation, exchange, input: messages('input'), output: messages('output') };
  }

  /** A binding that no port serves counts as a port of its name. */
  private endpointOf({ service, port }: Operation): { endpoint: readonly XmlElement[]; binding?: WsdlComponent } {
    const component = this.services.get(clark(service));
    const node =
      component && wsdlChildren(component.node, 'port').find((candidate) => attr(candidate, 'name') === port);
    if (!component || !node) return { endpoint: [], binding: this.bindings.get(clark(service)) };
    return {
      endpoint: [component.node, node],
      binding: this.refer('binding', attr(node, 'binding'), { ...component, node }),
    };
  }

  private refer(
    kind: 'binding' | 'portType' | 'message',
    name: string | undefined,
    { name: { ns }, node }: WsdlComponent,
  ) {
    return name === undefined ? undefined : this.definitions.refer(kind, name, node, ns, this.report);
  }

  private operationsNamed(component: WsdlComponent, { name }: Operation): readonly XmlElement[] {
    let byName = this.operationsOf.get(component);
    if (!byName) {
      byName = Map.groupBy(wsdlChildren(component.node, 'operation'), (node) => attr(node, 'name')?.trim() ?? '');
      this.operationsOf.set(component, byName);
    }
    return byName.get(name) ?? [];
  }

  private merged(nodes: readonly XmlElement[]): readonly Alternative[] {
    return this.normalForm.merged(nodes.map((node) => this.normalForm.attachedTo(node)));
  }
}

function isSame(a: Place, b: Place): boolean {
  return a.file === b.file && a.line === b.line && a.col === b.col;
}
