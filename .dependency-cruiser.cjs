// Who may import whom (the house of docs/architecture.md). `errors`, `event-loop` and `concurrency` are open to all. Inside of a room each folder says what it
// may import; folders that import each other are refused by scripts/check-folders.ts.
const rooms = {
  bytes: [],
  capture: [],
  json: ['bytes'],
  xml: ['bytes', 'json'],
  pattern: ['bytes', 'json'],
  store: [],
  transport: [],
  mime: [],
  file: [],
  contract: ['xml', 'file'],
  codec: ['contract', 'xml', 'json', 'bytes'],
  fault: ['contract', 'xml', 'json'],
  policy: ['contract', 'xml'],
  mapping: ['rule', 'pattern', 'contract', 'codec', 'fault', 'mime', 'xml', 'json', 'bytes', 'file'],
  samples: ['mapping', 'rule', 'pattern', 'contract', 'codec', 'xml', 'json'],
  init: ['policy', 'samples', 'mapping', 'rule', 'pattern', 'contract', 'codec', 'xml', 'json'],
  'openapi/import': ['mapping', 'rule', 'pattern', 'codec', 'xml', 'file'],
  'openapi/export': ['samples', 'mapping', 'rule', 'pattern', 'codec', 'contract', 'fault', 'json'],
  'openapi/page': ['openapi/export', 'samples', 'mapping', 'rule', 'pattern', 'codec', 'contract', 'fault', 'json'],
  mcp: ['openapi/export', 'mapping', 'rule', 'pattern', 'codec', 'fault', 'json'],
  explain: ['capture', 'auth', 'binding', 'exchange', 'mapping', 'rule', 'pattern', 'contract', 'codec', 'fault', 'store', 'transport', 'xml', 'json', 'file'],
  findings: ['policy', 'openapi/export', 'mapping', 'rule', 'contract', 'codec', 'fault', 'json'],
  'contract-diff': ['contract', 'mapping', 'rule', 'xml'],
  mock: ['init', 'samples', 'binding', 'exchange', 'server/soap-service', 'server/bridges', 'mapping', 'rule', 'pattern', 'contract', 'codec', 'fault', 'xml', 'json', 'bytes'],
  recording: ['capture', 'case-runner', 'mapping', 'rule', 'contract', 'codec', 'xml', 'json'],
  'case-runner': ['binding/rest', 'binding/soap', 'exchange', 'mapping', 'rule', 'store'],
  'binding/soap': ['mime', 'rule', 'xml', 'contract', 'codec', 'fault', 'json', 'bytes'],
  'binding/rest': ['mime', 'rule', 'xml', 'contract', 'codec', 'fault', 'json', 'bytes'],
};
/** Floors of the rooms that have several: each may use those that are named, and what its room may use. */
const floors = {
  'mapping/syntax': [],
  'mapping/model': ['mapping/syntax'],
  'mapping/runtime': ['mapping/model', 'mapping/syntax'],
  'mapping/converters': ['mapping/model', 'mapping/syntax'],
  'mapping/checker': ['mapping/converters', 'mapping/runtime', 'mapping/model', 'mapping/syntax'],
  'mapping/snapshot': ['mapping/checker', 'mapping/runtime', 'mapping/model', 'mapping/syntax'],
  'mapping/cases': ['mapping/runtime', 'mapping/model', 'mapping/syntax'],
  'codec/datatypes': [],
  'codec/model': ['codec/datatypes'],
  'codec/presentation': ['codec/model', 'codec/datatypes'],
  'codec/compile': ['codec/presentation', 'codec/model', 'codec/datatypes'],
  'codec/decode': ['codec/presentation', 'codec/model', 'codec/datatypes'],
  'codec/fast-path': ['codec/model', 'codec/datatypes'],
  'codec/encode': ['codec/fast-path', 'codec/model', 'codec/datatypes'],
  'codec/soap-encoding': ['codec/model'],
  'codec/schema': ['codec/presentation', 'codec/model', 'codec/datatypes'],
  'exchange/model': [],
  'exchange/paging': ['exchange/model'],
  'exchange/filters': ['exchange/model'],
  'exchange/flows': ['exchange/paging', 'exchange/filters', 'exchange/model'],
  'auth/settings': [],
  'auth/fetch': ['auth/settings'],
  'auth/formats': ['auth/settings'],
  'auth/message-security': ['auth/settings', 'auth/formats'],
  'auth/inbound': ['auth/settings', 'auth/fetch', 'auth/formats', 'auth/message-security'],
  'auth/outbound': ['auth/settings', 'auth/fetch', 'auth/formats', 'auth/message-security'],
  'binding/rest/front': [],
  'binding/rest/back': [],
  'binding/soap/front': [],
  'binding/soap/back': [],
};
const OPEN = '^src/(errors|event-loop|concurrency)/';
/** Files that hold the interface of a room and nothing else. */
const INTERFACES = { store: '^src/store/store\\.ts$', transport: '^src/transport/transport\\.ts$' };
const walls = Object.entries(rooms).map(([room, may]) => ({
  name: `wall-${room.replace('/', '-')}`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: [`^src/${room}/`, OPEN, ...(/^(binding\/|mcp$)/.test(room) ? ['^src/binding/[^/]+\\.ts$'] : []), ...(room.startsWith('binding/') ? [INTERFACES.transport] : []), ...may.map((r) => `^src/${r}/`)] },
}));
/** A floor may use the files that lie directly in folders above it, but for the doors of its room. */
const inner = Object.entries(floors).map(([floor, may]) => ({
  name: `floor-${floor.replaceAll('/', '-')}`,
  severity: 'error',
  from: { path: `^src/${floor}/` },
  to: {
    path: `^src/${floor.split('/')[0]}/`,
    pathNot: [`^src/${floor}/`, ...may.map((r) => `^src/${r}/`), ...(floor.startsWith('binding/') ? ['^src/binding/[^/]+\\.ts$', `^src/${floor.split('/').slice(0, 2).join('/')}/[^/]+\\.ts$`] : [])],
  },
}));
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...walls,
    ...inner,
    {
      name: 'wall-rule',
      comment: 'the waist: types alone',
      severity: 'error',
      from: { path: '^src/rule/' },
      to: { path: '^src/', pathNot: ['^src/rule/', OPEN, '^src/(pattern|contract|codec|fault|json)/', INTERFACES.transport] },
    },
    { name: 'rule-types-only', severity: 'error', from: { path: '^src/rule/' }, to: { dependencyTypesNot: ['type-only'] } },
    {
      name: 'wall-exchange',
      severity: 'error',
      from: { path: '^src/exchange/' },
      to: { path: '^src/', pathNot: ['^src/exchange/', OPEN, '^src/(rule|fault|json)/', '^src/mapping/runtime/job\\.ts$', INTERFACES.store] },
    },
    {
      name: 'wall-auth',
      severity: 'error',
      from: { path: '^src/auth/' },
      to: {
        path: '^src/',
        pathNot: ['^src/auth/', OPEN, '^src/(rule|mapping|pattern|contract|fault|json|xml|bytes|file)/', '^src/binding/[^/]+\\.ts$', INTERFACES.store, INTERFACES.transport],
      },
    },
    {
      // Trees have the limits of operators' files: bytes of callers and services are read by the reader of messages, with theirs.
      name: 'wall-trees',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/contract/(source/|xsd/|policy/|publish/uncarried\\.ts$|resolve-imports\\.ts$)', '^src/mapping/cases/', '^src/recording/', '^src/mock/', '^src/cli/', '^src/explain/', '^src/index\\.ts$', '^src/xml/c14n\\.ts$'] },
      to: { path: '^src/xml/(read-tree|c14n)\\.ts$' },
    },
    { name: 'wall-studio-page', comment: 'it runs in a browser', severity: 'error', from: { path: '^src/studio/page/' }, to: { path: '^src/', pathNot: ['^src/studio/page/', '^src/studio/protocol/api\\.ts$'] } },
    { name: 'wall-studio', comment: 'a tool beside the gateway: nothing of a gateway needs it', severity: 'error', from: { path: '^src/', pathNot: ['^src/studio/', '^src/cli/(studio|serve)\\.ts$'] }, to: { path: '^src/studio/' } },
    { name: 'wall-gateway', comment: 'the examples are no part of the gateway', severity: 'error', from: { path: '^src/', pathNot: '^src/cli/demo\\.ts$' }, to: { path: '^examples/' } },
    { name: 'wall-examples', severity: 'error', from: { path: '^examples/' }, to: { path: '^src/', pathNot: '^src/index\\.ts$' } },
    { name: 'no-room-named-after-nothing', severity: 'error', from: {}, to: { path: ['/utils?/', '/utils?[.]ts$', '/common/', '/common[.]ts$', '/shared/', '/shared[.]ts$', '/helpers?/', '/helpers?[.]ts$'], pathNot: 'node_modules' } },
  ],
  options: { tsPreCompilationDeps: true, tsConfig: { fileName: 'tsconfig.json' }, doNotFollow: { path: 'node_modules' }, enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] } },
};
