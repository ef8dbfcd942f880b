import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureAlertLatency } from './alert-latency.ts';
import { measureDonationThroughput } from './donation-throughput.ts';
import { measureFaultHealing } from './fault-healing.ts';
import type { Figure, Outcome } from './lib/figure.ts';
import { describeLoad, describeMachine } from './lib/machine.ts';
import { markdownTable } from './lib/markdown.ts';
import { listSelfTimes } from './lib/self-times.ts';
import { measureStartUp } from './start-up.ts';
import { measureWatching } from './watching.ts';

const figures: Record<string, Figure> = {
  'alert-latency': measureAlertLatency,
  'start-up': measureStartUp,
  'donation-throughput': measureDonationThroughput,
  watching: measureWatching,
  'fault-healing': measureFaultHealing,
};
const resultsFolder = fileURLToPath(new URL('results/', import.meta.url));

/** What the running figure has started, and its end once that has begun. */
let cleanUp = new AsyncDisposableStack();
let ending: Promise<void> | undefined;
let isInterrupted = false;

/** Ends what the figure has started. Whoever asks again waits for the same end. */
function endFigure(): Promise<void> {
  return (ending ??= cleanUp.disposeAsync());
}

/** Measures one figure and keeps its result. With a profiler it is slower, so then nothing is kept. */
async function measure(name: string, figure: Figure, isProfiled: boolean): Promise<boolean> {
  console.log(`• ${name} …`);
  cleanUp = new AsyncDisposableStack();
  ending = undefined;
  const profileFolder = isProfiled ? await mkdtemp(join(tmpdir(), 'brava-profile-')) : null;
  const loadBefore = describeLoad();
  try {
    const outcome = await figure({ cleanUp, profileFolder });
    const text = await writeReport(outcome, loadBefore);
    console.log(text);
    if (profileFolder === null) await writeFile(join(resultsFolder, `${name}.md`), text);
    else console.log(`${await listSelfTimes(profileFolder)}\n\nThe profiles are in ${profileFolder}.`);
    return outcome.goals.every((goal) => goal.isMet);
  } finally {
    await endFigure();
  }
}

async function writeReport({ title, goals, body }: Outcome, loadBefore: string): Promise<string> {
  const rows = goals.map(({ what, measured, isMet }) => [what, measured, isMet ? 'met' : '**missed**']);
  const parts = [
    `# ${title}`,
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC. ${await describeMachine()}. ` +
      `Load average before ${loadBefore}, after ${describeLoad()} (1, 5, 15 min).`,
    ...(rows.length > 0 ? [markdownTable(['goal', 'measured', ''], rows)] : []),
    body,
  ];
  return `${parts.join('\n\n')}\n`;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { profile: { type: 'boolean', default: false } },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(figures);
  await mkdir(resultsFolder, { recursive: true });
  for (const name of names) {
    const figure = figures[name];
    if (figure === undefined)
      throw new Error(`There is no figure "${name}"; there are ${Object.keys(figures).join(', ')}.`);
    if (!(await measure(name, figure, values.profile))) process.exitCode = 1;
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isInterrupted = true;
    void endFigure().then(() => process.exit(1));
  });
}
await main().catch((error: unknown) => {
  // The figure fails when what it measures is taken away.
  if (!isInterrupted) throw error;
});
// Kept HTTP connections would hold the process for a while.
process.exit();
