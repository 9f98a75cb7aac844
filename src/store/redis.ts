// A Store in Redis, shared by all processes that name the same one. The one door to ioredis, which is loaded when a Redis is named.
import type { RedisOptions as ClientOptions, Redis } from 'ioredis';
import { connectionCause } from '../errors/connection-cause.ts';
import { durabilityOf } from './redis-durability.ts';
import { readRedisError } from './redis-error.ts';
import { endStrayResponses } from './redis-replies.ts';
import type { Clock, Count, Durability, Store } from './store.ts';

export interface RedisOptions {
  /**
   * `redis://[user@]host[:port][/db]`, `rediss://…` for TLS, `unix:/path/of/socket`, or `sentinel://[user@]host[:port]/name[/db]` for the master
   * of that name, as one Sentinel and those that it knows say. No password.
   */
  readonly url: string;
  /** Asked before each connection, so that a changed password is taken up. */
  readonly password?: () => string | undefined;
  /** PEM text of the certificate authorities for `rediss:`, in place of the usual ones. */
  readonly ca?: string;
  /** Longest wait for an answer, and to connect, in ms. */
  readonly timeout: number;
  readonly now?: Clock;
  /** ms after which a Redis that may lose claims is asked again; 10 s unless told. */
  readonly recheck?: number;
  /** Hears of each new connection whether claims are safe there. */
  readonly onDurability?: (durability: Durability) => void;
  /** Hears why there has been no connection for longer than `timeout`, at each attempt; undefined: there is one. */
  readonly onConnection?: (trouble: string | undefined) => void;
}

/** What stands before every key: a Redis may hold more than ours. */
const PREFIX = 'soapstone:';

/** KEYS: the key. ARGV: the value that must be there, the new one, its time to live in ms. */
const REPLACE = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

/** KEYS: the key. ARGV: the time to live in ms of what is counted first. */
const COUNT = `local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;

/** A client that knows our scripts. */
type Client = Redis & {
  soapstoneReplace(key: string, old: Buffer, value: Buffer, ttl: number): Promise<number>;
  soapstoneCount(key: string, ttl: number): Promise<[number, number]>;
};

/** Connects in the background: nothing here fails because Redis is away. */
export function redisStore(options: RedisOptions): Store {
  return new RedisStore(options);
}

class RedisStore implements Store {
  private readonly client: Promise<Client>;
  private readonly timeout: number;
  private readonly now: Clock;
  /** Since when there has been no connection; undefined while there is one. */
  private lost: number | undefined;
  private connected = Promise.withResolvers<void>();
  /** What this connection says; undefined where it was not asked, or did not answer. */
  private answer: Promise<Durability> | undefined = undefined;
  private askedAt = 0;
  private durable = false;
  private readonly recheck: number;
  private readonly onDurability: RedisOptions['onDurability'];
  private readonly onConnection: RedisOptions['onConnection'];
  private closing = false;
  /** Why there is none. */
  private trouble = new Error('not connected yet');

  constructor(options: RedisOptions) {
    this.timeout = options.timeout;
    this.onDurability = options.onDurability;
    this.onConnection = options.onConnection;
    this.recheck = options.recheck ?? 10_000;
    this.now = options.now ?? (() => performance.now());
    this.lost = this.now();
    this.client = this.open(options);
    this.client.catch(() => {});
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return (await this.ask((client) => client.getBuffer(PREFIX + key))) ?? undefined;
  }

  async set(key: string, value: Uint8Array, ttl: number): Promise<void> {
    await this.ask((client) => client.set(PREFIX + key, bytes(value), 'PX', wholeMs(ttl)));
  }

  async add(key: string, value: Uint8Array, ttl: number): Promise<boolean> {
    return (await this.ask((client) => client.set(PREFIX + key, bytes(value), 'PX', wholeMs(ttl), 'NX'))) === 'OK';
  }

  async replace(key: string, old: Uint8Array, value: Uint8Array, ttl: number): Promise<boolean> {
    const result = this.ask((client) => client.soapstoneReplace(PREFIX + key, bytes(old), bytes(value), wholeMs(ttl)));
    return (await result) === 1;
  }

  async count(key: string, ttl: number): Promise<Count> {
    const [count, left] = await this.ask((client) => client.soapstoneCount(PREFIX + key, wholeMs(ttl)));
    return { count, left };
  }

  async delete(key: string): Promise<void> {
    await this.ask((client) => client.del(PREFIX + key));
  }

  /** Asked once for each connection; again after a while where claims are not safe, since that may have been mended. */
  durability(): Promise<Durability> {
    const stale = !this.durable && this.now() - this.askedAt >= this.recheck;
    return this.ask((client) => (stale ? undefined : this.answer) ?? this.askDurability(client));
  }

  /** What the server refuses to say is not known; what it did not say in time is asked for again. */
  private askDurability(client: Client): Promise<Durability> {
    const refused = (error: Error) => {
      if (error.name !== 'ReplyError') throw error;
      return undefined;
    };
    const config = (names: string) => client.config('GET', names).catch(refused) as Promise<string[] | undefined>;
    const answer = Promise.all([config('append*'), config('maxmemory-policy'), client.info().catch(refused)]).then(
      ([files, policy, info]) =>
        durabilityOf({ config: files === undefined ? policy : [...files, ...(policy ?? [])], info }),
    );
    this.answer = answer;
    this.askedAt = this.now();
    answer.then(
      (durability) => {
        this.durable = durability.state === 'durable';
        this.onDurability?.(durability);
      },
      () => {
        if (this.answer === answer) this.answer = undefined;
      },
    );
    return answer;
  }

  /** What was asked for before is still answered, within the time limit. */
  async close(): Promise<void> {
    this.closing = true;
    const client = await this.client;
    if (client.status === 'ready') await client.quit().catch(() => {});
    client.disconnect();
  }

  private async open(options: RedisOptions): Promise<Client> {
    const { Redis } = await import('ioredis');
    const client = new Redis(clientOptions(options)) as Client;
    client.defineCommand('soapstoneReplace', { numberOfKeys: 1, lua: REPLACE });
    client.defineCommand('soapstoneCount', { numberOfKeys: 1, lua: COUNT });
    client.on('connect', () => endStrayResponses(client));
    client.on('ready', () => {
      this.lost = undefined;
      this.trouble = new Error('the connection has ended');
      this.connected.resolve();
      this.onConnection?.(undefined);
      void this.askDurability(client).catch(() => {});
    });
    client.on('close', () => {
      this.answer = undefined;
      if (this.lost === undefined) {
        this.lost = this.now();
        this.connected = Promise.withResolvers();
      }
      const away = this.now() - this.lost;
      if (!this.closing && away >= this.timeout)
        this.onConnection?.(connectionCause(this.trouble) ?? readRedisError(this.trouble).message);
      client.options.password = options.password?.();
    });
    // Each operation says what is wrong; without a listener the client would write to the console.
    client.on('error', (error) => {
      this.trouble = error;
    });
    return client;
  }

  private async ask<T>(operation: (client: Client) => Promise<T>): Promise<T> {
    if (this.lost !== undefined) await this.connection(this.lost);
    const client = await this.client;
    try {
      return await operation(client);
    } catch (error) {
      throw readRedisError(error as Error);
    }
  }

  /** Waits for a connection that was lost just now, but not for one that has been away for longer than an answer may take. */
  private async connection(lost: number): Promise<void> {
    const left = Math.max(0, lost + this.timeout - this.now());
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, left);
    });
    if (left > 0) await Promise.race([this.connected.promise, late]);
    clearTimeout(timer);
    if (this.lost !== undefined) throw readRedisError(this.trouble);
  }
}

/** A command is sent once: whether one that was cut off has been carried out is not known, and a claim must not be made twice. */
function clientOptions({ url, password, ca, timeout }: RedisOptions): ClientOptions {
  return {
    ...addressOf(url, ca),
    password: password?.(),
    protocol: 2,
    connectTimeout: timeout,
    commandTimeout: timeout,
    socketTimeout: 2 * timeout,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: pauseOf,
    // A name that leads elsewhere now (a failover) is looked up again, and a password that has changed is sent again.
    reconnectOnError: (error) => /^(READONLY|NOAUTH|WRONGPASS|NOPERM)/.test(error.message) && !isQuestion(error),
  };
}

/** A user who may not ask how Redis is set up may still do all else: another connection would change nothing. */
function isQuestion(error: Error): boolean {
  const { name } = (error as { command?: { name?: string } }).command ?? {};
  return name === 'config' || name === 'info';
}

/** ms before the next attempt to connect. */
function pauseOf(times: number): number {
  return Math.min(50 * 2 ** Math.min(times, 6), 1000);
}

function addressOf(url: string, ca: string | undefined): ClientOptions {
  const { protocol, hostname, port, username, pathname } = new URL(url);
  if (protocol === 'unix:') return { path: decodeURIComponent(pathname) };
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const user = { username: username === '' ? undefined : decodeURIComponent(username) };
  if (protocol === 'sentinel:') {
    const [name, db = '0'] = pathname.slice(1).split('/');
    const sentinels = [{ host, port: port === '' ? 26_379 : Number(port) }];
    return { ...user, sentinels, name: decodeURIComponent(name), db: Number(db), sentinelRetryStrategy: pauseOf };
  }
  return {
    ...user,
    host,
    port: port === '' ? 6379 : Number(port),
    db: Number(pathname.slice(1)),
    tls: protocol === 'rediss:' ? { ca, rejectUnauthorized: true } : undefined,
  };
}

/** A copy: the client may write it later. */
function bytes(value: Uint8Array): Buffer {
  return Buffer.from(value);
}

/** Redis counts whole ms. */
function wholeMs(ttl: number): number {
  return Math.max(1, Math.ceil(ttl));
}
