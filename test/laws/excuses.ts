// Where xmllint is no judge of the codec: patterns of messages, each with its reason.

/** What xmllint refuses and the codec lets pass. */
export const STRICTER: readonly RegExp[] = [
  // Rules about several values of a document, which a message has no use for.
  /identity-constraint/,
  /xs:ID'/,
  // libxml2 counts at most 24 digits.
  /'[-+.\d]{25,}' is not a valid value/,
  // Part 2 §3.2.17 leaves open what a URI reference looks like.
  /xs:anyURI'/,
  // Attributes of a wildcard are texts in JSON; a declaration that the contract may have for them is not looked at.
  /attribute '\{urn:example:wildcards:known\}/,
];

/** What the codec refuses and xmllint lets pass: patterns of the codec's messages. */
export const LAXER: readonly RegExp[] = [
  // libxml2 passes over characters that are not base64.
  /'[^']*[^A-Za-z0-9+/=\s'…][^']*' is not a value of xs:base64Binary/,
  // NMTOKENS, IDREFS and ENTITIES have at least one item (Part 2 §3.3.10.1), which libxml2 does not ask for.
  /must have at least 1 items/,
  // Years have any length for libxml2.
  /'\d{10,}' is not a value/,
];

/** xmllint's last line about a document gives no reason. */
const VERDICT = / fails to validate$/;

/** Each message has its excuse: one that has says nothing about another. */
export function excusable(patterns: readonly RegExp[], messages: readonly string[]): boolean {
  const reasons = messages.filter((m) => !VERDICT.test(m));
  return reasons.length > 0 && reasons.every((m) => patterns.some((p) => p.test(m)));
}
