import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type Plugin, type Rolldown } from 'vite';
import type * as landing from './web/app/landing-document.tsx';
import { languages } from './web/texts/language.ts';
import { cutTypefaces } from './web/typefaces/cut-typefaces.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const outDir = at('dist');
/** The program that writes the landing page; gone when the build is done. */
const rendererDir = join(outDir, '.prerender');

/**
 * The app, the further widgets, the overlay's preview, the landing page, a donor's pages, then the landing page as documents,
 * then the overlay of the alerts: built one after the other into `dist/`.
 *
 * What is opened by itself shares no files with the rest: as part of the app a donor's form came in 40 files and the
 * landing page in 20, each of which a phone waits for; and OBS shares no cache with anybody. Nothing is inlined,
 * because the pages run under `script-src 'self'; style-src 'self'`. The oldest browser that must run any of it is the
 * one inside OBS 29 and 30, Chromium 103; one target serves all.
 */
export default defineConfig({
  root: at('web'),
  plugins: [
    react(),
    cutTypefaces(),
    withoutWebTransport(),
    withoutBinaries(),
    refuseCircles(),
    preloadApp(),
    preloadDonorPages(),
    prerenderLanding(),
    precompress(),
  ],
  build: {
    outDir,
    emptyOutDir: true,
    target: ['chrome103', 'firefox115', 'safari16.4'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // How long the plugins took is of no use to whoever starts the product on a busy machine.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  builder: {},
  environments: {
    client: {
      build: {
        rolldownOptions: {
          input: { index: at('web/index.html'), main: at('web/app/main.tsx') },
          output: {
            chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash].js`,
            assetFileNames: ({ names: [name = ''] }) =>
              `assets/${name.split(/~|\.\w+$/, 1)[0]}-[hash][extname]`,
            codeSplitting: {
              groups: [
                // React changes seldom: a file of its own stays in the browser's cache when our code changes.
                { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 2 },
                {
                  name: 'begin',
                  test: /[\\/](?:begin|first-calls|early-replies|stored-token)\.ts$/,
                  priority: 3,
                },
                { name: 'first', tags: ['$initial'], priority: 1 },
                // One file: split by who needs what, files import each other in a circle (`refuseCircles`).
                { name: 'shared', minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    widgets: pageOfItsOwn('web/widgets.html'),
    preview: pageOfItsOwn('web/preview.html'),
    landing: pageOfItsOwn('web/landing.html'),
    donate: pageOfItsOwn('web/donate.html'),
    prerender: {
      consumer: 'server',
      build: {
        outDir: rendererDir,
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: { input: { landing: at('web/app/landing-document.tsx') } },
      },
    },
    overlay: pageOfItsOwn('web/overlay.html'),
  },
});

/** One script and one style sheet of its own, and what it loads later. */
function pageOfItsOwn(document: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      emptyOutDir: false,
      copyPublicDir: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: at(document),
        output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
      },
    },
  };
}

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

/**
 * Leaves out the attachments of Socket.IO: nothing but JSON goes over our connections. A packet that announces some all the
 * same is refused as one that cannot be read.
 */
function withoutBinaries(): Plugin {
  const inTheirPlace: Record<string, string> = {
    'is-binary': 'export const isBinary = () => false; export const hasBinary = isBinary;',
    binary:
      'export const deconstructPacket = (packet) => ({ packet, buffers: [] }); export const reconstructPacket = (packet) => packet;',
    'encodePacket.browser':
      'import { PACKET_TYPES } from "./commons.js"; export const encodePacket = ({ type, data }, _, encoded) => encoded(PACKET_TYPES[type] + (data || "")); export const encodePacketToBinary = encodePacket;',
    'base64-arraybuffer': 'export const decode = () => new ArrayBuffer();',
  };
  return {
    name: 'without-binaries',
    apply: 'build',
    load: {
      filter: {
        id: /(?:socket|engine)\.io-parser[\\/]build[\\/]esm[\\/](?:is-binary|binary|encodePacket\.browser|contrib[\\/]base64-arraybuffer)\.js$/,
      },
      handler: (id) => inTheirPlace[basename(id, '.js')],
    },
  };
}

/**
 * Fails the build when files import each other in a circle. Which of them runs first then hangs on what the browser loads
 * first, and a table of components that is built too early holds undefined ones for good.
 */
function refuseCircles(): Plugin {
  return {
    name: 'refuse-circles',
    apply: 'build',
    generateBundle: (_, bundle) => {
      const done = new Set<string>();
      const visit = (file: string, above: readonly string[]): void => {
        if (above.includes(file)) throw new Error(`A circle of imports: ${[...above, file].join(' > ')}`);
        const part = bundle[file];
        if (part?.type !== 'chunk' || done.has(file)) return;
        for (const imported of part.imports) visit(imported, [...above, file]);
        done.add(file);
      };
      for (const file of Object.keys(bundle)) visit(file, []);
    },
  };
}

/**
 * Names in the app's document all that its first script is going to load, so that nothing of it waits for that script;
 * `app.html` is the same for the signed-in area and names what stands around its pages too.
 */
function preloadApp(): Plugin {
  return {
    name: 'preload-app',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle: async (_, bundle) => {
      const document = await readFile(join(outDir, 'index.html'), 'utf8');
      const write = (name: string, modules: string[]) =>
        writeFile(
          join(outDir, name),
          document.replace('</head>', () => `${preloads(bundle, modules, document)}</head>`),
        );
      const first = ['web/app/main.tsx'];
      const around = ['web/app/with-queries.tsx', 'web/app/with-session.tsx', 'web/app/app-shell.tsx'];
      await write('index.html', first);
      await write('app.html', [...first, ...around]);
    },
  };
}

/**
 * Names in a donor's document what its script is going to load, so that it comes beside that and not after it: the
 * words in each language, and what stands at a donation's own address. The server leaves what belongs to the page that
 * it sends.
 */
function preloadDonorPages(): Plugin {
  return {
    name: 'preload-donor-pages',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'donate',
    writeBundle: async (_, bundle) => {
      const path = join(outDir, 'donate.html');
      const document = await readFile(path, 'utf8');
      const links = (marks: string, ...modules: string[]) =>
        preloads(bundle, modules, document).replaceAll('<link ', `<link ${marks} `);
      const words = (language: string) =>
        links(
          `data-language="${language}"`,
          ...['common', 'donate'].map((name) => `web/texts/${language}/${name}.ts`),
        ) + links(`data-language="${language}" data-step="donation"`, `web/texts/${language}/donation.ts`);
      const all = [
        ...Object.keys(languages).map(words),
        links('data-step="donation"', 'web/features/donate/donation-page.tsx'),
      ];
      await writeFile(
        path,
        document.replace('</head>', () => `${all.join('')}</head>`),
      );
    },
  };
}

/**
 * Links to the scripts and style sheets of some modules and of all that these import, but for those that stand there
 * already.
 */
function preloads(bundle: Rolldown.OutputBundle, modules: readonly string[], document: string): string {
  const chunks = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): void => {
    if (chunk?.type !== 'chunk' || chunks.has(chunk)) return;
    chunks.add(chunk);
    for (const imported of chunk.imports) add(bundle[imported]);
  };
  for (const module of modules) {
    const holder = Object.values(bundle).find(
      (part) => part.type === 'chunk' && part.moduleIds.includes(at(module)),
    );
    if (holder === undefined) throw new Error(`${module} is not in the build.`);
    add(holder);
  }
  const styles = new Set([...chunks].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
  return [
    ...[...styles].map((file) => ({ file, link: `<link rel="stylesheet" crossorigin href="/${file}">` })),
    ...[...chunks].map(({ fileName: file }) => ({
      file,
      link: `<link rel="modulepreload" crossorigin href="/${file}">`,
    })),
  ]
    .filter(({ file }) => !document.includes(file))
    .map(({ link }) => `    ${link}\n`)
    .join('');
}

/** Puts the documents of the landing page, ready to be read, in the place of its empty one. */
function prerenderLanding(): Plugin {
  return {
    name: 'prerender-landing',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'prerender',
    closeBundle: async () => {
      const template = join(outDir, 'landing.html');
      const { landingDocuments } = (await import(
        pathToFileURL(join(rendererDir, 'landing.js')).href
      )) as typeof landing;
      for (const { name, html } of await landingDocuments(await readFile(template, 'utf8')))
        await writeFile(join(outDir, name), html);
      await rm(template);
      await rm(rendererDir, { recursive: true });
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
