// `{body|flags(names, nulls)}`: flags in the lists of a body, from a list of names.
import type { Codec } from '../../../codec/model/codec.ts';
import { isPresentedList } from '../../../codec/presentation/presented-list.ts';
import type { ComplexType } from '../../../contract/model/model.ts';
import type { CompileMessage, ConverterEntry, MessageUse, TableSite } from '../../model/converter-entry.ts';
import { Views } from '../../model/member-views.ts';
import type { MessageHooks } from '../../model/message-hooks.ts';
import type { Fields } from '../../syntax/fields.ts';
import { FlagNames } from './flag-names.ts';

const HINT = 'write converters: { flags: { types: [ … ], member: NAME } } in the table';

function configure(options: Fields, { codec, report, place, typesOf }: TableSite): CompileMessage {
  if (place) options.demand(['types', 'member'], place);
  const types = typesOf(options.list('types'));
  const member = options.text('member')?.value ?? '';
  for (const type of place && member ? types : [])
    if (!hasMember(type, member, codec)) {
      const message = `type "${type.name?.local}" has no member "${member}"`;
      report.add('MAPPING_UNKNOWN_ELEMENT', message, place!);
    }
  const views = new Views(codec, types);
  return (use) => {
    if (place) return compile(use, views, member);
    use.report.add('MAPPING_MISSING', 'the table does not say which types have the flag of "flags"', use.place, HINT);
    return undefined;
  };
}

function compile(use: MessageUse, views: Views, member: string): MessageHooks | undefined {
  const root = views.of(use.type);
  if (root === undefined) {
    const message = `{${use.name}} has no members in the contract that "flags" could flag`;
    const hint = 'bind it to an element of a complex type, without another converter';
    use.report.add('MAPPING_TYPE', message, use.place, hint);
    return undefined;
  }
  const names = use.arguments.get('names')!;
  const nulls = use.arguments.get('nulls')?.variable ?? -1;
  const plan = { root, variable: use.variable, names: names.variable, nulls, member, parameter: names.source };
  const flagNames = new FlagNames(plan);
  return { read: (bindings) => flagNames.set(bindings), write: (bindings) => flagNames.unset(bindings) };
}

function hasMember(type: ComplexType, member: string, codec: Codec): boolean {
  return !isPresentedList(type) && codec.members(type).some((m) => m.key === member);
}

export const flags: ConverterEntry = {
  keyword: 'flags',
  parameters: [
    {
      name: 'names',
      kind: 'variable',
      type: 'texts',
      binds: true,
      side: 'soap.request',
      docs: 'the list of names of members that have the flag',
    },
    {
      name: 'nulls',
      kind: 'variable',
      optional: true,
      type: 'flag',
      side: 'soap.request',
      docs: 'where true, members that are null and not in the list are left out',
    },
  ],
  docs: 'the body without its flags, whose names clients list: [flags](#flags-from-a-list-of-names)',
  message: {
    body: 'request',
    options: [
      {
        key: 'types',
        docs: 'the types that have the flag: names and patterns as under `types:`',
        schema: { type: 'array', items: { type: 'string' } },
      },
      { key: 'member', docs: 'the name of the flag', schema: { type: 'string' } },
    ],
    configure,
  },
};
