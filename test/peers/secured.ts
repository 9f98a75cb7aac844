// Apache CXF with WSS4J: services and a client that do what the policy of their WSDL says.
import { join } from 'node:path';
import { cxfSecurity } from '../../scripts/setup/java.ts';
import { javaArguments } from './java-class.ts';
import { startPeer } from './peer.ts';

/** Why it cannot run on this machine; undefined where it can. */
export const noSecured: string | undefined = cxfSecurity.missing;

export interface Secured {
  /** Of the services: `/name` for each WSDL file. */
  readonly origin: string;
  /** The text of a note of the service at `url`, or what the client says. */
  call(wsdl: string, url: string): Promise<string>;
  stop(): Promise<void>;
}

/** `keys`: a folder with key stores of `service` and `client`, and `…-trust` with the certificate of each. */
export async function startSecured(keys: string, wsdls: readonly string[]): Promise<Secured> {
  const source = join(import.meta.dirname, 'secured/Secured.java');
  const args = [...(await javaArguments(source, cxfSecurity.jars)), keys, ...wsdls];
  const { origin: control, stop } = await startPeer({ program: 'java', args });
  const origin = await (await fetch(`${control}/origin`)).text();
  const call = async (wsdl: string, url: string) =>
    (await fetch(`${control}/call?${new URLSearchParams({ wsdl, url })}`)).text();
  return { origin, call, stop };
}
