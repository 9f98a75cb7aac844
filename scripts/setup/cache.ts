// What is fetched for tests and belongs to no system folder: below .cache of the checkout.
import { join } from 'node:path';

const cache = join(import.meta.dirname, '..', '..', '.cache');

/** The program `helm`. */
export const helmFile = join(cache, 'tools', 'helm');
/** The program `kustomize`. */
export const kustomizeFile = join(cache, 'tools', 'kustomize');
/** JSON Schemas of Kubernetes: a folder for each of its versions. */
export const kubernetesSchemas = join(cache, 'kubernetes', 'kubernetes_validate', 'kubernetes-json-schema');
/** CustomResourceDefinitions of the Prometheus operator and of the Gateway API. */
export const operatorDefinitions = join(cache, 'prometheus-operator');
/** A toolchain of Go, where the machine has none. */
export const goFolder = join(cache, 'go');
/** The folder ext/soap/tests/soap12 of PHP's sources. */
export const phpSoap12 = join(cache, 'php-soap12');
/** A virtual environment of Python with schemathesis. */
export const schemathesisFolder = join(cache, 'schemathesis');
/** The JSON Schema of SARIF 2.1.0. */
export const sarifSchema = join(cache, 'sarif', 'package', 'lib', 'schemas', 'sarif-2.1.0-rtm.5.json');
/** JSON Schemas of CycloneDX, and of what they refer to. */
export const cyclonedxSchemas = join(cache, 'cyclonedx', 'package', 'res', 'schema');
/** Apache CXF: a folder of jars for each release. */
export const cxfFolder = join(cache, 'cxf');
/** Its WS-Security, by WSS4J, the same. */
export const cxfSecurityFolder = join(cache, 'cxf-security');
/** Metro, the same. */
export const metroFolder = join(cache, 'metro');
