// Why the case of an exchange fails, beyond its problems, and what to do.
import type { CapturedExchange } from '../capture/captured.ts';
import { MASK } from '../capture/secret-names.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { SoapMessages } from '../mapping/cases/soap-messages.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import type { CaseParts, SoapPart } from './case-yaml.ts';
import { messageOf } from './fitted-rest.ts';

/** Follows the problems in one sentence; empty: they say it all. `variants`: the cases that were tried. */
export function causeOf(
  mapping: Mapping,
  rule: MappingRule,
  exchange: CapturedExchange,
  problems: readonly string[],
  variants: readonly CaseParts[],
): string {
  if (variants.some((parts) => breaksContract(mapping, rule, parts)))
    return '; cases are read strictly: correct the contract, or the service';
  // What the gateway keeps of one page decides the calls of the next.
  if (rule.flow?.kind === 'pages' && problems.some((problem) => problem.startsWith('call 1: ')))
    return '; the request may go on from an earlier page: record both in one run, the earlier one first';
  const isMasked = JSON.stringify(exchange).includes(MASK);
  return isMasked ? `; secrets of the capture are masked as ${MASK}, which may be the cause` : '';
}

/** Does the response of the service, which the gateway may have accepted with its deviations? */
function breaksContract(mapping: Mapping, rule: MappingRule, { soap }: CaseParts): boolean {
  const responses = Array.isArray(soap) ? [] : [(soap as SoapPart).response];
  const messages = new SoapMessages(mapping);
  return responses.some((response) => {
    if (response === undefined) return false;
    try {
      messages.decode(rule.response.soap, messageOf(response), new Array(rule.variables.length));
      return false;
    } catch (error) {
      if (error instanceof SoapstoneError) return true;
      throw error;
    }
  });
}
