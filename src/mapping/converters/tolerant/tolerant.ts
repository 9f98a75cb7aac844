// `{body|tolerant(names, values, leftOut)}`: how the client wants unknown members and wrong values handled. `Error` refuses them, `Warning` omits
// and lists them, `Ignore` omits them. Of names in `except` a warning is not enough: what a client wrote would be lost with a success.
import { SoapstoneError } from '../../../errors/errors.ts';
import { arrayOf } from '../../../json/array.ts';
import { fromJs, type Json } from '../../../json/value.ts';
import { scalarText } from '../../../json/walk.ts';
import type { Bindings } from '../../../pattern/text/bound-values.ts';
import type { CompileMessage, ConverterEntry, MessageArgument, MessageUse } from '../../model/converter-entry.ts';
import type { MessageHooks } from '../../model/message-hooks.ts';
import type { Fields } from '../../syntax/fields.ts';
import { globOf } from '../../syntax/name-patterns.ts';

const LEVELS = ['error', 'warning', 'ignore'];
const [ERROR, WARNING, IGNORE] = LEVELS;
/** The longest list of warnings. */
const MAX_WARNINGS = 20;

function configure(options: Fields): CompileMessage {
  const except = globOf(options.texts('except'));
  return (use) => compile(use, except);
}

function compile({ arguments: all, report, place }: MessageUse, except: RegExp): MessageHooks {
  const [names, values, leftOut] = ['names', 'values', 'leftOut'].map((key) => levelOf(all.get(key)));
  if (names === undefined && values === undefined)
    report.add('MAPPING_MISSING', '"tolerant" needs "names" or "values"', place, 'write |tolerant(onNames, onValues)');
  const levels = [names, values].filter((argument) => argument !== undefined);
  return {
    read: (bindings) => {
      for (const level of levels) if (!LEVELS.includes(levelIn(level, bindings))) throw refusal(level);
    },
    tolerance: (bindings) =>
      toleranceOf(levelIn(names, bindings), levelIn(values, bindings), leftOut, bindings, except),
  };
}

/** What is used of an argument while the gateway runs: no more of it is held. */
type Level = Pick<MessageArgument, 'variable' | 'source' | 'inHeader'>;

function levelOf(argument: MessageArgument | undefined): Level | undefined {
  if (argument === undefined) return undefined;
  const { variable, source, inHeader } = argument;
  return { variable, source, inHeader };
}

function toleranceOf(
  onNames: string,
  onValues: string,
  leftOut: Level | undefined,
  bindings: Bindings,
  except: RegExp,
): ReturnType<NonNullable<MessageHooks['tolerance']>> {
  if (onNames === ERROR && onValues === ERROR) return undefined;
  const warnings: Json[] = [];
  if (leftOut) bindings[leftOut.variable] = undefined;
  return {
    omits: (name) => onNames === IGNORE || (onNames !== ERROR && !except.test(name)),
    values: onValues !== ERROR,
    leaveOut({ code, path = '$', message }) {
      const level = code === 'CODEC_UNKNOWN' ? onNames : onValues;
      if (level !== WARNING || leftOut === undefined || warnings.length === MAX_WARNINGS) return;
      warnings.push(fromJs({ path, code, message }));
      bindings[leftOut.variable] = arrayOf(warnings);
    },
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
      docs: 'the list of what was left out with a warning: `path`, `code`, `message`',
    },
  ],
  docs: 'the body as strictly as clients ask: [lenient request bodies](#lenient-request-bodies)',
  message: {
    body: 'request',
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
