// Rules of inference: which inputs are ids, credentials and conditions.

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
  'codigo',
  'código',
  'numero',
  'número',
  'numéro',
  'nro',
  'codice',
  'nummer',
  'kennung',
  'numer',
  'kod',
];

/** Types of XML Schema whose values are amounts. */
export const amountTypes: readonly string[] = ['decimal', 'double', 'float'];

/** Types of XML Schema whose values name nothing. */
export const notIdTypes: readonly string[] = [
  ...['boolean', 'date', 'dateTime', 'time', 'duration', 'gYear', 'gYearMonth', 'gMonth', 'gMonthDay', 'gDay'],
  ...['base64Binary', 'hexBinary'],
];

/** Those of them that stand first in other languages: `idPersona`. */
export const leadingIdWords: readonly string[] = [
  ...['id', 'codigo', 'código', 'numero', 'número', 'numéro', 'nro', 'codice', 'numer', 'kod'],
];

/** Ends of words that are two: `sendungsnummer` is the number of a shipment. */
export const compoundEnds: readonly string[] = ['nummer', 'nr'];

/** Last words after which `id` is no id of what follows: `idType` is a type of ids. */
export const notAfterId: readonly string[] = ['type', 'card', 'value', 'kind', 'list', 'postal'];

/** Identifiers of the field that are no words for ids: other operations that take one are about what a read finds by it. */
export const identifierWords: readonly string[] = [
  'msisdn',
  'imsi',
  'imei',
  'iccid',
  'iban',
  'isbn',
  'issn',
  'ean',
  'gtin',
  'sku',
  'vin',
  'isin',
  'icao',
  'iata',
  'email address',
  'phone number',
];

/** What many have: a read by one is a question, unless it asks for what is named so. */
export const placeWords: readonly string[] = [
  ...['zip', 'zip code', 'zipcode', 'postal code', 'postcode', 'post code', 'country code', 'region code', 'area code'],
  ...['codigo postal', 'plz', 'cap'],
];

/** Inputs that are about the message, not about what it asks for. */
export const messageWords: readonly string[] = [
  'echo token',
  'time stamp',
  'timestamp',
  'correlation id',
  'correlation token',
];

/** The same where they are attributes: elsewhere a message or a transaction may be what is asked for. */
export const messageAttributeWords: readonly string[] = ['message id', 'transaction identifier', 'version'];

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
  'passwort',
  'kennwort',
  'zugangscode',
  'api schluessel',
  'passord',
  'losenord',
  'lösenord',
  'adgangskode',
  'kodeord',
  'salasana',
  'wachtwoord',
  'contrasena',
  'contraseña',
  'senha',
  'mot de passe',
  'haslo',
  'hasło',
  'heslo',
  'jelszo',
  'sifre',
];

/** The same where they are the whole name: `claveProducto` is a code. */
export const secretNames: readonly string[] = ['clave'];

/** Numbers of persons and of their accounts: addresses stand in logs, too. They stand in bodies alone. */
export const personalWords: readonly string[] = [
  ...['national id', 'national number', 'national identifier', 'national identity number', 'identity card number'],
  ...['ssn', 'social security number', 'social security no', 'social insurance number', 'nino', 'personal number'],
  ...['passport', 'passport number', 'passport no', 'driving licence number', 'driver license number'],
  ...['tax id', 'taxpayer id', 'tin', 'steuer id', 'codice fiscale', 'cpf', 'dni', 'bsn', 'pesel', 'curp'],
  ...['iban', 'card number', 'card no', 'credit card', 'cvv', 'cvc'],
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

/** Names of inputs that are a session where most operations take them; ids of resources elsewhere. */
export const sessionWords: readonly string[] = ['token', 'sid', 'auth', 'credential'];

/** Names of inputs that say who calls beside one that does, where both always come together: `token` and `sign`, `user` and `password`. */
export const twinWords: readonly string[] = [
  'sign',
  'signature',
  'firma',
  'hash',
  'nonce',
  'user',
  'user name',
  'username',
  'usuario',
  'benutzer',
  'utilisateur',
  'utilizador',
  'login',
  'login name',
  'app id',
  'application id',
];

/** The same beside a password alone: elsewhere they are ids of users. */
export const passwordTwinWords: readonly string[] = ['user id', 'userid', 'login id', 'account name'];

/** Names of inputs that say which version a request is of, where most operations take them. */
export const versionWords: readonly string[] = ['version', 'api version', 'schema version', 'interface version'];

/** Words in the name of an operation that begins a session. */
export const loginWords: readonly string[] = [
  'login',
  'log in',
  'logon',
  'log on',
  'sign in',
  'signin',
  'authenticate',
  'open session',
  'create session',
  'start session',
  'begin session',
];

/** The same inside of a member that holds nothing else of the request. */
export const heldCredentialWords: readonly string[] = [
  ...credentialWords,
  ...secretWords,
  ...secretNames,
  'token',
  'sign',
];

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

/** Last words of an id that shares a word with its resource. */
export const strongIdWords: readonly string[] = [
  ...['id', 'number', 'no', 'nr', 'nummer', 'guid', 'uuid', 'uid', 'identifier'],
];

/** Last words of an id inside of the object that an update carries and, in the singular, of inputs that say alone what is deleted. */
export const heldIdWords: readonly string[] = [...strongIdWords, 'token'];

/** Names of inputs that are the object whose method an operation is: `IMachine_setName(_this, name)`. */
export const objectWords: readonly string[] = ['this'];

/** Last words of inputs that say what something belongs to. A number does where its resource is a collection. */
export const ownerIdWords: readonly string[] = ['id', 'token', 'key', 'guid', 'uuid'];
export const ownerNumberWords: readonly string[] = ['number', 'no', 'nr', 'nummer'];

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
  'rq',
  'rs',
];
