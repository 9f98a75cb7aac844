// Members of a message that says that all went well, which only a failure has. Knows nothing about texts of samples.
import type { Codec } from '../codec/model/codec.ts';
import type { ElementMember, Member } from '../codec/model/members.ts';
import type { ComplexType, ElementDecl } from '../contract/model/model.ts';
import { clark } from '../xml/reader/names.ts';

/** Of local names without `-`, `_` and `.`. */
const FLAG = /^(?:is|was)?success(?:ful)?$|^succeeded$/i;
const FAILURE = /^(?:err|error|fault)s?(?:code|number|message|msg|reason|text|description|list|info|details?)?$/i;

/** Clark names of the elements in `type` beside a flag of success. `flagText`: the constant of a flag in the pattern; samples of others are true. */
export function failureMembers(
  type: ComplexType,
  codec: Codec,
  flagText: (flag: Member) => string | undefined,
): ReadonlySet<string> {
  const elements = codec.members(type).filter((member) => member.kind === 'element');
  const flag = elements.find(isFlag);
  if (flag === undefined || /^(?:false|0)$/.test(flagText(flag) ?? flag.element.fixed ?? '')) return new Set();
  return new Set(elements.flatMap(({ element }) => (FAILURE.test(plain(element)) ? [clark(element.name)] : [])));
}

function isFlag({ element, list }: ElementMember): boolean {
  const { type } = element;
  return !list && type.kind === 'simple' && type.builtin === 'boolean' && FLAG.test(plain(element));
}

function plain({ name }: ElementDecl): string {
  return name.local.replace(/[-_.]/g, '');
}
