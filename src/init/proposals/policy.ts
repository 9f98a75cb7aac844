// Settings that the policies of a contract ask for, as a file to fill in and as options of `serve`.
import { docsCommand } from '../../errors/docs-reference.ts';
import type { Place } from '../../errors/errors.ts';
import type { ContractPolicy } from '../../policy/contract-policy.ts';
import { unmetText, wishesOf } from '../../policy/phrases.ts';
import type { Requirement, Settings } from '../../policy/plan.ts';

export interface PolicyProposal {
  /** Of a file for `--auth`; undefined: the policies ask for nothing that stands there. */
  readonly auth?: string;
  /** Of `serve`: `--addressing 2005/08`. */
  readonly options: readonly string[];
  /** For the head of a table. */
  readonly comment: readonly string[];
}

/** `file`: the name of the file for `--auth`. */
export function policyProposal(policy: ContractPolicy, file: string): PolicyProposal {
  const { settings, unmet, problems } = policy;
  const auth = authText(settings);
  const requirements = wishesOf(settings).map(({ asks }) => asks);
  const target = auth === undefined ? 'options of serve' : file;
  return {
    auth,
    options: optionsOf(settings),
    comment: [
      ...(requirements.length === 0 ? [] : [`Its policy asks for ${requirements.join(', ')}: ${target}`]),
      ...unmet.map((assertion) => `${unmetText(assertion)} (${textOf(assertion.place)})`),
      ...problems.map(({ message, place }) => (place ? `${message} (${textOf(place)})` : message)),
    ],
  };
}

/** Does a file for `--auth` have what they ask for? */
export function asksForCredentials({ settings }: ContractPolicy): boolean {
  return authText(settings) !== undefined;
}

function optionsOf({ addressing, mtom, clientCertificate }: Settings): string[] {
  return [
    ...(addressing ? [`--addressing ${addressing.value}`] : []),
    ...(mtom ? ['--mtom true'] : []),
    ...(clientCertificate ? ['--upstream-cert client.pem --upstream-key client-key.pem'] : []),
  ];
}

function authText(settings: Settings): string | undefined {
  const { basic, assertion, usernameToken } = settings;
  const security = securityLines(settings);
  if (!basic && security.length === 0) return undefined;
  const fields = [
    ...(basic || usernameToken ? ['    user: { env: SERVICE_USER }', '    password: { env: SERVICE_PASSWORD }'] : []),
    ...(assertion ? ['    assertion: { file: assertion.xml }'] : []),
  ];
  const lines = [
    '# Credentials that the policy of the contract asks for: soapstone serve --auth FILE',
    `# Yours to fill in: files of keys and certificates, names of variables. Language: ${docsCommand('credentials#ws-security')}`,
    'back:',
    ...(fields.length === 0 ? [] : ['  fields:', ...fields]),
    ...(basic ? [noted('  basic: {}', basic)] : []),
    ...(security.length === 0 ? [] : ['  security:', ...security]),
  ];
  return `${lines.join('\n')}\n`;
}

function securityLines(settings: Settings): string[] {
  const { timestamp, usernameToken, assertion } = settings;
  return [
    ...(timestamp ? [noted('    timestamp: 5m', timestamp)] : []),
    ...(usernameToken ? [noted(`    usernameToken: { type: ${usernameToken.value} }`, usernameToken)] : []),
    ...(assertion ? [noted('    assertion: {}', assertion)] : []),
    ...signatureLines(settings),
    ...encryptionLines(settings),
    ...verifyLines(settings),
    ...decryptLines(settings),
  ];
}

function signatureLines({ signature }: Settings): string[] {
  if (!signature) return [];
  const { parts, algorithm, digest, canonicalization, keyReference } = signature.value;
  return [
    noted('    signature:', signature),
    '      cert: { file: client.pem }',
    '      key: { file: client-key.pem }',
    `      parts: ${listOf(parts)}`,
    `      algorithm: ${algorithm}${algorithm === 'rsa-sha1' ? BY_STANDARD : ''}`,
    `      digest: ${digest}`,
    ...(canonicalization === 'inclusive' ? ['      canonicalization: inclusive'] : []),
    `      keyReference: ${keyReference}`,
  ];
}

const BY_STANDARD = '                  # as the standard has it; .NET: rsa-sha256';

function encryptionLines({ encryption }: Settings): string[] {
  if (!encryption) return [];
  const { parts, algorithm, keyReference } = encryption.value;
  return [
    noted('    encryption:', encryption),
    '      cert: { file: service.pem }            # of the service',
    `      parts: ${listOf(parts)}`,
    `      algorithm: ${algorithm}`,
    `      keyReference: ${keyReference}`,
  ];
}

function verifyLines({ verify }: Settings): string[] {
  if (!verify) return [];
  const { parts, algorithms, confirmation } = verify.value;
  return [
    noted('    verify:', verify),
    '      authority: { file: service.pem }       # of the service, or of its authority',
    `      parts: ${listOf(parts)}`,
    `      algorithms: ${listOf(algorithms)}`,
    ...(confirmation ? ['      confirmation: true'] : []),
  ];
}

function decryptLines({ decrypt }: Settings): string[] {
  if (!decrypt) return [];
  return [
    noted('    decrypt:', decrypt),
    '      key: { file: client-key.pem }',
    `      algorithms: ${listOf(decrypt.value)}`,
  ];
}

function noted(text: string, { place }: Requirement<unknown>): string {
  return `${text.padEnd(45)} # ${textOf(place)}`;
}

function listOf(names: readonly string[]): string {
  return `[ ${names.map((name) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name))).join(', ')} ]`;
}

function textOf({ file, line, col }: Place): string {
  return `${file.replace(/^.*\//, '')}:${line}:${col}`;
}
