// What the contract says of a value, in words: the documentation of its declaration or its type, else its name.
import type { MappingRule } from '../../mapping/model/mapping.ts';
import type { ValueType, VariableType } from '../../mapping/model/variables.ts';

/** The type of a variable of a rule. */
type TypeOf = (name: string) => VariableType | undefined;

/** Documentation of the element or attribute that a variable stands for; of a list, that of its items. */
export function declarationText(type: VariableType | undefined): string | undefined {
  if (type?.kind !== 'value' || type.of === undefined) return undefined;
  const { of } = type;
  const text = 'kind' in of ? (of.kind === 'attribute' ? of.use.doc : of.element.doc) : of.doc;
  return text === '' ? undefined : text;
}

/** Of a response of success. Rules with the same body say the same of it: a document has it once. */
export function responseText({ restSide, response, stream, operation }: MappingRule, typeOf: TypeOf): string {
  if (!response.rest.hasBody) return 'No content.';
  if (stream) return 'Success. The body is streamed.';
  if (response.rest.binary) return 'A file.';
  const { body } = restSide.response;
  if (body?.kind !== 'hole' || body.hole.converters.length > 0) return 'Success.';
  const type = typeOf(body.hole.name);
  return type?.kind === 'value' ? valueText(type, operation.name) : 'Success.';
}

function valueText(value: ValueType, operation: string): string {
  const { type, list } = value;
  const text = declarationText(value) ?? type.doc;
  if (text) return list ? `A list. ${text}` : text;
  const name = type.kind === 'complex' ? type.name?.local : undefined;
  const words = wordsIn(name ?? nameOf(value.of) ?? '');
  if (words === '') return list ? 'A list.' : (membersText(type) ?? `The response of ${operation}.`);
  return list ? `A list of ${words} objects.` : `The ${words}.`;
}

/** Members that a sentence names. */
const NAMED = 3;

/** Of a type without a name and with a few elements: `The name and price.` */
function membersText(type: ValueType['type']): string | undefined {
  if (type.kind !== 'complex' || type.content.kind !== 'elements') return undefined;
  const { particle } = type.content;
  const particles = particle.kind === 'sequence' || particle.kind === 'all' ? particle.particles : [];
  const names = particles.map((one) =>
    one.kind === 'element' && one.max === 1 ? wordsIn(one.element.name.local) : '',
  );
  if (names.length === 0 || names.length > NAMED || names.includes('')) return undefined;
  const last = names.at(-1)!;
  return `The ${names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`}.`;
}

/** Of a declaration; none of what names the message alone. */
function nameOf(of: ValueType['of']): string | undefined {
  if (of === undefined) return undefined;
  const name = 'kind' in of ? of.key.replace(/^@/, '') : of.name.local;
  return /(?:Response|Result|Return)$/i.test(name) ? undefined : name;
}

/** `FlightStatusType` is `flight status`. */
function wordsIn(name: string): string {
  const words = name
    .split(/[\W_]+|(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
    .filter((word) => word !== '');
  const last = words.at(-1)?.toLowerCase();
  const named =
    words.length > 1 && ['type', 'dto', 'response', 'result', 'return'].includes(last!) ? words.slice(0, -1) : words;
  return named.map((word) => (/^\p{Lu}{2}/u.test(word) ? word : word.toLowerCase())).join(' ');
}
