// Opens the store of the settings, and refuses wrong ones. Whether a Redis responds, each request finds out.
import { SoapstoneError } from '../../errors/errors.ts';
import { readTextBounded } from '../../file/read-file.ts';
import { memoryStore } from '../../store/memory.ts';
import { redisStore } from '../../store/redis.ts';
import type { Store } from '../../store/store.ts';
import type { BridgeSettings } from '../settings/settings.ts';
import { checkSecret, readSecret } from './secret.ts';
import type { StoreWatch } from './store-watch.ts';

type StoreSettings = Pick<BridgeSettings, 'store' | 'storeSize' | 'storePassword' | 'storeCa' | 'storeTimeout'>;
type RequiredDurability = Partial<Pick<BridgeSettings, 'storeDurability'>>;

/**
 * The settings that a store is made from. A store in memory stays the same whatever its size: a new one would lose its claims.
 * @throws SoapstoneError SETTINGS for files and variables that are not there.
 */
export function storeOptions(settings: StoreSettings) {
  const { store, storePassword, storeTimeout } = settings;
  if (store === 'memory') return { store };
  return { store, storePassword, storeTimeout, ca: checkedFiles(settings) };
}

/** `inMemory`: opens a store in memory of so many bytes. @throws SoapstoneError SETTINGS for files and variables that are not there. */
export function openStore(
  settings: StoreSettings & RequiredDurability,
  watch?: Pick<StoreWatch, 'setDurability' | 'setConnection'>,
  inMemory = (bytes: number): Store => memoryStore({ bytes }),
): Store {
  const { store, storeSize, storePassword, storeCa, storeTimeout } = settings;
  if (store === 'memory' && settings.storeDurability === 'require')
    throw new SoapstoneError(
      'SETTINGS',
      'storeDurability: require needs a Redis; a store in memory is lost with the process',
    );
  if (store === 'memory') return inMemory(storeSize);
  if (storeCa !== undefined && !store.startsWith('rediss:')) {
    throw new SoapstoneError('SETTINGS', 'storeCa needs a rediss:// store');
  }
  const ca = checkedFiles(settings);
  return redisStore({
    url: store,
    timeout: storeTimeout,
    password: storePassword === undefined ? undefined : () => readSecret(storePassword),
    ca,
    onDurability: (durability) => watch?.setDurability(durability),
    onConnection: (trouble) => watch?.setConnection(trouble),
  });
}

/** PEM of the authorities. */
function checkedFiles({ storePassword, storeCa }: StoreSettings): string | undefined {
  if (storePassword !== undefined) checkSecret('storePassword', storePassword);
  return storeCa === undefined ? undefined : certificates(storeCa);
}

function certificates(file: string): string {
  try {
    const text = readTextBounded(file, { maxBytes: 1024 * 1024, pipes: true });
    // OpenSSL takes a text without any certificate for an empty list.
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch (error) {
    throw new SoapstoneError('SETTINGS', `storeCa: cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`);
  }
  throw new SoapstoneError('SETTINGS', `storeCa: ${file} is not PEM`);
}
