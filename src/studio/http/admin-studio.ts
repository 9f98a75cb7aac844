// `/studio` of the admin port: a workbench for each bridge that has a folder, opened by its first request. It reads, and nobody can write with it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CaptureStore } from '../../capture/capture-store.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import { pairsOf } from '../../server/settings/kinds.ts';
import type { BridgeSettings } from '../../server/settings/settings.ts';
import { Studio } from '../studio.ts';
import { type StudioListener, studioListener } from './listener.ts';

interface StudioBridge {
  readonly settings: Pick<BridgeSettings, 'name' | 'mapping' | 'contract' | 'allowRemote' | 'set' | 'faultTexts'>;
  readonly mapping: Mapping;
}

const HINT =
  'the studio of the admin port only reads; soapstone studio, on the folder, records cases and sends requests';

interface AdminSources {
  readonly bridges: readonly StudioBridge[];
  /** Absent where nothing is captured. */
  readonly captures?: CaptureStore;
}

/** `path`: below `/studio`, `''` or with a slash in front. Host names are checked before. */
export type AdminStudio = (
  sources: AdminSources,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
) => Promise<void>;

interface OpenStudio {
  /** The settings that it was opened with. */
  readonly key: string;
  readonly studio: Studio;
  readonly listener: Promise<StudioListener>;
}

export function adminStudio(): AdminStudio {
  /** By the name of its bridge. */
  const open = new Map<string, OpenStudio>();
  return async ({ bridges, captures }, req, res, path) => {
    const folders = bridges.filter(({ settings }) => settings.mapping !== '');
    closeStale(open, folders);
    const [, name = '', file] = /^\/([^/]*)(?:\/(.*))?$/.exec(path) ?? [];
    const bridge = folders.find(({ settings }) => encodeURIComponent(settings.name) === name);
    if (bridge === undefined) return overview(folders, res, name);
    if (file === undefined) return void res.writeHead(308, { Location: `/studio/${name}/` }).end();
    const { settings } = bridge;
    const workbench = open.get(settings.name) ?? openStudio(settings, captures);
    open.set(settings.name, workbench);
    const listener = await workbench.listener.catch((error: unknown) => {
      close(open, settings.name);
      throw error;
    });
    return listener(req, res, file);
  };
}

/** A reload may have changed or removed bridges. */
function closeStale(open: Map<string, OpenStudio>, bridges: readonly StudioBridge[]): void {
  const keys = new Map(bridges.map(({ settings }) => [settings.name, keyOf(settings)]));
  for (const [name, { key }] of open) if (keys.get(name) !== key) close(open, name);
}

function close(open: Map<string, OpenStudio>, name: string): void {
  open.get(name)?.studio.close();
  open.delete(name);
}

function keyOf({ name, mapping, contract, allowRemote, set, faultTexts }: StudioBridge['settings']): string {
  return JSON.stringify([name, mapping, contract, allowRemote, set, faultTexts]);
}

/** One bridge needs no choice. */
function overview(bridges: readonly StudioBridge[], res: ServerResponse, name: string): void {
  const paths = bridges.map(({ settings }) => `/studio/${encodeURIComponent(settings.name)}/`);
  if (name === '' && paths.length === 1) return void res.writeHead(307, { Location: paths[0] }).end();
  const lines = paths.length === 0 ? ['no bridge has a folder with a table'] : paths;
  res.writeHead(name === '' ? 200 : 404, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${lines.join('\n')}\n`);
}

function openStudio(settings: StudioBridge['settings'], store: CaptureStore | undefined): OpenStudio {
  const { name, mapping, contract, allowRemote, set, faultTexts } = settings;
  // What no bridge has taken may have been meant for this one.
  const captures = () => store?.list().filter(({ bridge, present }) => bridge === name || present === undefined);
  const settingPairs = pairsOf(set);
  const studio = new Studio(mapping, {
    contract,
    allowRemote,
    settings: settingPairs,
    hint: HINT,
    captures,
    faultTexts,
  });
  const listener = studio.open().then(() => studioListener(studio, () => true));
  return { key: keyOf(settings), studio, listener };
}
