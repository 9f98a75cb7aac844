// Failures of ours as if the service had reported them: the rows of the table are about them too.
import { Fault } from './fault.ts';
import { titleOf } from './fault-names.ts';

export function asSaid(fault: Fault): Fault {
  return fault.init.rest
    ? fault
    : new Fault({ ...fault.init, rest: { ours: true, headers: {}, code: fault.init.code } });
}

export function saidFault(status: number, code: string, detail?: string): Fault {
  return asSaid(new Fault({ status, code, title: titleOf(code), detail }));
}
