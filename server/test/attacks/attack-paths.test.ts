import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { problems, type ProblemCode } from '#contract/problem.ts';
import { isClipName } from '#server/app/donations/clip-name.ts';
import { formOf, upload, uploadTone } from '#server/test/clip-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import { pathAttacks } from './path-attacks.ts';
import { askRaw, type RawAnswer } from '#server/test/raw-http.ts';
import { s3Keys, startS3Server, type S3Server } from '#server/test/stand-ins/s3-server.ts';
import { request, registerStreamer } from '#server/test/test-client.ts';
import { startTestServer, type TestServer } from '#server/test/test-server.ts';
import { toneWav } from '#server/test/tone-wav.ts';

// Some hundred connections, one after the other.
vi.setConfig({ testTimeout: 90_000 });

const canary = 'canary-that-nobody-may-read';
const project = fileURLToPath(new URL('../../../', import.meta.url));
const distDir = join(project, 'dist');

/**
 * Every file that may be served, as text, and what is filled in: the landing page, and the donor's documents for a link that is
 * nobody's and for what can be no donation.
 */
let served: Set<string>;
const server = forFile(startTestServer);
beforeAll(async () => {
  await uploadTone(server.url);
  await mkdir(join(server.dataDir, 'clips'), { recursive: true });
  for (const path of ['canary.txt', 'clips/canary.txt', '../canary.txt'])
    await writeFile(join(server.dataDir, path), canary);
  served = new Set(await Promise.all((await filesIn(distDir)).map((path) => readFile(path, 'utf8'))));
  for (const path of ['/', '/donate/nobody', '/donate/nobody/no.donation'])
    served.add(await (await fetch(`${server.url}${path}`)).text());
});

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** What is wrong with an answer: it must be a file of the build, or a refusal in the one form. */
function faultOf({ status, body }: RawAnswer): string | null {
  if (status >= 500) return 'a failure of ours';
  if (body.includes(canary) || /root:x?:0:0|"name": "brava"|process\.env|^PATH=/m.test(body)) return 'a file';
  if (/^\s+at .+:\d+/m.test(body) || body.includes(project)) return 'a trace';
  if (served.has(body) || body === '' || body.startsWith('The pages have not been built yet.')) return null;
  return isProblem(status, body) ? null : 'something unknown';
}

function isProblem(status: number, body: string): boolean {
  if (!body.startsWith('{')) return false;
  const { message, code, ...rest } = JSON.parse(body) as { message: string; code: ProblemCode };
  return problems[code]?.[0] === status && message.length > 5 && Object.keys(rest).length === 0;
}

async function faultsOf(method: string, targets: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const target of targets) {
    const answer = await askRaw(server.url, `${method} ${target}`);
    const fault = faultOf(answer);
    if (fault !== null) faults.push(`${target} → ${answer.status}, ${fault}: ${answer.body.slice(0, 200)}`);
  }
  return faults;
}

describe('no path leads out of what is served', () => {
  test('the list is as long as promised, and no attack is in it twice', () => {
    expect(new Set(pathAttacks).size).toBe(pathAttacks.length);
    expect(pathAttacks.length).toBeGreaterThanOrEqual(200);
  });

  test('the eye is open: it sees each of the files that are looked for', async () => {
    const secrets = [canary, await readFile('/etc/passwd', 'utf8')];
    for (const path of ['package.json', 'server/main.ts'])
      secrets.push(await readFile(join(project, path), 'utf8'));
    for (const body of secrets) expect(faultOf({ status: 200, headers: {}, body })).not.toBeNull();
    expect(faultOf({ status: 404, headers: {}, body: 'Error: x\n    at run (/a/b.ts:1:2)' })).toBe('a trace');
    expect(faultOf({ status: 500, headers: {}, body: '' })).not.toBeNull();
  });

  test('by GET', async () => {
    expect(await faultsOf('GET', pathAttacks)).toEqual([]);
  });

  test('by other methods', async () => {
    const some = pathAttacks.filter((_, at) => at % 5 === 0);
    for (const method of ['HEAD', 'POST', 'PUT']) expect(await faultsOf(method, some)).toEqual([]);
  });
});

describe('no name of a file leads out of where clips are kept', () => {
  const names = [
    '../../canary.wav',
    '..\\..\\canary.wav',
    '/etc/cron.d/x.wav',
    'C:\\Windows\\x.wav',
    '....//....//x.wav',
    '%2e%2e%2fx.wav',
    '..%c0%afx.wav',
    'x.wav\u0000.sh',
    '.wav',
    '..',
    '.htaccess',
    'con.wav',
    'a'.repeat(4000),
    '\u2025\u2215x.wav',
    'x"; filename="../y.wav',
    'x.wav\r\nx-evil: 1',
  ];

  test('an upload is stored under a name of ours, whatever its own', async () => {
    const before = await filesIn(join(server.dataDir, '..'));
    // Measuring a clip takes a while; each second name is enough.
    for (const name of names.filter((_, at) => at % 2 === 0)) {
      const { status, body } = await upload(server.url, formOf(toneWav(0.2), { name }));
      expect([201, 400]).toContain(status);
      if (status !== 201) continue;
      expect(isClipName(body.fileName ?? '')).toBe(true);
      expect(body.originalName).not.toMatch(/[/\\\0\r\n]/);
    }
    const added = (await filesIn(join(server.dataDir, '..'))).filter((path) => !before.includes(path));
    expect(added.length).toBeGreaterThan(3);
    for (const path of added) expect(path.startsWith(join(server.dataDir, 'clips/'))).toBe(true);
    for (const path of added) expect(isClipName(path.slice(path.lastIndexOf('/') + 1))).toBe(true);
  });

  test('a donation takes no file by a path', async () => {
    const { donationLink: linkCode } = await registerStreamer(server.url);
    for (const audioFileName of [...names, 'canary.txt', '../canary.txt', '../seed', './x.wav']) {
      const { status } = await request(server.url, 'createDonation', { body: { linkCode, audioFileName } });
      expect({ audioFileName, status }).toEqual({ audioFileName, status: 400 });
    }
  });
});

describe('no path leads to another key of the bucket', () => {
  const bucket = 'clips-of-attacks';
  let s3: S3Server;
  let onS3: TestServer;
  beforeAll(async () => {
    s3 = await startS3Server(bucket);
    onS3 = await startTestServer({
      environment: {
        CLIPS_S3_ENDPOINT: s3.url,
        CLIPS_S3_BUCKET: bucket,
        CLIPS_S3_KEY: s3Keys.accessKey,
        CLIPS_S3_SECRET: s3Keys.secretKey,
      },
    });
  });
  afterAll(async () => {
    await onS3.stop();
    await s3.stop();
  });

  test('what is no name of a clip never reaches the store', async () => {
    for (const key of ['canary.txt', 'clips/canary.txt', 'backup/canary.txt', '/canary.txt'])
      s3.objects.set(key, { bytes: Buffer.from(canary), type: 'text/plain' });
    // Whoever asked it would now be answered 503 and so `busy`.
    s3.isAway = true;
    const tails = ['', '../', '..%2f', '%2e%2e%2f', '..%252f', '%2f', '..%5c', '?x=../', '..;/', '%00../'];
    for (const tail of tails) {
      for (const key of ['canary.txt', 'clips/canary.txt', 'backup/canary.txt', '?list-type=2']) {
        const { status, body } = await askRaw(onS3.url, `GET /clips/${tail}${key}`);
        expect({ tail, key, status, isFile: body.includes(canary) }).toEqual({
          tail,
          key,
          status: 404,
          isFile: false,
        });
      }
    }
  });
});
