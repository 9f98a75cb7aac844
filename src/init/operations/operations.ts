// The operations of a contract as a newcomer needs them: each once, with its inputs. Knows nothing about tables.
import { createCodec } from '../../codec/create.ts';
import { dialect } from '../../codec/datatypes/dialect.ts';
import type { Codec } from '../../codec/model/codec.ts';
import type { Member } from '../../codec/model/members.ts';
import { holdsOneList } from '../../codec/presentation/presented-list.ts';
import type { Contract, Message, Operation } from '../../contract/model/contract.ts';
import { clark } from '../../xml/reader/names.ts';
import { amountTypes, credentialHolderWords, heldCredentialWords, idWords, notIdTypes } from '../inference/ids.ts';
import { commandVerbs } from '../inference/words.ts';
import { camel, inputWords, wordsOf } from '../naming/names.ts';
import { type Naming, namingOf } from '../naming/naming.ts';
import { isSimple, membersOf } from './levels.ts';
import { type Outcome, outcomeOf } from './outcomes.ts';

export interface ListedOperation {
  readonly operation: Operation;
  /** Another port type has an operation of this name. */
  readonly ambiguous: boolean;
  /** Of all operations of its port type. */
  readonly naming: Naming;
  readonly inputs: readonly Input[];
  /** Inputs that say in whose session the request is made; not among `inputs`. */
  readonly sessions?: readonly Input[];
  /** Inputs of all requests, whatever is asked for: its version, and what a contract made from HTTP names as a header. Not among `inputs`. */
  readonly headers?: readonly Input[];
  /** The only member of the request element, where the inputs are its members. */
  readonly wrapper?: Input;
  readonly outcome?: Outcome;
}

/** A member of the request element, or of its only member. */
export interface Input {
  /** As in JSON: attributes begin with `@`. */
  readonly key: string;
  readonly nameWords: readonly string[];
  /** The name of a placeholder that a short rule ties to this member; absent where there is none. */
  readonly variable?: string;
  /** A value that can stand in a path. */
  readonly scalar: boolean;
  /** A text, of any length. */
  readonly isText?: boolean;
  /** An amount, a flag or a time: it is no id, unless an amount is named as one. */
  readonly isMeasure?: boolean;
  /** Its values are verbs: `Create`, `Remove`. */
  readonly isCommand?: boolean;
  /** A value, or a list of values, that can stand in a query. */
  readonly simple: boolean;
  readonly required: boolean;
  /** Requests without it mean something: optional or nillable, where the contract tells such inputs from others. */
  readonly mayBeAbsent?: boolean;
  /** Required, and nillable. */
  readonly mayBeNull?: boolean;
  /** Of values or objects, also inside of an element that holds nothing else. */
  readonly list?: boolean;
  /** An object with credentials. */
  readonly isCredential?: boolean;
  /** Its values and lists of values, where it has nothing else and no other input has such names. */
  readonly flat?: readonly Input[];
  /** The values of an object, beside whatever else it has. */
  readonly inside?: readonly Input[];
  /** The one value that the contract allows. */
  readonly constant?: string;
  /** The id of a job, whatever its name. */
  readonly isJobId?: boolean;
}

export function plainCodec({ schemas }: Contract): Codec {
  return createCodec(schemas, dialect());
}

/** Ports of one port type are alternatives: the first one counts. In the order of the contract. */
export function listOperations({ operations }: Contract, codec: Codec): ListedOperation[] {
  const first = new Map<string, Operation>();
  for (const operation of operations) {
    const key = `${clark(operation.portType)} ${operation.name}`;
    if (!first.has(key)) first.set(key, operation);
  }
  const distinct = [...first.values()];
  const byName = Map.groupBy(distinct, ({ name }) => name);
  const namings = new Map(
    [...Map.groupBy(distinct, ({ portType }) => clark(portType))].map(([port, all]) => [
      port,
      namingOf(all.map(({ name }) => name)),
    ]),
  );
  return distinct.map((operation) => ({
    operation,
    naming: namings.get(clark(operation.portType))!,
    ambiguous: byName.get(operation.name)!.length > 1,
    ...inputsOf(operation.input, codec),
    outcome: outcomeOf(operation.output, codec),
  }));
}

function inputsOf({ body }: Message, codec: Codec): Pick<ListedOperation, 'inputs' | 'wrapper'> {
  const [element] = body;
  if (element === undefined || body.length > 1) return { inputs: [] };
  const { type, name } = element;
  const tokens = wordsOf(name.local);
  if (type.kind === 'simple')
    return {
      inputs: [
        { key: name.local, nameWords: tokens, variable: camel(tokens), scalar: true, simple: true, required: true },
      ],
    };
  // What may be anything, or nothing, is no input.
  const members = membersOf(type, codec).filter(({ kind, required }) => kind !== 'any' || required);
  const wrapped = wrappedMembers(members, codec).map((member) => inputOf(member));
  if (wrapped.length > 0 && wrapped.every(({ simple }) => simple))
    return { inputs: wrapped, wrapper: inputOf(members[0]) };
  const inputs = members.map((member) => {
    const isCredential = holdsCredentials(member, codec);
    const inside = isCredential ? [] : insideOf(member, codec).map((value) => inputOf(value));
    return {
      ...inputOf(member),
      isCredential,
      flat: flatIn(member, members, codec),
      inside: inside.filter(({ scalar }) => scalar),
    };
  });
  return { inputs };
}

/** Values of an object that a short row finds by their names. Undefined where one of them is none, or has a namesake. */
function flatIn(member: Member, members: readonly Member[], codec: Codec): readonly Input[] | undefined {
  const inside = insideOf(member, codec);
  if (inside.length === 0) return undefined;
  const siblings = members.filter((sibling) => sibling !== member);
  const names = new Set(
    [...siblings, ...siblings.flatMap((sibling) => insideOf(sibling, codec))].map(({ key }) => key.toLowerCase()),
  );
  const isFound = (value: Member) => !names.has(value.key.toLowerCase()) && inputOf(value).variable !== undefined;
  if (!inside.every((value) => isFound(value) && inputOf(value).simple)) return undefined;
  const { required } = inputOf(member);
  return inside.map((value) => ({ ...inputOf(value), required: required && inputOf(value).required }));
}

function insideOf(member: Member, codec: Codec): readonly Member[] {
  return member.kind === 'element' && !member.list && !member.substituted ? membersOf(member.element.type, codec) : [];
}

/** Members of an only member: short rules find them by their names. */
function wrappedMembers(members: readonly Member[], codec: Codec): readonly Member[] {
  const [only] = members;
  if (members.length !== 1 || only.kind !== 'element' || only.list || only.substituted) return [];
  return holdsCredentials(only, codec) ? [] : membersOf(only.element.type, codec);
}

/** `Auth { Token, Sign, Cuit }`: who calls, not what is asked for. */
export function holdsCredentials(member: Member, codec: Codec): boolean {
  if (member.kind !== 'element' || member.list) return false;
  const isHolder = wordsOf(member.key).some((token) => credentialHolderWords.includes(token));
  return isHolder && membersOf(member.element.type, codec).some(isHeldCredential);
}

export function isHeldCredential(member: Member): boolean {
  return isSimple(member) && heldCredentialWords.includes(wordsOf(member.key).join(' '));
}

function inputOf(member: Member): Input {
  const { key } = member;
  // What may be null is in fact a condition.
  const required = member.required && !(member.kind === 'element' && member.element.nillable);
  const name = key.replace(/^@/, '');
  const tokens = inputWords(name);
  const simple = isSimple(member);
  const list = member.kind === 'element' && (member.list || holdsOneList(member.element.type, () => false));
  const scalar = simple && !list;
  const variable = variableOf(name, wordsOf(name));
  return {
    key,
    nameWords: tokens,
    variable,
    scalar,
    simple,
    isText: scalar && isText(member),
    isMeasure: scalar && isMeasure(member, tokens),
    required,
    mayBeAbsent: !required,
    mayBeNull: member.required && !required,
    list,
    constant: scalar ? constantOf(member) : undefined,
    isCommand: required && scalar && isCommand(member),
  };
}

function constantOf(member: Member): string | undefined {
  if (member.kind !== 'attribute' && member.kind !== 'element') return undefined;
  const { fixed, type } = member.kind === 'attribute' ? member.use : member.element;
  const values = type.kind === 'simple' ? (type.facets.enumeration ?? []) : [];
  return fixed ?? (values.length === 1 ? values[0] : undefined);
}

/** It says what is done, by two verbs or more that are no states of what it is done to. */
function isCommand(member: Member): boolean {
  if (member.kind !== 'attribute' && member.kind !== 'element') return false;
  const { type } = member.kind === 'attribute' ? member.use : member.element;
  const values = type.kind === 'simple' ? (type.facets.enumeration ?? []) : [];
  const tokens = values.map((value) => wordsOf(value));
  return tokens.filter(([verb]) => commandVerbs.includes(verb)).length > 1;
}

function isText(member: Member): boolean {
  return member.kind === 'element' && member.element.type.kind === 'simple' && member.element.type.builtin === 'string';
}

/** Generators for some databases write ids as decimals. */
function isMeasure(member: Member, tokens: readonly string[]): boolean {
  if (member.kind !== 'attribute' && member.kind !== 'element') return false;
  const { type } = member.kind === 'attribute' ? member.use : member.element;
  const builtin = type.kind === 'simple' ? type.builtin : '';
  const isNamedId = tokens.at(-1) !== 'name' && idWords.includes(tokens.at(-1)!);
  return notIdTypes.includes(builtin) || (amountTypes.includes(builtin) && !isNamedId);
}

/** In camelCase where a short rule still finds the member by it. */
function variableOf(name: string, tokens: readonly string[]): string | undefined {
  const short = camel(tokens);
  if (short.toLowerCase() === name.toLowerCase() && /^[A-Za-z_]\w*$/.test(short)) return short;
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : undefined;
}
