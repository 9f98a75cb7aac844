// `{body|tolerant(names, values, leftOut)}`: how the client wants unknown members and wrong values handled. `Error` refuses them, `Warning` omits
// and lists them, `Ignore` omits them. Of names in `except` a warning is not enough: what a client wrote would be lost with a success.
import type { MemberTolerance } from '../../../codec/model/codec.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import { arrayOf } from '../../../json/array.ts';
import { fromJs, type Json } from '../../../json/value.ts';
import { scalarText } from '../../../json/walk.ts';
import type { Bindings } from '../../../pattern/text/bound-values.ts';
import type { CompileMessage, ConverterEntry, MessageArgument, MessageUse } from '../../model/converter-entry.ts';
import type { MessageHooks } from '../../model/message-hooks.ts';
import type { Fields } from '../../syntax/fields.ts';
import { globOf } from '../../syntax/name-patterns.ts';
import { pathInItem } from './item-path.ts';

const LEVELS = ['error', 'warning', 'ignore'];
const [ERROR, WARNING, IGNORE] = LEVELS;
/** The longest list of warnings. */
const MAX_WARNINGS = 20;

function configure(options: Fields): CompileMessage {
  const except = globOf(options.texts('except'));
  return (use) => compile(use, except);
}

function compile({ arguments: all, report, place, ofItems }: MessageUse, except: RegExp): MessageHooks {
  const [names, values, leftOut] = ['names', 'values', 'leftOut'].map((key) => levelOf(all.get(key)));
  if (names === undefined && values === undefined)
    report.add('MAPPING_MISSING', '"tolerant" needs "names" or "values"', place, 'write |tolerant(onNames, onValues)');
  const levels = [names, values].filter((argument) => argument !== undefined);
  return {
    read: (bindings) => {
      for (const level of levels) if (!LEVELS.includes(levelIn(level, bindings))) throw refusal(level);
    },
    tolerance: (bindings) => {
      const [onNames, onValues] = [names, values].map((level) => levelIn(level, bindings));
      if (onNames === ERROR && onValues === ERROR) return undefined;
      const warn = warnings(leftOut, bindings);
      const of = (index?: number) => tolerance(onNames, onValues, except, (problem) => warn(problem, index));
      return ofItems ? { ofItem: of } : of();
    },
  };
}

/** What is used of an argument while the gateway runs: no more of it is held. */
type Level = Pick<MessageArgument, 'variable' | 'source' | 'inHeader'>;

function levelOf(argument: MessageArgument | undefined): Level | undefined {
  if (argument === undefined) return undefined;
  const { variable, source, inHeader } = argument;
  return { variable, source, inHeader };
}

function tolerance(
  onNames: string,
  onValues: string,
  except: RegExp,
  warn: MemberTolerance['leaveOut'],
): MemberTolerance {
  return {
    omits: (name) => onNames === IGNORE || (onNames !== ERROR && !except.test(name)),
    values: onValues !== ERROR,
    leaveOut(problem) {
      const level = problem.code === 'CODEC_UNKNOWN' ? onNames : onValues;
      if (level === WARNING) warn(problem);
    },
  };
}

/** The list of the variable grows with each call. `index`: of the item that the problem is in. */
function warnings(leftOut: Level | undefined, bindings: Bindings): (problem: SoapstoneError, index?: number) => void {
  if (leftOut === undefined) return () => undefined;
  const list: Json[] = [];
  bindings[leftOut.variable] = undefined;
  return ({ code, path = '$', message }, index) => {
    if (list.length === MAX_WARNINGS) return;
    const item = index === undefined ? { path } : { index, path: pathInItem(path) };
    list.push(fromJs({ ...item, code, message }));
    bindings[leftOut.variable] = arrayOf(list);
  };
}

function refusal({ inHeader, source }: Level): SoapstoneError {
  return new SoapstoneError(inHeader ? 'BAD_HEADER' : 'BAD_QUERY', 'must be Error, Warning or Ignore', {
    path: source,
  });
}

/** The default is Error. */
function levelIn(argument: Level | undefined, bindings: Bindings): string {
  const value = argument && bindings[argument.variable];
  return (value && scalarText(value)?.toLowerCase()) ?? ERROR;
}

const LEVEL = { kind: 'variable', optional: true, type: 'text', side: 'rest.request' } as const;

export const tolerant: ConverterEntry = {
  keyword: 'tolerant',
  parameters: [
    { name: 'names', ...LEVEL, docs: '`Error`, `Warning` or `Ignore`, for members that the type does not have' },
    { name: 'values', ...LEVEL, docs: 'the same, for wrong values of members that may be absent' },
    {
      name: 'leftOut',
      kind: 'variable',
      optional: true,
      type: 'warnings',
      side: 'soap.response',
      docs: 'the list of what was left out with a warning: `path`, `code`, `message`; of items also their `index` from 0',
    },
  ],
  docs: 'the body as strictly as clients ask: [lenient request bodies](#lenient-request-bodies)',
  message: {
    body: 'request',
    ofItems: 'too',
    options: [
      {
        key: 'except',
        docs: 'names of unknown members, with `*` for any characters, that `Warning` refuses too',
        schema: { type: 'array', items: { type: 'string' } },
      },
    ],
    configure,
  },
};
