// Rules of inference: words beside the verbs of `verbs.ts`, and verbs of actions.

/** First words before another verb that say nothing: `DoDirectUpdate`, `NewGetOrder`. */
export const silentWords: readonly string[] = ['do', 'new'];

/** Verbs that names of classes begin with: `SearchProfile_Delete` deletes a search profile. */
export const classVerbs: readonly string[] = ['search', 'find', 'list', 'show', 'view', 'lookup', 'query', 'read'];

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
export const joiningVerbs: readonly string[] = [
  'add',
  'agregar',
  'adicionar',
  'aggiungere',
  'aggiungi',
  'ajouter',
  'hinzufuegen',
  'toevoegen',
  'dodaj',
];

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
  'request',
  'upload',
  'install',
];

/** Verbs that make something where they take it whole, and the response has its id: `ReportOutage(outage)`. */
export const reportingVerbs: readonly string[] = ['report', 'declare', 'lodge', 'raise'];

/** Verbs of PUT that say so themselves: it stays also where many stand, and no id says which. */
export const replacingVerbs: readonly string[] = ['set', 'replace', 'put'];

/** Those of them that also add: `PutPatient(patient)` where other operations list patients. */
export const puttingVerbs: readonly string[] = ['put'];

/** Verbs that ask, and change nothing: GET where a path and a query hold all inputs. */
export const askingVerbs: readonly string[] = [
  'check',
  'is',
  'has',
  'can',
  'count',
  'calculate',
  'compute',
  'estimate',
  'ping',
  'verify',
  'validate',
  'nearest',
  'closest',
  'latest',
];

/** Those of them that are answered by true or false. */
export const truthVerbs: readonly string[] = ['check', 'is', 'has', 'can', 'verify', 'validate'];

/** Those of them that may also use up what they are given: `VerifyOtp`. */
export const usingVerbs: readonly string[] = ['verify', 'validate'];

/** Words in the name of an operation, or last words of its inputs, where they do. */
export const usedWords = {
  names: [
    ...['otp', 'code', 'token', 'pin', 'password', 'passcode', 'captcha', 'challenge', 'answer', 'signature', 'login'],
    ...['email', 'mail', 'phone', 'mobile', 'sms', 'card', 'user', 'identity', 'device', 'session', 'ticket'],
    ...['receipt', 'voucher', 'coupon', 'payment', 'transaction', 'purchase'],
  ],
  inputs: ['otp', 'token', 'pin', 'passcode', 'captcha', 'answer', 'signature', 'verification code', 'one time code'],
} as const;

/** Verbs that ask where an amount is among the inputs, and no id. */
export const amountVerbs: readonly string[] = ['convert'];

/** Names of operations without inputs that ask whether the service is there. */
export const healthNames: readonly string[] = ['health', 'health check', 'heartbeat', 'heart beat'];

/** Verbs that read the content of one thing, where the response is octets: `PrintLabel`. */
export const contentVerbs: readonly string[] = ['export', 'print', 'render'];

/** Words after `check` that make another verb of it. */
export const notAfterCheck: readonly string[] = ['in', 'out'];

/** Last words of names that are read by a check: `CheckDeployStatus`. */
export const checkedWords: readonly string[] = ['status', 'state', 'availability', 'balance'];

/** Verbs that end something, where another one deletes it: `CancelOrder` beside `DeleteOrder`. */
export const endingVerbs: readonly string[] = [
  ...['cancel', 'cancelar', 'anular', 'cancellare', 'annullare', 'annulla', 'annuler'],
  ...['stornieren', 'storniere', 'annuleren', 'annuleer', 'anuluj'],
];

/** Values that say what an operation does, whatever its name says: `create`, `remove`. */
export const commandVerbs: readonly string[] = ['create', 'add', 'insert', 'update', 'modify', 'delete', 'remove'];

/** What a thing goes through, and is still there at the end. */
export const statusWords: readonly string[] = ['status', 'state'];

/** Last words of names that say that a setting is undone, not set: `SetSystemFactoryDefault`. */
export const resetWords: readonly string[] = ['default', 'defaults'];

/** Ends of names of inputs that carry a part of the resource: an update with one is PATCH. */
export const changeWords: readonly string[] = [
  'change',
  'changes',
  'operations',
  'updates',
  'modification',
  'modifications',
  'patch',
  'delta',
  'to add',
  'to remove',
  'to delete',
];
