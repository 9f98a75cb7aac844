// Who may import whom (the house of docs/architecture.md). `errors.ts` and `steps.ts` are open to all.
const rooms = {
  bytes: [],
  json: ['bytes'],
  xml: ['bytes', 'json'],
  pattern: ['bytes', 'json'],
  store: [],
  transport: [],
  file: [],
  contract: ['xml', 'file'],
  codec: ['contract', 'xml', 'json', 'bytes'],
  fault: ['contract', 'xml', 'json'],
  mapping: ['pattern', 'contract', 'codec', 'fault', 'xml', 'json', 'bytes', 'file'],
  openapi: ['mapping', 'pattern', 'codec', 'xml', 'file'],
  description: ['mapping', 'pattern', 'codec', 'contract', 'fault', 'json'],
  'binding/soap': ['xml', 'contract', 'codec', 'fault', 'json', 'bytes'],
  'binding/rest': ['xml', 'contract', 'codec', 'fault', 'json', 'bytes'],
};
const walls = Object.entries(rooms).map(([room, may]) => ({
  name: `wall-${room.replace('/', '-')}`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: [`^src/${room}/`, '^src/(errors|steps)\\.ts$', ...(room.startsWith('binding/') ? ['^src/binding/[^/]+\\.ts$'] : []), ...may.map((r) => `^src/${r}/`)] },
}));
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...walls,
    {
      name: 'wall-exchange',
      severity: 'error',
      from: { path: '^src/exchange/' },
      to: { path: '^src/', pathNot: ['^src/exchange/', '^src/(errors|steps)\\.ts$', '^src/mapping/', '^src/fault/', '^src/json/', '^src/binding/binding\\.ts$', '^src/store/store\\.ts$', '^src/transport/transport\\.ts$'] },
    },
    {
      name: 'wall-credential',
      severity: 'error',
      from: { path: '^src/credential/' },
      to: {
        path: '^src/',
        pathNot: ['^src/credential/', '^src/(errors|steps)\\.ts$', '^src/(mapping|pattern|contract|fault|json|xml|bytes|file)/', '^src/binding/[^/]+\\.ts$', '^src/exchange/(exchange|open)\\.ts$', '^src/store/store\\.ts$', '^src/transport/transport\\.ts$'],
      },
    },
    {
      // Trees have the limits of operators' files: bytes of callers and services are read by the reader of messages, with theirs.
      name: 'wall-trees',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/contract/(source|xsd)/', '^src/mapping/(golden/|run-cases\\.ts$)', '^src/cli/', '^src/index\\.ts$', '^src/xml/canonical\\.ts$'] },
      to: { path: '^src/xml/(read-tree|canonical)\\.ts$' },
    },
    { name: 'wall-demo', severity: 'error', from: { path: '^src/demo/' }, to: { path: '^src/', pathNot: ['^src/demo/', '^src/index\\.ts$'] } },
    { name: 'no-room-named-after-nothing', severity: 'error', from: {}, to: { path: ['/utils?/', '/utils?[.]ts$', '/common/', '/common[.]ts$', '/shared/', '/shared[.]ts$', '/helpers?/', '/helpers?[.]ts$'], pathNot: 'node_modules' } },
  ],
  options: { tsPreCompilationDeps: true, tsConfig: { fileName: 'tsconfig.json' }, doNotFollow: { path: 'node_modules' }, enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] } },
};
