// The help of the program: commands in groups, on one screen. Commands have theirs from commander.
import { type Command, Help } from 'commander';

/** Commands by what they are for. A command without a group is among the last. */
const GROUPS: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Start', ['demo', 'serve', 'init', 'operations', 'mock', 'docs']],
  ['Write a mapping', ['check', 'test', 'explain', 'call', 'studio', 'record', 'diff', 'migrate']],
  ['Contracts and documents', ['openapi', 'wsdl', 'compile']],
];
const LAST = 'Run';

const EXAMPLES = [
  'soapstone serve --contract service.wsdl      # every operation as REST',
  'soapstone init service.wsdl -o ./orders      # the same as a table to edit',
  'soapstone check ./orders && soapstone test ./orders',
];

export function formatHelp(command: Command, helper: Help): string {
  return command.parent ? Help.prototype.formatHelp.call(helper, command, helper) : rootHelp(command);
}

function rootHelp(root: Command): string {
  const groups = Map.groupBy(root.commands, (command) => groupOf(command.name()));
  const titles = [...GROUPS.map(([title]) => title), LAST];
  return [
    'Usage: soapstone <command> [options]',
    '',
    root.description(),
    ...titles.flatMap((title) => groupLines(title, sorted(title, groups.get(title) ?? []))),
    '',
    'Examples',
    ...EXAMPLES.map((example) => `  $ ${example}`),
    '',
    'Options: soapstone <command> --help. Exit codes: 0 ok, 1 problems, 2 usage.',
    '',
  ].join('\n');
}

function groupOf(name: string): string {
  return GROUPS.find(([, names]) => names.includes(name))?.[0] ?? LAST;
}

function sorted(title: string, commands: readonly Command[]): Command[] {
  const order = GROUPS.find(([other]) => other === title)?.[1] ?? [];
  return commands.toSorted((a, b) => order.indexOf(a.name()) - order.indexOf(b.name()));
}

function groupLines(title: string, commands: readonly Command[]): string[] {
  if (commands.length === 0) return [];
  return ['', title, ...commands.map((command) => `  ${command.name().padEnd(WIDTH)}${summaryOf(command)}`)];
}

/** Of the column of names. */
const WIDTH = 12;

/** The first clause of the description. */
export function summaryOf(command: Command): string {
  return command.summary() || command.description().replace(/[.,:;](?:\s.*)?$/s, '');
}
