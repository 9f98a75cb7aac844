import { version } from '../server/package.ts';
import { OK } from './report.ts';

export async function printVersion(): Promise<number> {
  process.stdout.write(`soapstone ${version()} (node ${process.version})\n`);
  return OK;
}
