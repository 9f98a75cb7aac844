// What stands in the Body of an envelope as text, with all namespaces it uses.
import { elementsOf, type TextElement } from '../sides/xml-text.ts';
import type { SoapParts } from './case-text.ts';

interface SoapContent {
  readonly body: string;
  readonly fault?: NonNullable<SoapParts['fault']>;
}

/** `text`: an envelope, or what stands in its Body. */
export function soapContent(text: string): SoapContent {
  const root = elementsOf(text);
  if (root?.local !== 'Envelope') return { body: text.trim() };
  const body = root.children.find(({ local }) => local === 'Body');
  if (body === undefined) return { body: '' };
  const scope = [root, body];
  const [first] = body.children;
  if (first?.local === 'Fault') return { body: '', fault: faultOf(text, first, [...scope, first]) };
  return { body: body.children.map((child) => standalone(text, child, scope)).join('\n') };
}

/** The element with the namespaces that are declared around it, unindented. */
function standalone(text: string, { start, end, local }: TextElement, scope: readonly TextElement[]): string {
  const source = text.slice(start, end);
  const tagEnd = source.indexOf(local) + local.length;
  const head = source.slice(0, source.indexOf('>'));
  const declared = new Map(
    scope
      .flatMap((element) => [...startTag(text, element).matchAll(/\sxmlns(?::([\w.-]+))?\s*=\s*("[^"]*"|'[^']*')/g)])
      .map(([, prefix = '', value]) => [prefix, value]),
  );
  const missing = [...declared].filter(
    ([prefix]) => uses(source, prefix) && !new RegExp(`\\sxmlns${prefix && `:${prefix}`}\\s*=`).test(head),
  );
  const fields = missing.map(([prefix, value]) => ` xmlns${prefix && `:${prefix}`}=${value}`).join('');
  return unindented(text, start, source.slice(0, tagEnd) + fields + source.slice(tagEnd));
}

function startTag(text: string, { start, innerStart }: TextElement): string {
  return text.slice(start, innerStart);
}

function uses(source: string, prefix: string): boolean {
  return prefix === '' ? true : source.includes(`${prefix}:`);
}

/** Without the indentation that the first line has in the text. */
function unindented(text: string, start: number, source: string): string {
  const width = start - (text.lastIndexOf('\n', start - 1) + 1);
  return source.replaceAll(`\n${' '.repeat(width)}`, '\n');
}

function faultOf(text: string, fault: TextElement, scope: readonly TextElement[]): NonNullable<SoapParts['fault']> {
  const child = (element: TextElement | undefined, name: string) =>
    element?.children.find(({ local }) => local.toLowerCase() === name.toLowerCase());
  const inner = (element: TextElement | undefined) =>
    element === undefined ? '' : decoded(text.slice(element.innerStart, element.innerEnd).trim());
  const code = inner(child(fault, 'faultcode') ?? child(child(fault, 'Code'), 'Value'));
  const reason = inner(child(fault, 'faultstring') ?? child(child(fault, 'Reason'), 'Text'));
  const detail = child(fault, 'detail');
  const [entry] = detail?.children ?? [];
  return {
    code: code.replace(/^[\w.-]+:/, ''),
    reason,
    detail: detail && entry && standalone(text, entry, [...scope, detail]),
  };
}

function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
