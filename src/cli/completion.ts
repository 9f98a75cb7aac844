// `soapstone completion`: scripts for shells, written from the commands and options of the program itself.
import type { Command, Option } from 'commander';
import { summaryOf } from './help.ts';
import { OK } from './report.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** Values of its first argument; files where there are none. */
  readonly values: readonly string[];
}

interface CompletedOption {
  /** `-o` and `--output`. */
  readonly flags: readonly string[];
  readonly summary: string;
  readonly takesValue: boolean;
  /** Files where there are none. */
  readonly values: readonly string[];
}

/** Values of first arguments by command, beside those that commands declare. */
type FirstValues = ReadonlyMap<string, readonly string[]>;

export function completion(shell: Shell, root: Command, values: FirstValues): number {
  process.stdout.write(completionScript(shell, root, values));
  return OK;
}

/** `root`: the program with all commands. */
export function completionScript(shell: Shell, root: Command, values: FirstValues): string {
  return SCRIPTS[shell](root.commands.map((command) => completedCommand(command, values)));
}

function completedCommand(command: Command, values: FirstValues): CompletedCommand {
  return {
    name: command.name(),
    summary: summaryOf(command),
    options: [...command.options.map(completedOption), HELP],
    values: values.get(command.name()) ?? command.registeredArguments[0]?.argChoices ?? [],
  };
}

const HELP: CompletedOption = { flags: ['-h', '--help'], summary: 'print the help', takesValue: false, values: [] };

function completedOption({ short, long, description, required, optional, argChoices, flags }: Option): CompletedOption {
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    summary: description.replace(/[.;\n].*$/s, ''),
    takesValue: required || optional,
    values: argChoices ?? choicesIn(flags),
  };
}

/** `<open|close>` of the options of `serve`. */
function choicesIn(flags: string): readonly string[] {
  const inside = /<([\w-]+(?:\|[\w-]+)+)>/.exec(flags)?.[1];
  return inside?.split('|') ?? [];
}

const SCRIPTS: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** For bash 3.2 and later, which macOS has. */
function bashScript(commands: readonly CompletedCommand[]): string {
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ values: all }) => all.length > 0)
      .map(
        ({ flags, values: all }) =>
          `    ${flags.map((flag) => `"${name} ${flag}"`).join('|')}) words="${all.join(' ')}" ;;`,
      ),
  );
  const named = commands.map(({ name, options, values: all }) => {
    const flags = options.flatMap((option) => option.flags).join(' ');
    return `    ${name}) options="${flags}"; words="\${words:-${all.join(' ')}}" ;;`;
  });
  return `# bash completion of soapstone: put  source <(soapstone completion bash)  into ~/.bashrc
_soapstone() {
  local IFS=$' \\t\\n' current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words="" options=""
  # bash makes words of --format=x: --format, =, x
  if [ "$previous" = "=" ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [ "$current" = "=" ]; then current=""; fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${values.join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${named.join('\n')}
  esac
  case "$current" in -*) words="$options" ;; esac
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); return; fi
  IFS=$'\\n'
  COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _soapstone soapstone
`;
}

function zshScript(commands: readonly CompletedCommand[]): string {
  const named = commands.map(({ name, options, values }) => {
    const first = values.length > 0 ? `'1:value:(${values.join(' ')})'` : "'*:file:_files'";
    return `    ${name}) _arguments ${[...options.flatMap(zshOption), first].join(' ')} ;;`;
  });
  return `#compdef soapstone
# zsh completion of soapstone: put  source <(soapstone completion zsh)  into ~/.zshrc, below compinit
_soapstone() {
  local -a commands
  commands=(${commands.map(({ name, summary }) => zshQuoted(`${name}:${summary}`)).join(' ')})
  if (( CURRENT == 2 )); then
    if [[ "$PREFIX" == -* ]]; then _arguments '--help[print the help]' '--version[print the version]'
    else _describe command commands; fi
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${named.join('\n')}
  esac
}
if [ "$funcstack[1]" = _soapstone ]; then _soapstone "$@"; else compdef _soapstone soapstone; fi
`;
}

function zshOption({ flags, summary, takesValue, values }: CompletedOption): string[] {
  const action = values.length > 0 ? `(${values.join(' ')})` : '_files';
  const value = takesValue ? `:value:${action}` : '';
  const text = summary.replace(/[[\]\\:]/g, '\\$&');
  // With a value: `--format x` and `--format=x`.
  return flags.map((flag) => zshQuoted(`*${flag}${takesValue && flag.startsWith('--') ? '=' : ''}[${text}]${value}`));
}

function zshQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const names = commands.flatMap(({ name, summary }) => [
    `complete -c soapstone -n __fish_use_subcommand -f -a ${name} -d ${fishQuoted(summary)}`,
  ]);
  const options = commands.flatMap(({ name, options: all, values }) => {
    const when = `complete -c soapstone -n '__fish_seen_subcommand_from ${name}'`;
    const first = values.length === 0 ? [] : [`${when} -f -a '${values.join(' ')}'`];
    return [...first, ...all.map((option) => `${when} ${fishOption(option)}`)];
  });
  return [
    '# fish completion of soapstone: soapstone completion fish > ~/.config/fish/completions/soapstone.fish',
    ...names,
    "complete -c soapstone -n __fish_use_subcommand -l help -d 'print the help'",
    "complete -c soapstone -n __fish_use_subcommand -l version -d 'print the version'",
    ...options,
    '',
  ].join('\n');
}

function fishOption({ flags, summary, takesValue, values }: CompletedOption): string {
  const spelled = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value = !takesValue ? [] : values.length > 0 ? [`-x -a '${values.join(' ')}'`] : ['-r'];
  return [...spelled, ...value, `-d ${fishQuoted(summary)}`].join(' ');
}

function fishQuoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
