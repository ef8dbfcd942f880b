import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** What the registry says: nothing known against it, something, or no answer. No answer is never a good one. */
export interface Verdict {
  state: 'clean' | 'bad' | 'not checked';
  words: string;
}

const patienceMs = 10_000;

/** Asks for known vulnerabilities of what the running server loads; high and critical ones are bad. */
export async function askForVulnerabilities(root: URL): Promise<Verdict> {
  const { out } = await npm(root, ['audit', '--omit=dev', '--json']);
  return judgeAudit(out);
}

/** Asks whether the registry signed what is installed. */
export async function askForSignatures(root: URL): Promise<Verdict> {
  return judgeSignatures(await npm(root, ['audit', 'signatures', '--json']));
}

/** Reads what `npm audit --json` printed. */
export function judgeAudit(out: string): Verdict {
  const counts = (readJson(out) as { metadata?: { vulnerabilities?: Record<string, number> } } | null)
    ?.metadata?.vulnerabilities;
  if (counts === undefined) return { state: 'not checked', words: 'the registry does not answer' };
  const { high = 0, critical = 0, total = 0 } = counts;
  const words = `${critical} critical, ${high} high, ${total} known vulnerabilities in all`;
  return { state: high + critical > 0 ? 'bad' : 'clean', words };
}

/** Reads what `npm audit signatures --json` printed, and how it ended. */
export function judgeSignatures({ out, code }: { out: string; code: number | null }): Verdict {
  const found = readJson(out) as { invalid?: unknown[]; missing?: unknown[] } | null;
  if (!Array.isArray(found?.invalid) || !Array.isArray(found.missing))
    return { state: 'not checked', words: 'the registry does not answer' };
  const words = `${found.invalid.length} invalid, ${found.missing.length} missing signatures`;
  return { state: found.invalid.length + found.missing.length > 0 || code !== 0 ? 'bad' : 'clean', words };
}

async function npm(root: URL, args: string[]): Promise<{ out: string; code: number | null }> {
  const quick = ['--fetch-retries=0', `--fetch-timeout=${patienceMs / 2}`];
  const child = spawn('npm', [...args, ...quick], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: patienceMs,
  });
  const [out, [code]] = await Promise.all([
    text(child.stdout),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { out, code };
}

function readJson(out: string): unknown {
  try {
    return JSON.parse(out);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
