// Whether a Redis keeps what it has confirmed, by what it says of itself. Knows nothing about connections.
import type { Durability } from './store.ts';

/** What was asked for; undefined where the server refuses to say. */
export interface RedisFacts {
  /** Names and values of CONFIG GET in turn. */
  readonly config: readonly string[] | undefined;
  /** Text of INFO. */
  readonly info: string | undefined;
}

/** Managed services rename or forbid CONFIG; INFO then knows a part of it. */
export function durabilityOf({ config, info }: RedisFacts): Durability {
  const settings = pairs(config ?? []);
  const facts = lines(info ?? '');
  const aof = facts.get('aof_enabled');
  const appendonly = settings.get('appendonly') ?? (aof === undefined ? undefined : aof === '1' ? 'yes' : 'no');
  const appendfsync = appendonly === 'no' ? 'not used' : settings.get('appendfsync');
  const policy = settings.get('maxmemory-policy') ?? facts.get('maxmemory_policy');
  const role = facts.get('role');
  const problems: string[] = [];
  if (role === 'slave') problems.push('it is a replica: its primary may have other data');
  if (appendonly === 'no') problems.push('appendonly is no: a crash loses everything since the last snapshot');
  if (appendfsync === 'no') problems.push('appendfsync is no: a crash of its machine loses up to half a minute');
  if (policy !== undefined && policy !== 'noeviction')
    problems.push(`maxmemory-policy is ${safeName(policy)}: a full Redis evicts keys`);
  if (problems.length > 0) return { state: 'volatile', problems };
  const silent = Object.entries({ role, appendonly, appendfsync, 'maxmemory-policy': policy });
  const unknown = silent.flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (unknown.length === 0) return { state: 'durable', problems };
  return { state: 'unknown', problems: [`Redis does not report: ${unknown.join(', ')}`] };
}

function safeName(name: string): string {
  return /^[\w-]{1,40}$/.test(name) ? name : 'another one';
}

function pairs(list: readonly string[]): Map<string, string> {
  const entries = new Map<string, string>();
  for (let i = 0; i + 1 < list.length; i += 2) entries.set(list[i], list[i + 1]);
  return entries;
}

function lines(info: string): Map<string, string> {
  return new Map([...info.matchAll(/^(\w+):([^\r\n]*)/gm)].map(([, name, value]) => [name, value]));
}
