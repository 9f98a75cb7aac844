// Policies in normal form: alternatives, each a list of assertions (Web Services Policy 1.5 Framework §4.3, and 1.2 of 2004).
import { type ErrorCode, SoapstoneError } from '../../errors/errors.ts';
import { attr, elements, type XmlElement } from '../../xml/tree.ts';
import { splitList } from '../model/definition-tree.ts';
import { isPolicyWord, POLICY_NS, type PolicyIds } from './policy-ids.ts';

export interface Assertion {
  readonly node: XmlElement;
  /** One alternative of its nested policy; empty where it has none. */
  readonly nested: Alternative;
}

export type Alternative = readonly Assertion[];

/** No assertion: nothing is asked for. */
export const NO_POLICY: readonly Alternative[] = Object.freeze([Object.freeze([])]);

/** Bounds: nested choices multiply. */
const ALTERNATIVES = 64;
const ASSERTIONS = 256;
/** References from policy to policy in a chain. */
const REFERENCES = 16;
/** Assertions in all alternatives that are made for one contract. */
const WORK = 1_000_000;

/** The policies of one contract. Each element and each policy is read once. */
export class NormalForm {
  readonly problems: SoapstoneError[] = [];
  private readonly ids: PolicyIds;
  private readonly attached = new Map<XmlElement, readonly Alternative[]>();
  private readonly policies = new Map<XmlElement, readonly Alternative[]>();
  /** Policies that are being read: a reference to one of them is a circle. */
  private readonly open: XmlElement[] = [];
  private readonly products = new Map<readonly Alternative[], Map<readonly Alternative[], readonly Alternative[]>>();
  private workLeft = WORK;
  /** The operation that is being read. */
  private operation = '';

  constructor(ids: PolicyIds) {
    this.ids = ids;
  }

  /** Problems name the operation. */
  enter(operation: string): void {
    this.operation = operation;
  }

  /** What is attached to an element of a WSDL, by its children and its attribute PolicyURIs (Attachment §3.3). */
  attachedTo(element: XmlElement): readonly Alternative[] {
    let alternatives = this.attached.get(element);
    if (!alternatives) this.attached.set(element, (alternatives = this.readAttached(element)));
    return alternatives;
  }

  /** All of several policies: each choice with each (§4.3.4). */
  merged(policies: readonly (readonly Alternative[])[]): readonly Alternative[] {
    const [first = NO_POLICY, ...further] = policies.filter((policy) => policy !== NO_POLICY);
    return further.reduce((left, right) => this.product(left, right), first);
  }

  private readAttached(element: XmlElement): readonly Alternative[] {
    const uris = element.attributes.find(({ name }) => name.local === 'PolicyURIs' && POLICY_NS.has(name.ns))?.value;
    const policies = splitList(uris).map((uri) => this.referred(uri, element));
    const children = elements(element).flatMap((child) => {
      if (isPolicyWord(child, 'Policy')) return [this.policy(child)];
      if (isPolicyWord(child, 'PolicyReference')) return [this.referred(attr(child, 'URI') ?? '', child)];
      return isRequiredExtension(child) ? [[[{ node: child, nested: [] }]]] : [];
    });
    return this.merged([...policies, ...children]);
  }

  private referred(uri: string, at: XmlElement): readonly Alternative[] {
    const target = this.ids.find(uri.trim(), at.place.file);
    if (!target) {
      this.add('CONTRACT_REFERENCE', `there is no policy "${uri.trim()}" in the contract: it is not read`, at);
      return NO_POLICY;
    }
    if (this.open.includes(target) || this.open.length >= REFERENCES) {
      this.add('CONTRACT_INVALID', `policies refer to each other without end at "${uri.trim()}"`, at);
      return NO_POLICY;
    }
    return this.policy(target);
  }

  private policy(node: XmlElement): readonly Alternative[] {
    let alternatives = this.policies.get(node);
    if (alternatives) return alternatives;
    this.open.push(node);
    alternatives = this.all(node);
    this.open.pop();
    this.policies.set(node, alternatives);
    return alternatives;
  }

  private all(node: XmlElement): readonly Alternative[] {
    return this.merged(this.joined(elements(node).map((child) => this.operand(child))));
  }

  /** Makes one of neighbours without a choice: to add them one by one would copy the first of them each time. */
  private joined(policies: readonly (readonly Alternative[])[]): (readonly Alternative[])[] {
    const result: (readonly Alternative[])[] = [];
    let run: (readonly Alternative[])[] = [];
    const close = () => {
      if (run.length > 1) result.push(this.bounded([[...new Set(run.flat(2))]], run[0][0][0]?.node));
      else result.push(...run);
      run = [];
    };
    for (const policy of policies.filter((candidate) => candidate !== NO_POLICY)) {
      if (policy.length !== 1) close();
      if (policy.length === 1) run.push(policy);
      else result.push(policy);
    }
    close();
    return result;
  }

  private operand(node: XmlElement): readonly Alternative[] {
    if (isPolicyWord(node, 'Policy')) return this.policy(node);
    if (isPolicyWord(node, 'All')) return this.all(node);
    if (isPolicyWord(node, 'PolicyReference')) return this.referred(attr(node, 'URI') ?? '', node);
    if (isPolicyWord(node, 'ExactlyOne')) return this.exactlyOne(node);
    return isMarked(node, 'Optional') || isMarked(node, 'Ignorable') ? NO_POLICY : this.assertion(node);
  }

  private exactlyOne(node: XmlElement): readonly Alternative[] {
    const alternatives = this.bounded(this.choices(node), node);
    if (alternatives.length === 0)
      this.add('CONTRACT_INVALID', 'a policy has no alternative: nobody can meet it', node);
    return alternatives;
  }

  private *choices(node: XmlElement): Iterable<Alternative> {
    for (const child of elements(node)) yield* this.operand(child);
  }

  /** One for each alternative of the nested policy (§4.3.2). */
  private assertion(node: XmlElement): readonly Alternative[] {
    const nested = elements(node).find((child) => isPolicyWord(child, 'Policy'));
    const alternatives = nested ? this.all(nested) : NO_POLICY;
    return alternatives.map((alternative) => [{ node, nested: alternative }]);
  }

  private product(left: readonly Alternative[], right: readonly Alternative[]): readonly Alternative[] {
    if (this.workLeft < 0) return left;
    let byRight = this.products.get(left);
    if (!byRight) this.products.set(left, (byRight = new Map()));
    let alternatives = byRight.get(right);
    if (!alternatives) {
      const at = [...left, ...right].find((alternative) => alternative.length > 0)?.[0].node;
      byRight.set(right, (alternatives = this.bounded(combinations(left, right), at)));
    }
    return alternatives;
  }

  /** The first of many: which one is chosen does not depend on the others. */
  private bounded(alternatives: Iterable<Alternative>, at: XmlElement | undefined): readonly Alternative[] {
    const first: Alternative[] = [];
    for (const alternative of alternatives) {
      if (this.workLeft < 0) break;
      if (first.length === ALTERNATIVES) {
        this.limit(`${ALTERNATIVES} alternatives`, at);
        break;
      }
      this.workLeft -= 1 + alternative.length;
      if (this.workLeft < 0) this.exhausted(at);
      const isLong = alternative.length > ASSERTIONS;
      if (isLong) this.limit(`${ASSERTIONS} assertions`, at);
      first.push(isLong ? alternative.slice(0, ASSERTIONS) : alternative);
    }
    return first.length === 0 && this.workLeft < 0 ? NO_POLICY : first;
  }

  private limit(bound: string, at: XmlElement | undefined): void {
    if (at) this.add('CONTRACT_LIMIT', `${this.subject} has more than ${bound}: the others are not read`, at);
  }

  private exhausted(at: XmlElement | undefined): void {
    const message = `the policies of the contract have more than ${WORK} assertions in all alternatives: from ${this.subject} on, the others are not read`;
    const isReported = this.problems.some(
      ({ place, message: earlier }) => place === at?.place && earlier.startsWith(`${this.subject} has`),
    );
    // Not by `add`: a limit of another policy may have the same place.
    if (at && !isReported) this.problems.push(new SoapstoneError('CONTRACT_LIMIT', message, { place: at.place }));
  }

  private get subject(): string {
    const node = this.open.at(-1);
    const name = node?.attributes.find((attribute) => /^(?:Id|Name)$/.test(attribute.name.local))?.value;
    const policy = name === undefined ? 'the policy' : `policy "${name}"`;
    return this.operation === '' ? policy : `${policy} of operation "${this.operation}"`;
  }

  private add(code: ErrorCode, message: string, { place }: XmlElement): void {
    if (this.problems.some((problem) => problem.place === place && problem.code === code)) return;
    this.problems.push(new SoapstoneError(code, message, { place }));
  }
}

function* combinations(left: readonly Alternative[], right: readonly Alternative[]): Iterable<Alternative> {
  for (const start of left) {
    const present = new Set(start);
    for (const end of right) yield start.length === 0 ? end : [...start, ...end.filter((it) => !present.has(it))];
  }
}

/** `Optional`: an alternative without the assertion exists, and that is the one that costs nothing. `Ignorable`: nothing follows for clients. */
function isMarked({ attributes }: XmlElement, local: 'Optional' | 'Ignorable'): boolean {
  const value = attributes.find(({ name }) => name.local === local && POLICY_NS.has(name.ns))?.value.trim();
  return value === 'true' || value === '1';
}

/** `wsaw:UsingAddressing wsdl:required="true"` is no policy, and says the same as one (WS-Addressing 1.0 WSDL Binding §3.1). */
function isRequiredExtension({ name, attributes }: XmlElement): boolean {
  if (name.local !== 'UsingAddressing') return false;
  const required = attributes.find((attribute) => attribute.name.local === 'required')?.value.trim();
  return required === 'true' || required === '1';
}
