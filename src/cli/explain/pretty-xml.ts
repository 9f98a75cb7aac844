// Indents XML that we wrote ourselves. Not for XML from the network.

const TOKEN = /<[^>]*>|[^<]+/g;

/** Elements with text alone stay on one line. */
export function prettyXml(xml: string): string {
  const lines: string[] = [];
  let depth = 0;
  let open = false;
  for (const [token] of xml.matchAll(TOKEN)) {
    if (token.startsWith('</')) {
      depth--;
      if (open) lines[lines.length - 1] += token;
      else lines.push(indent(depth) + token);
      open = false;
    } else if (token.startsWith('<')) {
      lines.push(indent(depth) + token);
      open = !token.startsWith('<?') && !token.endsWith('/>');
      if (open) depth++;
    } else if (token.trim() !== '') {
      lines[lines.length - 1] += token;
    }
  }
  return lines.join('\n');
}

function indent(depth: number): string {
  return '  '.repeat(depth);
}
