// The rules of inference, as data: how names of a contract become methods, paths and statuses. Knows no code.
// docs/reference/first-tables.md shows this table; a test compares them. Beside it: words of ids, nouns and responses.

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

/** Verbs of PUT that may change a part only: PATCH where another operation has the PUT of that path, as `SaveBook` beside `UpdateBook`. */
export const partialVerbs: readonly string[] = ['update', 'actualizar', 'atualizar', 'aktualisiere'];

/** Verbs of a list by criteria: one without has a better right to the path. */
export const searchVerbs: readonly string[] = [
  'find',
  'search',
  'query',
  'select',
  'buscar',
  'pesquisar',
  'chercher',
  'rechercher',
  'suche',
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

/** Verbs of actions, which no method of HTTP means: what they act on is a resource, where an id or another action says so. */
export const actionVerbs: readonly string[] = [
  'activate',
  'apply',
  'approve',
  'archive',
  'close',
  'convert',
  'copy',
  'deactivate',
  'disable',
  'disconnect',
  'enable',
  'install',
  'invalidate',
  'lock',
  'mark',
  'merge',
  'move',
  'play',
  'reboot',
  'reject',
  'reset',
  'resolve',
  'restart',
  'restore',
  'resume',
  'start',
  'stop',
  'suspend',
  'sync',
  'undelete',
  'uninstall',
  'unlock',
  'upgrade',
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
export const changeWords: readonly string[] = [
  'change',
  'changes',
  'updates',
  'modification',
  'modifications',
  'patch',
  'delta',
];
