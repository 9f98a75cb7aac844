// Options that several commands have.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { SoapstoneError } from '../errors/errors.ts';
import type { LoadOptions } from '../mapping/load.ts';
import { pairsOf, parseKind } from '../server/settings/kinds.ts';
import { environmentName, flagOf } from '../server/settings/option-spec.ts';
import { type OptionName, optionNames, specOf } from '../server/settings/options.ts';
import { FORMATS, type Format } from './output/format.ts';

/** Settings that a newcomer needs: all of them are in docs/reference/settings.md. */
const COMMON: ReadonlySet<string> = new Set([
  ...['mapping', 'contract', 'allowRemote', 'set', 'present', 'upstream', 'auth', 'docs', 'openapi', 'publicUrl'],
  ...['host', 'port', 'adminPort', 'watch', 'logFormat', 'tools', 'readOnly'],
]);

/** `without`: options of a bridge that the command has not; of the process, it has those of the log then. */
export function addSettings(command: Command, without: readonly OptionName[] = []): void {
  command.option(
    '--config <file>',
    `settings file (${environmentName('config')}); default: soapstone.yaml in this folder`,
  );
  for (const name of without.length === 0 ? optionNames : optionNames.filter((name) => isOfTools(name, without))) {
    const { kind, doc, values, default: fallback } = specOf(name);
    const allowed = values?.join('|') ?? (kind === 'switch' ? 'true|false' : kind);
    const tail = fallback ? ` [${fallback}]` : '';
    const option = new Option(`${flagOf(name)} <${allowed}>`, lowered(doc) + tail);
    if (allowed.includes('|')) option.argParser(notAnOption);
    command.addOption(option.hideHelp(!COMMON.has(name)));
  }
}

/** An option in the place of a value has been taken for it. */
function notAnOption(value: string): string {
  if (value.startsWith('--')) throw new InvalidArgumentError('It is another option: write a value before it.');
  return value;
}

function isOfTools(name: OptionName, without: readonly OptionName[]): boolean {
  return (specOf(name).scope === 'bridge' && !without.includes(name)) || name === 'logLevel' || name === 'logFormat';
}

/** Help texts begin with a small letter, except abbreviations. */
export function lowered(doc: string): string {
  return /^[A-Z]{2}/.test(doc) ? doc : doc.charAt(0).toLowerCase() + doc.slice(1);
}

/** For the commands that load contracts, except `serve`, which has all settings. */
export function addLoading(command: Command): void {
  command.option(`${flagOf('allowRemote')} <hosts>`, lowered(specOf('allowRemote').doc));
  command.option(`${flagOf('set')} <pairs>`, lowered(specOf('set').doc));
}

/** For commands that show what clients get. */
export function addFaultTexts(command: Command): void {
  const { doc, values = [], default: fallback } = specOf('faultTexts');
  const option = new Option(`${flagOf('faultTexts')} <texts>`, `${lowered(doc)} [${fallback}]`);
  command.addOption(option.choices(values));
}

export function loadingOf(command: Command): LoadOptions {
  const { allowRemote, set } = command.opts<{ allowRemote?: string; set?: string }>();
  return {
    allowRemote: allowRemote === undefined ? undefined : listOf('allowRemote', allowRemote),
    settings: set === undefined ? undefined : pairsOf(listOf('set', set)),
  };
}

function listOf(name: 'allowRemote' | 'set', text: string): readonly string[] {
  const parsed = parseKind(specOf(name), text);
  if ('problem' in parsed) throw new SoapstoneError('SETTINGS', `${flagOf(name)} ${parsed.problem}`);
  return parsed.value as readonly string[];
}

export function addFormat(command: Command): void {
  command.addOption(new Option('--format <format>', 'format of the output').choices(FORMATS).default('text'));
  command.addOption(new Option('--json', 'short for --format json').implies({ format: 'json' }));
}

export function formatOf(command: Command): Format {
  return command.opts<{ format: Format }>().format;
}

export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}
