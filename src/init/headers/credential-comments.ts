// What a first table says about credentials, as comments.
import type { Codec } from '../../codec/model/codec.ts';
import { docsCommand } from '../../errors/docs-reference.ts';
import { credentialWords, secretNames, secretWords } from '../inference/ids.ts';
import { endsWith, fieldName } from '../naming/names.ts';
import { isLogin } from '../operations/logins.ts';
import type { ListedOperation } from '../operations/operations.ts';
import { isValueOf, membersBelow } from '../operations/response-members.ts';

const CREDENTIALS_PAGE = docsCommand('credentials');
const USERNAME_TOKEN =
  '#   auth: { back: { fields: { user: gateway, password: { env: PASSWORD } }, security: { usernameToken: { type: digest } } } }';
const SECURITY = ['', `# WS-Security, which soapstone.yaml switches on (${CREDENTIALS_PAGE}):`, USERNAME_TOKEN];
const CREDENTIALS = [
  '',
  '# Does the service want credentials? The contract names none. soapstone.yaml has basic, bearer, and WS-Security',
  `# (${CREDENTIALS_PAGE}):`,
  USERNAME_TOKEN,
];

/** Where no header part says who calls, and no policy. */
export function credentialComment(
  listed: readonly ListedOperation[],
  hasSecurity: boolean,
  codec: Codec,
): readonly string[] {
  const sessions = sessionsOf(listed);
  const login = listed.find(isLogin);
  if (sessions.size > 0) return sessionComment(sessions, login && isAnswered(login, sessions) ? login : undefined);
  if (hasSecurity) return SECURITY;
  const path = heldCredential(listed, codec);
  if (path !== undefined) return heldComment(path);
  const taker =
    login ??
    listed.find(({ inputs }) => inputs.some(({ nameWords }) => endsWith(nameWords, [...secretWords, ...secretNames])));
  return taker === undefined ? CREDENTIALS : takerComment(taker);
}

/** What the login takes itself is no session of it. */
function isAnswered({ inputs }: ListedOperation, sessions: ReadonlyMap<string, string>): boolean {
  return inputs.every(({ key }) => ![...sessions.values()].includes(key));
}

/** No header part has them, but an operation does. */
function takerComment({ operation: { name } }: ListedOperation): string[] {
  return [
    '',
    `# ${name} takes credentials in its body: clients send them. soapstone.yaml has basic, bearer, and WS-Security`,
    `# where the service wants others (${CREDENTIALS_PAGE}).`,
  ];
}

/** `request.context.password`: where most requests have a credential, inside of objects. */
function heldCredential(listed: readonly ListedOperation[], codec: Codec): string | undefined {
  const takers = listed.flatMap(({ operation: { input } }) => input.body.slice(0, 1));
  const paths = takers.flatMap((element) => {
    const credential = membersBelow(element, codec).find(
      (entry) => entry.path.length > 0 && isValueOf(entry, [...secretWords, ...credentialWords]),
    );
    return credential ? [[...credential.path, credential.member.key].join('.')] : [];
  });
  const common = [...Map.groupBy(paths, (path) => path).values()].find((same) => same.length * 2 > takers.length);
  return common?.length === 1 ? undefined : common?.[0];
}

function heldComment(path: string): string[] {
  return [
    '',
    `# ${path} of most requests is a credential: clients send it in bodies. A rule in long form keeps it out of them:`,
    `# {$credential.name} in its SOAP request (${docsCommand('credentials#in-the-table')}).`,
  ];
}

function sessionComment(sessions: ReadonlyMap<string, string>, login: ListedOperation | undefined): string[] {
  const isOne = sessions.size === 1;
  return [
    '',
    `# ${[...sessions.values()].join(', ')}: ${isOne ? 'a session or credential' : 'credentials'} of the service. Clients send ${isOne ? 'it' : 'them'} as ${[...sessions.keys()].join(', ')}: addresses stand in logs.`,
    ...(login
      ? loginLines(login, isOne)
      : [
          `# To keep ${isOne ? 'it' : 'them'} out of requests, let the gateway fill ${isOne ? 'it' : 'them'}: {$credential.name} (${docsCommand('credentials#in-the-table')}).`,
        ]),
  ];
}

function loginLines({ operation: { name } }: ListedOperation, isOne: boolean): string[] {
  return [
    `# {$credential.name} cannot have what ${name} responds. To keep ${isOne ? 'it' : 'them'} out of requests, make ${name} the first of two calls of a rule`,
    `# (${docsCommand('mapping#calls')}); each request logs in then (${docsCommand('limits#several-calls-for-one')}).`,
  ];
}

/** Inputs by their header fields. */
function sessionsOf(listed: readonly ListedOperation[]): ReadonlyMap<string, string> {
  const inputs = listed.flatMap(({ sessions = [] }) => sessions);
  return new Map(inputs.map(({ key, nameWords }) => [fieldName(nameWords.join(' ')), key]));
}
