// The probe: each statement of the service document in both directions. What it says of the gateway is what clients see.
import { restChecks } from './rest-checks.ts';
import { RestScene } from './rest-scene.ts';
import { soapChecks } from './soap-checks.ts';
import { SoapScene } from './soap-scene.ts';
import { type Verdict, verdictsOf } from './statements.ts';

export async function probe(): Promise<Verdict[]> {
  const rest = await new RestScene().start();
  const toSoap = await verdictsOf('REST → SOAP', restChecks(rest)).finally(() => rest.stop());
  const soap = await new SoapScene().start();
  const toRest = await verdictsOf('SOAP → REST', soapChecks(soap)).finally(() => soap.stop());
  return [...toSoap, ...toRest];
}
