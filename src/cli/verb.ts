// What all commands are made of: usage, help with examples, and the function that runs one.
import type { Command } from 'commander';

export type Verb = () => Promise<number>;

export type Choose = (verb: Verb) => void;

export function verb(root: Command, usage: string, description: string, ...examples: readonly string[]): Command {
  const text = ['', 'Examples:', ...examples.map((example) => `  $ ${example}`)].join('\n');
  return root.command(usage).description(description).addHelpText('after', text);
}

export function whenChosen(command: Command, choose: Choose, run: Verb): void {
  command.action(() => choose(run));
}
