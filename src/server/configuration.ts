// The configuration in use, and how a reload replaces it: the bridges, the digests of their files, and the snapshots of their tables.
import type { SnapshotFolder } from '../mapping/snapshot/snapshot-folder.ts';
import type { BridgeMeans } from './bridges/bridge.ts';
import { closeGeneration, type Generation, openGeneration } from './config-snapshot.ts';
import type { MessageClasses } from './http/messages.ts';
import { type ConfigDigests, configDigests } from './reload/config-digest.ts';
import { pemFiles } from './reload/watch.ts';
import type { Settings } from './settings/settings.ts';

/** ms after a start until the digest of its files is known, and after a load until snapshots of its tables are written. */
const AFTERWARDS_MS = 1000;

export interface ConfigurationHooks {
  /** The settings as they are now; those of the start by default. @throws Problems */
  settings?(): Promise<Settings>;
  /** Their file. */
  readonly file?: string;
  /** Called with the digest of what a reload has loaded, before it is used. @throws what keeps the configuration as it is */
  agree?(digest: string): Promise<void>;
}

export interface ConfigurationDeps {
  readonly classes: MessageClasses;
  readonly means: BridgeMeans;
  readonly tables: SnapshotFolder | undefined;
  readonly hooks: ConfigurationHooks;
}

export class Configuration {
  /** Settings of the latest load, also of a failed one. */
  latest: Settings;
  generation: Generation;
  /** Of the files of `generation`; undefined: not known yet. */
  digests: ConfigDigests | undefined = undefined;
  /** They were read with the load. Those of the start are read later: files may have changed between. */
  digestsOfLoad = false;
  private readonly deps: ConfigurationDeps;

  constructor(settings: Settings, first: Generation, deps: ConfigurationDeps) {
    this.latest = settings;
    this.generation = first;
    this.deps = deps;
  }

  /** A little later: whoever waits for the start does not wait for this. */
  started(): void {
    this.writeTables();
    setTimeout(() => void this.readDigests(), AFTERWARDS_MS).unref();
  }

  /** Of the files of the configuration in use. */
  async digest(): Promise<string> {
    const { configuration } = this.digests ?? (await this.readDigests());
    return configuration;
  }

  /** The settings as they are now. @throws Problems */
  async read(): Promise<Settings> {
    this.latest = (await this.deps.hooks.settings?.()) ?? this.latest;
    return this.latest;
  }

  /** Resolves with the previous generation, which the caller closes. @throws Problems; everything stays as it is then */
  async replace(): Promise<Generation> {
    const { classes, means } = this.deps;
    const previous = this.generation;
    const after = await openGeneration(this.latest.bridges, classes, previous, means);
    const digests = await this.digestsOf(after);
    await this.agree(digests, after, previous);
    this.generation = after;
    this.digests = digests;
    this.digestsOfLoad = true;
    this.writeTables();
    return previous;
  }

  /** Where another worker cannot load it, or has loaded something else, nobody uses it. */
  private async agree({ configuration }: ConfigDigests, after: Generation, previous: Generation): Promise<void> {
    try {
      await this.deps.hooks.agree?.(configuration);
    } catch (error) {
      await closeGeneration(after, previous);
      throw error;
    }
  }

  private async readDigests(): Promise<ConfigDigests> {
    const { generation } = this;
    const digests = await this.digestsOf(generation);
    // A reload may have replaced it meanwhile.
    if (this.generation === generation) this.digests = digests;
    return digests;
  }

  private digestsOf({ bridges }: Generation): Promise<ConfigDigests> {
    return configDigests(this.deps.hooks.file, bridges, pemFiles(this.latest));
  }

  private writeTables(): void {
    const { tables } = this.deps;
    if (tables) setTimeout(() => tables.write(), AFTERWARDS_MS).unref();
  }
}
