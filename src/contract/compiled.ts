// The door to compiled contracts: one file that opens without parsing or linking. Knows nothing about WSDL.
export { isCompiled, readCompiled } from './compiled/read.ts';
export { writeCompiled } from './compiled/write.ts';
