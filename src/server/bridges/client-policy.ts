// What `auth.front` asks of SOAP clients, as a policy of the WSDL that they read (WS-SecurityPolicy 1.3).
import type { AuthSettings, FrontSettings } from '../../auth/settings/settings.ts';

const SP = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702';
const ADDRESSING = 'http://www.w3.org/2005/08/addressing';

type Kind<K extends FrontSettings['kind']> = Extract<FrontSettings, { kind: K }>;

/**
 * Content of a wsp:Policy for requests, one alternative for each kind of credential. Kinds that no policy has a word for (an API key) are an
 * alternative that asks for nothing. Undefined: no kind has a word.
 */
export function clientPolicy(auth: AuthSettings | undefined): string | undefined {
  const alternatives = new Set((auth?.front ?? []).map(alternativeFor));
  if ([...alternatives].every((alternative) => alternative === '')) return undefined;
  const all = [...alternatives].map((alternative) => `<wsp:All>${alternative}</wsp:All>`);
  return `<wsp:ExactlyOne xmlns:sp="${SP}">${all.join('')}</wsp:ExactlyOne>`;
}

function alternativeFor(settings: FrontSettings): string {
  if (settings.kind === 'usernameToken') return usernameToken(settings);
  return settings.kind === 'signature' ? signature(settings) : '';
}

function usernameToken({ passwords }: Kind<'usernameToken'>): string {
  const hashed = passwords.includes('text') ? '' : '<sp:HashPassword/>';
  return nest('sp:SupportingTokens', token('UsernameToken', 'AlwaysToRecipient', `${hashed}<sp:WssUsernameToken10/>`));
}

/** Timestamps are always among the parts. Responses are not signed: the policy is that of requests. The service has a key in every such binding, which nothing uses. */
function signature({ parts }: Kind<'signature'>): string {
  const binding = nest(
    'sp:AsymmetricBinding',
    nest('sp:InitiatorToken', token('X509Token', 'AlwaysToRecipient', '<sp:WssX509V3Token10/>')),
    nest('sp:RecipientToken', token('X509Token', 'Never', '<sp:WssX509V3Token10/>')),
    nest('sp:AlgorithmSuite', '<sp:Basic256Sha256/>'),
    '<sp:IncludeTimestamp/><sp:OnlySignEntireHeadersAndBody/>',
  );
  return `${binding}<sp:SignedParts>${parts.map(signedPart).join('')}</sp:SignedParts>`;
}

function signedPart(name: string): string {
  if (name === 'body') return '<sp:Body/>';
  if (name === 'addressing') return `<sp:Header Namespace="${ADDRESSING}"/>`;
  const header = /^\{([^}]*)\}(.+)$/.exec(name);
  return header ? `<sp:Header Namespace="${escaped(header[1])}" Name="${escaped(header[2])}"/>` : '';
}

function token(name: string, inclusion: string, content: string): string {
  return `<sp:${name} sp:IncludeToken="${SP}/IncludeToken/${inclusion}"><wsp:Policy>${content}</wsp:Policy></sp:${name}>`;
}

function nest(name: string, ...content: readonly string[]): string {
  return `<${name}><wsp:Policy>${content.join('')}</wsp:Policy></${name}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
