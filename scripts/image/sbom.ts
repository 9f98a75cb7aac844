// The bill of materials of the image's packages, as CycloneDX. npm writes it from the lock file; what is not in the image is left out.
import { execFileSync } from 'node:child_process';

interface Component {
  readonly 'bom-ref': string;
  readonly properties?: readonly { readonly name: string }[];
}

interface Bom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

const ARGS = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];

/** `names`: `name@version` of the packages. The same text for the same lock file. @throws where npm does not know one of them. */
export function sbomOf(names: ReadonlySet<string>): string {
  const {
    serialNumber: _,
    metadata,
    components,
    dependencies,
    ...bom
  } = JSON.parse(execFileSync('npm', ARGS, { encoding: 'utf8', maxBuffer: 1 << 26 })) as Bom & { serialNumber: string };
  const { timestamp: _time, ...described } = metadata as Bom['metadata'] & { timestamp: string };
  const kept = components.filter((component) => names.has(component['bom-ref']));
  const unknown = [...names].filter((name) => !kept.some((component) => component['bom-ref'] === name));
  if (unknown.length > 0) throw new Error(`the lock file has no ${unknown.join(', ')}`);
  const isIn = (ref: string) => names.has(ref) || ref === metadata.component['bom-ref'];
  const bill = {
    ...bom,
    metadata: described,
    components: kept.map(asShipped),
    dependencies: dependencies
      .filter(({ ref }) => isIn(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isIn) })),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** A package that only the build installs is in the image all the same where a bundle has it. */
function asShipped(component: Component): Component & { readonly scope: 'required' } {
  const { properties = [], ...described } = component;
  return {
    ...described,
    scope: 'required',
    properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
  };
}
