// Why a server cannot listen, for operators.
import { SoapstoneError } from '../../errors/errors.ts';

/** An error of `cannotListen`: another process has the port. */
export function isPortTaken(error: unknown): boolean {
  return error instanceof SoapstoneError && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE';
}

/** For operators: the port, why not, and the flag that names another one. */
export function cannotListen(host: string, port: number, flag: string, error: NodeJS.ErrnoException): SoapstoneError {
  const inUse = error.code === 'EADDRINUSE';
  const reason = inUse ? 'another process has it' : (error.code ?? error.message);
  const suggestion = inUse ? `choose another one with ${flag}` : undefined;
  return new SoapstoneError('SETTINGS', `cannot listen on ${host}:${port}: ${reason}`, { suggestion, cause: error });
}
