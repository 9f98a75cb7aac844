// The rules of inference, as data: how names of a contract become methods, paths, statuses and hints. Knows no code.
// docs/guides/first-minute.md shows this table; a test compares them.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One row: operations whose name begins with one of the verbs. */
export interface VerbRow {
  readonly verbs: readonly string[];
  /** The same in Spanish: `pluralEnds` has its plurals. */
  readonly spanish?: readonly string[];
  /** The same in Portuguese, French and German. Their nouns stay as they are: their plurals are not ours. */
  readonly foreign?: readonly string[];
  readonly method: Method;
  /** Path of an operation with an id among its inputs. */
  readonly withId: PathForm;
  /** Path of an operation without one. */
  readonly withoutId: PathForm;
  readonly status?: number;
}

/** `noun` stands for the words after the verb, as they are; `nouns` for their plural; `id` for the input that is the id. */
export type PathForm = '/noun' | '/nouns' | '/nouns/{id}';

export const verbRows: readonly VerbRow[] = [
  {
    verbs: ['get', 'read', 'retrieve', 'fetch', 'lookup', 'load', 'inquire', 'obtain', 'show', 'view', 'describe'],
    spanish: ['obtener', 'leer', 'recuperar'],
    foreign: ['obter', 'ler', 'obtenir', 'lire', 'hole', 'lese', 'ermittle'],
    method: 'GET',
    withId: '/nouns/{id}',
    withoutId: '/noun',
  },
  {
    verbs: ['list', 'find', 'search', 'query', 'enumerate', 'browse', 'select'],
    spanish: ['listar', 'buscar', 'consultar'],
    foreign: ['pesquisar', 'lister', 'chercher', 'rechercher', 'consulter', 'suche', 'liste'],
    method: 'GET',
    withId: '/nouns',
    withoutId: '/nouns',
  },
  {
    verbs: ['create', 'add', 'insert', 'register', 'new'],
    spanish: ['crear', 'agregar', 'insertar', 'registrar', 'generar', 'solicitar', 'emitir', 'informar'],
    foreign: ['criar', 'incluir', 'inserir', 'cadastrar', 'gerar', 'creer', 'ajouter', 'erstelle', 'erfasse'],
    method: 'POST',
    withId: '/nouns',
    withoutId: '/nouns',
    status: 201,
  },
  {
    verbs: ['update', 'set', 'replace', 'put', 'upsert', 'save', 'store'],
    spanish: ['actualizar', 'guardar'],
    foreign: ['atualizar', 'salvar', 'enregistrer', 'aktualisiere', 'speichere'],
    method: 'PUT',
    withId: '/nouns/{id}',
    withoutId: '/noun',
  },
  {
    verbs: ['modify', 'patch', 'change', 'edit', 'alter'],
    spanish: ['modificar', 'cambiar'],
    foreign: ['alterar', 'modifier', 'aendere'],
    method: 'PATCH',
    withId: '/nouns/{id}',
    withoutId: '/noun',
  },
  {
    verbs: ['delete', 'remove', 'cancel', 'destroy', 'drop', 'purge'],
    spanish: ['eliminar', 'borrar', 'anular', 'cancelar'],
    foreign: ['excluir', 'remover', 'supprimer', 'annuler', 'loesche', 'storniere'],
    method: 'DELETE',
    withId: '/nouns/{id}',
    withoutId: '/noun',
  },
];

/** First words before another verb that say nothing: `DoDirectUpdate`, `NewGetOrder`. */
export const silentWords: readonly string[] = ['do', 'new'];

/** Verbs of one word with another: `GetAll…` lists, `GetListOf…` lists. */
export const listMarks: readonly string[] = ['all', 'list of', 'every'];

/** First words of names whose last word is no verb: `SendUpdate` sends. */
export const otherVerbs: readonly string[] = [
  'send',
  'start',
  'stop',
  'process',
  'do',
  'submit',
  'begin',
  'end',
  'perform',
  'execute',
  'run',
  'validate',
  'check',
  'test',
  'request',
  'is',
  'has',
  'can',
  'mark',
];

/** Words before a last verb that show that it is none: `MarkAllItemsAsRead` marks. */
export const notBeforeVerbs: readonly string[] = ['as', 'be', 'is', 'to', 'for', 'and', 'or', 'not'];

/** Verbs that make something a part of what an id names: `AddItem(cartId)`. */
export const joiningVerbs: readonly string[] = ['add', 'agregar', 'ajouter'];

/** Verbs that make a noun which other operations list, find or delete: `BookAppointment` beside `CancelAppointment`. */
export const makingVerbs: readonly string[] = [
  'book',
  'place',
  'reserve',
  'submit',
  'file',
  'open',
  'schedule',
  'issue',
  'make',
  'post',
];

/** Last words of names that say that a setting is undone, not set: `SetSystemFactoryDefault`. */
export const resetWords: readonly string[] = ['default', 'defaults'];

/** Last words of inputs that carry a part of the resource: an update with one is PATCH. */
export const changeWords: readonly string[] = ['change', 'changes', 'modification', 'modifications', 'patch', 'delta'];

/** Words after a verb that name no resource. */
export const notNouns: readonly string[] = ['more', 'next', 'previous', 'all', 'list', 'by', 'with', 'and', 'or'];

/** Last words of the name of an input that is an id. */
export const idWords: readonly string[] = [
  'id',
  'ids',
  'key',
  'code',
  'number',
  'no',
  'nr',
  'token',
  'guid',
  'uuid',
  'uid',
  'ref',
  'reference',
  'name',
  'identifier',
];

/** Inputs that must not stand in an address, which logs and histories keep. */
export const secretWords: readonly string[] = [
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'pass',
  'pin',
  'secret',
  'signature',
  'credentials',
];

/** Inputs that say who calls: they name no resource. */
export const credentialWords: readonly string[] = [
  'api key',
  'api token',
  'access token',
  'auth token',
  'authentication token',
  'security token',
  'session',
  'session id',
  'session token',
  'session key',
  'ticket',
  'user token',
  'login token',
];

/** The same inside of a member that holds nothing else of the request. */
export const heldCredentialWords: readonly string[] = [...credentialWords, ...secretWords, 'token', 'sign'];

/** Words in the name of a member that holds credentials. */
export const credentialHolderWords: readonly string[] = [
  'auth',
  'authentication',
  'authentification',
  'authorization',
  'authenticator',
  'credential',
  'credentials',
  'login',
  'security',
  'autenticacion',
  'autorizacion',
  'seguridad',
];

/** Words between what is asked for and what it belongs to, or is found by. */
export const byWords: readonly string[] = [
  'by',
  'for',
  'of',
  'from',
  'with',
  'in',
  'on',
  'to',
  'por',
  'para',
  'par',
  'pour',
  'nach',
];

/** Words of their own, not a word and `by`. */
export const endsInBy: readonly string[] = ['nearby', 'standby', 'thereby', 'whereby', 'hereby', 'passerby'];

/** Words at the ends of names of operations and ports that say nothing. */
export const emptyWords: readonly string[] = [
  'soap',
  'soap11',
  'soap12',
  'service',
  'services',
  'port',
  'type',
  'binding',
  'interface',
  'webservice',
  'web',
  'ws',
  'api',
  'http',
  'https',
  'basic',
  'endpoint',
  'header',
  'request',
  'operation',
  'bean',
  'impl',
  'pt',
];

/** Words at the ends of names of operations that say nothing. A type, a port or an interface may be what is asked for. */
export const emptyEnds: readonly string[] = [
  'soap',
  'soap11',
  'soap12',
  'service',
  'services',
  'webservice',
  'ws',
  'request',
  'operation',
];

/** Words before `list` that make it a thing of its own: `GetPriceList`. */
export const listThings: readonly string[] = [
  'price',
  'mailing',
  'distribution',
  'play',
  'wish',
  'shopping',
  'packing',
  'pick',
  'picking',
  'waiting',
  'black',
  'white',
  'block',
  'allow',
  'deny',
  'check',
];

/** Last words of an id inside of the object that an update carries, or of one that shares a word with its resource. */
export const strongIdWords: readonly string[] = ['id', 'number', 'no', 'nr', 'guid', 'uuid', 'uid', 'identifier'];

/** Last words of inputs that say what something belongs to. A number does where its resource is a collection. */
export const ownerIdWords: readonly string[] = ['id', 'token', 'key', 'guid', 'uuid'];
export const ownerNumberWords: readonly string[] = ['number', 'no', 'nr'];

/** Last words of inputs that name no resource: what an operation takes, whatever it is. */
export const genericWords: readonly string[] = [
  'request',
  'requests',
  'parameters',
  'params',
  'input',
  'body',
  'data',
  'in',
  'arg0',
  'criteria',
  'object',
  'message',
];

/** Plurals that end otherwise than in s, es or ies. */
export const plurals: Readonly<Record<string, string>> = {
  person: 'people',
  child: 'children',
  man: 'men',
  woman: 'women',
  index: 'indexes',
  matrix: 'matrices',
  criterion: 'criteria',
  datum: 'data',
  analysis: 'analyses',
};

/** Ends of words and of their plurals, by language: the first that fits. */
export const pluralEnds: Readonly<Record<string, readonly (readonly [end: string, plural: string])[]>> = {
  spanish: [
    ['s', 's'],
    ['z', 'ces'],
    ...['a', 'e', 'i', 'o', 'u'].map((vowel) => [vowel, `${vowel}s`] as const),
    ...['d', 'j', 'l', 'n', 'r', 'y'].map((end) => [end, `${end}es`] as const),
  ],
};

/** Words that are their own plural. */
export const unchanged: readonly string[] = [
  'data',
  'information',
  'info',
  'weather',
  'news',
  'metadata',
  'series',
  'people',
  'children',
  'criteria',
  'content',
  'history',
  'count',
  'software',
  'equipment',
  'money',
  'media',
];

/** Names of an only member of a response that wraps the result. `*` stands for any text. */
export const resultNames: readonly string[] = ['*Result', '*Return', 'return', 'result', 'out'];

/** Last words of header values that are the same in all requests: a setting of the mapping. */
export const settingWords: readonly string[] = ['version', 'culture', 'locale', 'language'];

/** Status of a declared fault, by words in its name: the first row that fits. */
export const faultStatuses: readonly (readonly [status: number, words: readonly string[]])[] = [
  [404, ['not found', 'unknown', 'no such', 'does not exist', 'not exist']],
  [409, ['already exists', 'exists', 'duplicate', 'conflict', 'concurrent', 'locked']],
  [401, ['credentials', 'login', 'authentication', 'unauthenticated', 'session']],
  [403, ['permission', 'permissions', 'forbidden', 'denied', 'unauthorized', 'authorization', 'privilege', 'access']],
  [429, ['throttle', 'throttling', 'throttled', 'rate limit', 'request limit', 'too many', 'quota']],
  [504, ['timeout', 'timed out']],
  [501, ['not implemented', 'not supported', 'unsupported']],
  [503, ['unavailable', 'busy', 'maintenance']],
  [400, ['invalid', 'validation', 'malformed', 'bad', 'argument', 'missing', 'client', 'input', 'parameter', 'query']],
  [500, ['unexpected', 'internal', 'server', 'system']],
];

/** Inputs that ask for a page: its number or where it begins, and its size. */
export const pageWords = {
  index: [
    'page',
    'page number',
    'page no',
    'page index',
    'current page',
    'start',
    'start index',
    'offset',
    'first result',
    'skip',
  ],
  size: ['page size', 'limit', 'max results', 'max rows', 'count', 'batch size', 'items per page', 'top'],
  cursor: ['query locator', 'cursor', 'next token', 'next page token', 'search id', 'continuation token', 'scroll id'],
} as const;

/** Members of a response that say whether it is a failure, and the texts beside them. */
export const failureWords = {
  itemCode: ['code', 'error code', 'err code', 'codigo', 'code number', 'error number'],
  list: ['errors', 'error list', 'errores', 'erreurs', 'erros'],
  flag: ['success', 'is success', 'succeeded', 'successful'],
  code: ['error code', 'return code', 'ret code', 'result code', 'status code', 'response code', 'fault code'],
  text: [
    'message',
    'error message',
    'err reason',
    'error reason',
    'response text',
    'error text',
    'status message',
    'result message',
    'description',
    'return message',
    'error description',
    'error',
    'msg',
    'message text',
    'text',
    'mensaje',
  ],
} as const;

/** Three operations that are one job: to start it, to ask how far it is, to get its result. */
export const jobWords = {
  start: [
    'start',
    'submit',
    'begin',
    'launch',
    'queue',
    'enqueue',
    'schedule',
    'request',
    'run',
    'execute',
    'initiate',
  ],
  /** First words that start a job where the name has one of `job`. */
  make: ['create', 'add', 'new'],
  job: ['job', 'task', 'async', 'batch'],
  status: ['status', 'state', 'progress'],
  ask: ['check', 'poll'],
  result: ['result', 'results', 'output', 'outcome'],
  percent: ['percent', 'percentage', 'progress', 'percent complete', 'percent done'],
  done: ['done', 'finished', 'completed', 'complete', 'succeeded', 'success', 'ready', 'available'],
  failed: ['failed', 'error', 'failure', 'aborted', 'cancelled', 'canceled', 'rejected', 'expired'],
} as const;
