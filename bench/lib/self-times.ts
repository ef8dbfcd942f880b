import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { markdownTable } from './markdown.ts';

const listed = 25;

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

/** The functions that cost most by themselves, for each CPU profile of a folder, as tables. */
export async function listSelfTimes(folder: string): Promise<string> {
  const parts: string[] = [];
  for (const file of await readdir(folder)) {
    const profile = JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile;
    parts.push(`${file}\n\n${describe(profile)}`);
  }
  return parts.join('\n\n');
}

function describe({ nodes, samples, timeDeltas }: CpuProfile): string {
  const names = new Map(
    nodes.map(({ id, callFrame }) => {
      const place = callFrame.url === '' ? '' : ` ${basename(callFrame.url)}:${callFrame.lineNumber + 1}`;
      return [id, `${callFrame.functionName || '(anonymous)'}${place}`];
    }),
  );
  const spent = new Map<string, number>();
  for (const [index, sample] of samples.entries()) {
    const name = names.get(sample) ?? '';
    spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
  spent.delete('(idle)');
  const busy = [...spent.values()].reduce((all, micros) => all + micros, 0);
  const rows = [...spent].toSorted((a, b) => b[1] - a[1]).slice(0, listed);
  return markdownTable(
    ['function', 'ms', 'of busy time'],
    rows.map(([name, micros]) => [
      name,
      Math.round(micros / 1000),
      `${((micros / busy) * 100).toFixed(1)} %`,
    ]),
  );
}
