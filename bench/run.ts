import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureAlertFanOut } from './alert-fan-out.ts';
import { measureAlertLatency } from './alert-latency.ts';
import { measureDetection } from './detection.ts';
import { measureDonationList } from './donation-list.ts';
import { measureDonationMemory } from './donation-memory.ts';
import { measureDonationThroughput } from './donation-throughput.ts';
import { measureFaultHealing } from './fault-healing.ts';
import type { Figure, FigureContext, Outcome } from './lib/figure.ts';
import { describeLoad, describeMachine } from './lib/machine.ts';
import { measureGrpcWatching } from './grpc-watching.ts';
import { markdownTable } from './lib/markdown.ts';
import { listSelfTimes } from './lib/self-times.ts';
import { measureHealthzUnderLogins } from './healthz-under-logins.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureRecover } from './recover.ts';
import { measureClips } from './measure-clips.ts';
import { measureOverlayLoudness } from './overlay-loudness.ts';
import { measureOverlaySteady } from './overlay-steady.ts';
import { measureReconnect } from './reconnect.ts';
import { measureRollingRestart } from './rolling-restart.ts';
import { measureRpcCall } from './rpc-call.ts';
import { measureScriptWeight } from './script-weight.ts';
import { measureSocketMemory } from './socket-memory.ts';
import { measureStartUp } from './start-up.ts';
import { measureStatusPoll } from './status-poll.ts';
import { measureStatusUnderLogins } from './status-under-logins.ts';
import { measureUnitCosts } from './unit-costs.ts';
import { measureTakeover } from './takeover.ts';
import { measureUploads } from './upload-clips.ts';
import { measureWatching } from './watching.ts';
import { measureWholeJourney } from './whole-journey.ts';

const figures: Record<string, Figure> = {
  'alert-latency': measureAlertLatency,
  detection: measureDetection,
  'alert-fan-out': measureAlertFanOut,
  'start-up': measureStartUp,
  'donation-throughput': measureDonationThroughput,
  'donation-list': measureDonationList,
  watching: measureWatching,
  'grpc-watching': measureGrpcWatching,
  'fault-healing': measureFaultHealing,
  'measure-clips': measureClips,
  'upload-clips': measureUploads,
  recover: measureRecover,
  'overlay-steady': measureOverlaySteady,
  'overlay-loudness': measureOverlayLoudness,
  'rpc-call': measureRpcCall,
  'script-weight': measureScriptWeight,
  lighthouse: measureLighthouse,
  'healthz-under-logins': measureHealthzUnderLogins,
  'rolling-restart': measureRollingRestart,
  'whole-journey': measureWholeJourney,
  'donation-memory': measureDonationMemory,
  'socket-memory': measureSocketMemory,
  reconnect: measureReconnect,
  'status-poll': measureStatusPoll,
  'status-under-logins': measureStatusUnderLogins,
  'unit-costs': measureUnitCosts,
  takeover: measureTakeover,
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

/** Measures one figure and keeps its result; not with a profiler, which makes it slower, nor at another size. */
async function measure(
  name: string,
  figure: Figure,
  { isProfiled, size }: { isProfiled: boolean; size: FigureContext['size'] },
): Promise<boolean> {
  console.log(`• ${name} …`);
  cleanUp = new AsyncDisposableStack();
  ending = undefined;
  const profileFolder = isProfiled ? await mkdtemp(join(tmpdir(), 'brava-profile-')) : null;
  const loadBefore = describeLoad();
  try {
    const outcome = await figure({ cleanUp, profileFolder, size });
    const text = await writeReport(outcome, loadBefore);
    console.log(text);
    if (profileFolder === null && size === null) await writeFile(join(resultsFolder, `${name}.md`), text);
    if (profileFolder !== null)
      console.log(`${await listSelfTimes(profileFolder)}\n\nThe profiles are in ${profileFolder}.`);
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
    options: {
      profile: { type: 'boolean', default: false },
      streamers: { type: 'string' },
      addresses: { type: 'string' },
    },
  });
  const size =
    values.streamers === undefined && values.addresses === undefined
      ? null
      : { streamers: readSize(values.streamers), addresses: readSize(values.addresses) };
  const names = positionals.length > 0 ? positionals : Object.keys(figures);
  await mkdir(resultsFolder, { recursive: true });
  for (const name of names) {
    const figure = figures[name];
    if (figure === undefined)
      throw new Error(`There is no figure "${name}"; there are ${Object.keys(figures).join(', ')}.`);
    if (!(await measure(name, figure, { isProfiled: values.profile, size }))) process.exitCode = 1;
  }
}

function readSize(value: string | undefined): number {
  if (value !== undefined && /^[1-9]\d{0,5}$/.test(value)) return Number(value);
  throw new Error('Another size needs both, for example --streamers 20 --addresses 50.');
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
