export async function writePage(_: unknown, __: unknown): Promise<void> {}
