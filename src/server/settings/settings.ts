// The types of validated settings.
import type { AuthSettings } from '../../auth/settings/settings.ts';
import type { CorsSettings } from './cors-setting.ts';
import type { OptionName, options } from './options.ts';
import type { SettingPlaces } from './places.ts';

type Table = typeof options;

type Plain<S> = S extends { kind: 'port' | 'count' | 'duration' | 'size' }
  ? number
  : S extends { kind: 'paths' | 'hosts' | 'networks' | 'origins' | 'pairs' | 'list' }
    ? readonly string[]
    : S extends { kind: 'switch' }
      ? boolean
      : S extends { kind: 'choice'; values: readonly (infer V)[] }
        ? V
        : S extends { kind: 'auth' }
          ? AuthSettings
          : S extends { kind: 'cors' }
            ? CorsSettings
            : string;

type ValueOf<S> = S extends { default: string } ? Plain<S> : Plain<S> | undefined;

type OfScope<Scope extends string> = {
  readonly [K in OptionName as Table[K]['scope'] extends Scope ? K : never]: ValueOf<Table[K]>;
};

/** For problems that are seen later. */
interface Placed {
  readonly places?: SettingPlaces;
}

/** Durations in ms, sizes in bytes; `adminPort` is -1 for off. */
export type ProcessSettings = OfScope<'process'> & Placed;

type Needed = 'mapping' | 'upstream' | 'name';

/** One bridge. Paths are absolute. `mapping` is empty where the table is made from `contract`; `upstream` may be empty then. */
export type BridgeSettings = Omit<OfScope<'bridge'>, Needed> & { readonly [K in Needed]: string } & Placed;

export interface Settings extends ProcessSettings {
  /** The admin port is a free one where the default is taken. */
  readonly adminPortMoves?: boolean;
  readonly bridges: readonly BridgeSettings[];
}
