// Types of the used files of undici: importing all of undici takes twice as long at the start.
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';
  export default Pool;
}

declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export default Client;
}

declare module 'undici/lib/dispatcher/pool-base.js' {
  const base: { readonly kNeedDrain: unique symbol };
  export default base;
}

declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export default Agent;
}

declare module 'undici/lib/global.js' {
  import { Dispatcher } from 'undici';

  const undici: { setGlobalDispatcher(dispatcher: Dispatcher): void };
  export default undici;
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';
  export default buildConnector;
}

declare module 'undici/lib/core/symbols.js' {
  const symbols: {
    readonly kParser: unique symbol;
    readonly kSocket: unique symbol;
    readonly kClient: unique symbol;
    readonly kRunning: unique symbol;
  };
  export default symbols;
}
