import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const outDir = at('dist');

/**
 * Two entries, the app and the overlay, into `dist/`.
 *
 * Nothing is inlined, because the pages run under `script-src 'self'; style-src 'self'`. The oldest browser that must
 * run any of it is the one inside OBS 29 and 30, Chromium 103; one target serves both entries, since they share chunks.
 */
export default defineConfig({
  root: at('web'),
  plugins: [react(), precompress()],
  build: {
    outDir,
    emptyOutDir: true,
    target: ['chrome103', 'firefox115', 'safari16.4'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: at('web/index.html'), overlay: at('web/overlay.html') },
      // React changes seldom: a file of its own stays in the browser's cache when our code changes.
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ }],
        },
      },
    },
  },
});

/** Lays a `.br` and a `.gz` beside every text file of the build; the server sends them as they are. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle: async () => {
      const files = await readdir(outDir, { recursive: true });
      const texts = files.filter((file) => /\.(?:js|css|html|svg)$/.test(file));
      await Promise.all(texts.map((file) => compressFile(join(outDir, file))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}
