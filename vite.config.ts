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
 * The app with the further widgets, and the overlay of the alerts, built one after the other into `dist/`.
 *
 * They share no files: chunks shared with the app made the overlay 2 % heavier, and OBS shares no cache with anybody.
 * Nothing is inlined, because the pages run under `script-src 'self'; style-src 'self'`. The oldest browser that must
 * run any of it is the one inside OBS 29 and 30, Chromium 103; one target serves all.
 */
export default defineConfig({
  root: at('web'),
  plugins: [react(), withoutWebTransport(), precompress()],
  build: {
    outDir,
    emptyOutDir: true,
    target: ['chrome103', 'firefox115', 'safari16.4'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  builder: {},
  environments: {
    client: {
      build: {
        rolldownOptions: {
          input: { index: at('web/index.html'), widgets: at('web/widgets.html') },
          // React changes seldom: a file of its own stays in the browser's cache when our code changes.
          output: {
            codeSplitting: {
              groups: [{ name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ }],
            },
          },
        },
      },
    },
    overlay: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        copyPublicDir: false,
        cssCodeSplit: false,
        rolldownOptions: { input: { overlay: at('web/overlay.html') } },
      },
    },
  },
});

/** Leaves out a way of connecting that our server does not offer; Socket.IO carries it along and never tries it. */
function withoutWebTransport(): Plugin {
  return {
    name: 'without-webtransport',
    apply: 'build',
    load: {
      filter: { id: /engine\.io-client[\\/]build[\\/]esm[\\/]transports[\\/]webtransport\.js$/ },
      handler: () => 'export class WT {}',
    },
  };
}

/** Lays a `.br` and a `.gz` beside every text file when all is built; the server sends them as they are. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'overlay',
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
