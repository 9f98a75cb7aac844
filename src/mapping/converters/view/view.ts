// `{body|view(fields, whole, plain)}`: what of a body REST clients are shown, as they ask. A REST service behind must show the whole.
import { TRUE } from '../../../json/value.ts';
import { kindOf } from '../../../json/walk.ts';
import type {
  CompileMessage,
  ConverterEntry,
  MessageArgument,
  MessageUse,
  TableSite,
} from '../../model/converter-entry.ts';
import type { View } from '../../model/member-view.ts';
import { Views } from '../../model/member-views.ts';
import type { MessageHooks } from '../../model/message-hooks.ts';
import type { Fields } from '../../syntax/fields.ts';
import type { YamlNode } from '../../syntax/yaml.ts';
import { type AroundAddress, aroundAddress } from './address.ts';
import { Projection, type ProjectionPlan } from './projection.ts';
import { partSchema, viewSchema } from './schema.ts';

interface Settings {
  readonly views: Views;
  readonly always: readonly string[];
  readonly selectResources: boolean;
  /** How an address is shown. */
  readonly address: AroundAddress | undefined;
}

function configure(options: Fields, { codec, report, place, typesOf }: TableSite): CompileMessage {
  const address = options.get('address');
  if (place && options.has('resources')) options.demand(['address'], place);
  const keys = options.map('keys').map(({ key, value }) => [key, textsOf(value)] as const);
  const settings: Settings = {
    views: new Views(codec, typesOf(options.list('resources')), new Map(keys)),
    always: options.texts('always'),
    selectResources: options.flag('selectResources') ?? true,
    address: address && aroundAddress(address, report),
  };
  return (use) => compile(use, settings);
}

/** One text, or a list of them. */
function textsOf(node: YamlNode): string[] {
  const items = node.kind === 'list' ? node.items : [node];
  return items.map((item) => (item.kind === 'scalar' ? item.source : ''));
}

function compile(use: MessageUse, settings: Settings): MessageHooks | undefined {
  const root = settings.views.of(use.type);
  if (root === undefined) {
    const message = `{${use.name}} has no members in the contract that "view" could show`;
    use.report.add('MAPPING_TYPE', message, use.place, 'bind it to an element of a complex type');
    return undefined;
  }
  const plan = planOf(use, root, settings);
  return hooksOf(plan, use.variable, settings);
}

/** They hold nothing of the rule's patterns. */
function hooksOf(plan: ProjectionPlan, variable: number, { address }: Settings): MessageHooks {
  const projection = new Projection(plan);
  return {
    read: (bindings) => projection.check(bindings),
    write: (bindings) => projection.withView(variable, bindings),
    schema: (schema, components) =>
      plan.part
        ? partSchema(address)
        : viewSchema(schema, components, plan.fields !== undefined, plan.links && address),
  };
}

function planOf(use: MessageUse, root: View, settings: Settings): ProjectionPlan {
  const [fields, whole, plain] = ['fields', 'whole', 'plain'].map((key) => use.arguments.get(key));
  for (const flag of [whole, plain]) if (flag) demandWhole(flag, use);
  const { always, selectResources: resources } = settings;
  return {
    root,
    fields: fields && { variable: fields.variable, parameter: fields.source, always, resources },
    links: whole && linksOf(use, settings, flagOf(whole)),
    part: partOf(use),
    codes: plain && codesOf(use, flagOf(plain)),
  };
}

function partOf({ arguments: all, report, place }: MessageUse): ProjectionPlan['part'] {
  const [list, part, total, whole] = ['list', 'part', 'total', 'whole'].map((key) => all.get(key));
  const path = list ?? part;
  if (path === undefined) return undefined;
  if (whole === undefined)
    report.add('MAPPING_MISSING', 'a part has an address, which "view" shows', place, 'write view(whole: expand, …)');
  if (list && part) report.add('MAPPING_DUPLICATE', '"view" shows a list or another part, not both', place);
  return whole && { variable: path.variable, list: list !== undefined, total: total?.variable };
}

function flagOf({ variable, constant }: MessageArgument): number | boolean {
  return constant ?? variable;
}

function linksOf(use: MessageUse, { address }: Settings, whole: number | boolean): ProjectionPlan['links'] {
  const self = use.address();
  if (address === undefined) {
    const hint = 'write converters: { view: { resources: [ … ], address: { href: "{$self}" } } } in the table';
    use.report.add('MAPPING_MISSING', 'the table does not say how "view" shows an address', use.place, hint);
  }
  if (self === undefined)
    use.report.add(
      'MAPPING_SHAPE',
      'only the response to a GET request has an address',
      use.place,
      'leave out "whole"',
    );
  if (address === undefined || self === undefined) return undefined;
  return { self, as: [Buffer.from(address[0]), Buffer.from(address[1])], showsWhole: whole };
}

function codesOf({ codec, report, place }: MessageUse, plain: number | boolean): ProjectionPlan['codes'] {
  if (codec.codes) return { ...codec.codes, showsPlain: plain };
  const hint = 'write codes: id/label under types: "*"';
  report.add('MAPPING_MISSING', 'coded values need the names of two members', place, hint);
  return undefined;
}

/** A service that shows less than the whole would leave SOAP clients without it. */
function demandWhole({ name, constant, place, fills }: MessageArgument, { bothWays, report }: MessageUse): void {
  if (!bothWays || constant !== undefined || fills().some((value) => kindOf(value) === TRUE)) return;
  const message = `the service must show the whole: {${name}} has no fill default that is true`;
  const hint = `write {${name}=false:true} in the request, or set only: rest-to-soap`;
  report.add('MAPPING_MISSING', message, place, hint);
}

const ARGUMENT = { kind: 'variable', optional: true, side: 'rest.response' } as const;

export const view: ConverterEntry = {
  keyword: 'view',
  parameters: [
    {
      name: 'fields',
      ...ARGUMENT,
      type: 'texts',
      docs: 'the list of members that are shown, with dots for those inside; everything where it is absent',
    },
    {
      name: 'whole',
      ...ARGUMENT,
      type: 'flag',
      docs: 'where true, resources are shown whole; else by their address. Without the argument nothing has an address',
    },
    {
      name: 'plain',
      ...ARGUMENT,
      type: 'flag',
      docs: 'where true, coded values are shown plain; else with their label. Without the argument all are plain',
    },
    {
      name: 'part',
      ...ARGUMENT,
      type: 'text',
      selects: true,
      docs: 'the address of a resource below that of the body, which is shown in its place: `home`, `lines/2`',
    },
    {
      name: 'list',
      ...ARGUMENT,
      type: 'text',
      selects: true,
      docs: 'the same, of a resource that is a list',
    },
    {
      name: 'total',
      ...ARGUMENT,
      type: 'count',
      docs: 'the number of items of such a list',
    },
  ],
  docs: 'the part of the body that clients ask for: [views](#views)',
  message: {
    body: 'response',
    options: [
      {
        key: 'always',
        docs: 'members that are shown whatever is asked for',
        schema: { type: 'array', items: { type: 'string' } },
      },
      {
        key: 'resources',
        docs: 'types that are resources of their own: names and patterns as under `types:`',
        schema: { type: 'array', items: { type: 'string' } },
      },
      {
        key: 'address',
        docs: 'how an address is shown: `{ href: "{$self}" }`',
        schema: { type: 'object' },
      },
      {
        key: 'keys',
        docs: 'what the items of a list have in their addresses, by the name of the list: a member, `member.inner`, or several, of which the first counts that an item has. Items without one have their number from 1',
        schema: {
          type: 'object',
          additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
        },
      },
      {
        key: 'selectResources',
        docs: 'whether clients may name resources in `fields` (`true`)',
        schema: { type: 'boolean' },
      },
    ],
    configure,
  },
};
