// One declaration file for the public exports: consumers need no other, and none of the inner files can be imported by mistake.
import { globSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

/** Folds `index.d.ts` and all that it imports into one file, and removes the others. */
export async function bundleDeclarations(folder: string): Promise<void> {
  const whole = join(folder, 'whole.d.ts.new');
  const bundle = await rollup({
    input: join(folder, 'index.d.ts'),
    // Otherwise a checkout below a folder node_modules would keep its imports.
    plugins: [dts({ respectExternal: true })],
    external: [/^node:/, 'diagnostics_channel'],
    onwarn: ({ message }) => {
      throw new Error(message);
    },
  });
  await bundle.write({ file: whole, format: 'es' });
  await bundle.close();
  for (const file of globSync('**/*.d.ts', { cwd: folder })) rmSync(join(folder, file));
  renameSync(whole, join(folder, 'index.d.ts'));
}
