import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Two entries, the app and the overlay, into `dist/`.
 *
 * Nothing is inlined, because the pages run under `script-src 'self'; style-src 'self'`. The oldest browser that must
 * run any of it is the one inside OBS 29 and 30, Chromium 103; one target serves both entries, since they share chunks.
 */
export default defineConfig({
  root: at('web'),
  plugins: [react()],
  build: {
    outDir: at('dist'),
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
