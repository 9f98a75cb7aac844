// All targets by name. Each is loaded when it is wanted: coverage takes the longer, the more code there is.
import type { Target } from './target.ts';

const bindings = () => import('./targets/bindings.ts');
const files = () => import('./targets/files.ts');

const loaders = new Map<string, () => Promise<Target>>([
  ['xml', async () => (await import('./targets/xml.ts')).xml],
  ['json', async () => (await import('./targets/json.ts')).json],
  ['paths', async () => (await import('./targets/paths.ts')).paths],
  ['query', async () => (await import('./targets/query.ts')).query],
  ['tables', async () => (await files()).tables],
  ['contracts', async () => (await files()).contracts],
  ['openapi', async () => (await files()).openapi],
  ['soap-front', async () => (await bindings()).soapFront],
  ['soap-back', async () => (await bindings()).soapBack],
  ['soap-encoding', async () => (await import('./targets/soap-encoding.ts')).soapEncoding],
  ['rest-front', async () => (await bindings()).restFront],
  ['rest-back', async () => (await bindings()).restBack],
]);

export const targetNames = [...loaders.keys()];

export function loadTarget(name: string): Promise<Target> {
  return loaders.get(name)!();
}
