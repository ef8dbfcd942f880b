import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { problems } from '#contract/problem.ts';
import type { Ports, Settings } from '#server/app/ports.ts';
import { createHttp } from './create-http.ts';
import { createLimiter } from '#server/app/limits/limiter.ts';
import { type Limits, publicLimits } from '#server/app/limits/limits.ts';
import { Secret } from '#server/app/secret.ts';
import type { RateLimitOptions } from './rate-limits.ts';

/** What a server without a database says of itself. */
export const bareSettings = {
  publicUrl: 'https://brava.example',
  network: 'devnet',
  networkLabel: 'Solana Devnet',
  explorerUrl: null,
  socialUrl: null,
  retention: { defaultDays: null, maxDays: null },
  operator: { name: null, contact: null },
  legalUrls: { privacy: null, terms: null },
} as Settings;

/** A server that takes no clips. */
const noClips = { intake: null } as Ports['clips'];

/** A server that remembers no answers. */
const noMemories = { donations: { peek: () => null } } as unknown as Ports['memories'];

/** A server whose only node answers. */
const running = { nodes: () => [{ failures: 0, stillSince: null }] } as unknown as Ports['running'];

/** Ports of which a test names what it needs; whatever else is called fails the test. */
function portsWith(given: Partial<Ports>): Ports {
  const always = {
    settings: bareSettings,
    faucet: null,
    fiat: null,
    clips: noClips,
    memories: noMemories,
    running,
  };
  return new Proxy({ ...always, ...given } as Ports, {
    get(target, name: keyof Ports) {
      if (name in target) return target[name];
      throw new Error(`This test uses no port ${name}.`);
    },
  });
}

/** The HTTP side with a small build and nothing behind it. */
export interface BareHttp {
  distDir: string;
  /** What the servers logged as errors. */
  errors: string[];
  /** Opens a server, with ports of one's own and whatever else is not as usual; `stop` closes it. */
  open(ports?: Partial<Ports>, options?: Partial<Parameters<typeof createHttp>[0]>): Promise<FastifyInstance>;
  stop(): Promise<void>;
}

/** Writes the build into a folder of its own, which goes with `stop`. */
export async function openBareHttp(): Promise<BareHttp> {
  const distDir = await writeBuild();
  const errors: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const opened: FastifyInstance[] = [];
  return {
    distDir,
    errors,
    async open(ports = {}, options = {}) {
      const app = await createHttp({
        ports: portsWith(ports),
        distDir,
        trustProxy: [],
        rateLimits: countingAlone(publicLimits),
        logger,
        ...options,
      });
      opened.push(app);
      return app;
    },
    async stop() {
      for (const app of opened) await app.close();
      await rm(distDir, { recursive: true });
    },
  };
}

/** Limits of a server that counts for itself, for everybody alike. */
export function countingAlone(limits: Limits): RateLimitOptions {
  const secret = new Secret(new Uint8Array(32));
  return {
    limiter: createLimiter({ limits, counts: null, secret, log: { warn: () => undefined } }),
    isLoopback: false,
  };
}

async function writeBuild(): Promise<string> {
  const distDir = await mkdtemp(join(tmpdir(), 'brava-dist-'));
  await mkdir(join(distDir, 'assets'));
  await writeFile(join(distDir, 'index.html'), '<!doctype html><title>app</title>');
  await writeFile(join(distDir, 'app.html'), '<!doctype html><title>app, signed in</title>');
  await writeFile(join(distDir, 'donate.html'), '<!doctype html><title>donate</title>');
  await writeFile(join(distDir, 'overlay.html'), '<!doctype html><title>overlay</title>');
  await writeFile(join(distDir, 'preview.html'), '<!doctype html><title>preview</title>');
  await writeFile(join(distDir, 'assets/index-abc123.js'), 'plain');
  await writeFile(join(distDir, 'assets/index-abc123.js.br'), 'brotli');
  await writeFile(join(distDir, 'default-sound.mp3'), Buffer.alloc(1000, 7));
  return distDir;
}

/** The body of a reply that refuses. */
export function problemBody(code: keyof typeof problems): { message: string; code: string } {
  return { message: problems[code][1], code };
}
