import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#server/postgres/embedded/embedded.ts';
import { startSandboxProcess } from '#server/process/sandbox-process.ts';
import { startProxiedLoad } from '#server/test/proxies/proxied-load.ts';
import { startRollingServers } from '#server/test/proxies/rolling-servers.ts';
import { hasProxy, type ProxyName } from '#server/test/proxies/start-proxy.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { findFreePorts } from './lib/free-ports.ts';
import { markdownTable } from './lib/markdown.ts';
import { spreadOf } from './lib/quantiles.ts';
import { makeTemporaryFolder } from './lib/temporary-folder.ts';

const rounds = 3;
const streamers = 20;
const rates = { status: 60, donate: 4, page: 16 };
/** As long as an operator waits after a server has come back: the proxy asks every second. */
const betweenMs = 3000;
const shownWithinMs = 60_000;

interface Measured {
  name: ProxyName;
  requests: number;
  failures: string[];
  paid: number;
  lost: number;
  stopMs: number[];
  awayMs: number[];
  slowestMs: number;
}

/** Two servers behind each proxy, restarted one after the other while everybody goes on: nobody may notice. */
export async function measureRollingRestart({ cleanUp }: FigureContext): Promise<Outcome> {
  const measured: Measured[] = [];
  for (const name of ['caddy', 'nginx'] as const) {
    if (!hasProxy(name)) throw new Error(`${name} is not installed: node scripts/prepare.mjs --proxies`);
    const own = new AsyncDisposableStack();
    cleanUp.defer(() => own.disposeAsync());
    measured.push(await measureBehind(own, name));
    await own.disposeAsync();
  }
  return report(measured);
}

async function measureBehind(cleanUp: AsyncDisposableStack, name: ProxyName): Promise<Measured> {
  const folder = await makeTemporaryFolder(cleanUp);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  cleanUp.defer(() => postgres.stop());
  const { sandbox: port } = await findFreePorts();
  const defer = (close: () => Promise<void>): void => cleanUp.defer(close);
  const sandbox = await startSandboxProcess(
    { port, dataDir: join(folder, 'chain') },
    { log: console, defer },
  );
  const servers = await startRollingServers(name, {
    folder,
    connectionString: postgres.connectionString,
    node: { rpcUrl: sandbox.rpcUrl, wsUrl: sandbox.wsUrl },
  });
  cleanUp.defer(() => servers.stop());
  const load = await startProxiedLoad(
    { url: servers.proxy.url, rpcUrl: sandbox.rpcUrl },
    { streamers, rates },
  );
  cleanUp.defer(() => load.close());
  await sleep(betweenMs);
  const stopMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const which of [0, 1] as const) {
      stopMs.push(await servers.restart(which));
      await sleep(betweenMs);
    }
  }
  await load.endRequests();
  const deadline = performance.now() + shownWithinMs;
  while (load.notShown().length > 0 && performance.now() < deadline) await sleep(100);
  return {
    name,
    requests: load.sent.status + load.sent.donate + load.sent.page,
    failures: [...load.failures],
    paid: load.paid(),
    lost: load.notShown().length,
    stopMs,
    awayMs: load.overlays.flatMap(({ awayMs }) => awayMs),
    slowestMs: load.slowestMs(),
  };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function report(measured: Measured[]): Outcome {
  const rows = measured.map((one) => {
    const [stop, away] = [spreadOf(one.stopMs), spreadOf(one.awayMs)];
    return [
      one.name,
      one.requests,
      one.failures.length,
      one.paid,
      one.lost,
      `${seconds(stop.median)}, ${seconds(stop.max)}`,
      `${away.count}: ${seconds(away.median)}, ${seconds(away.max)}`,
      seconds(one.slowestMs),
    ];
  });
  const failures = measured.flatMap(({ name, failures }) => failures.map((line) => `- ${name}: ${line}`));
  return {
    title: 'A rolling restart of two servers under load',
    goals: measured.flatMap(({ name, failures, lost, stopMs }) => [
      {
        what: `0 failed requests behind ${name}`,
        measured: `${failures.length}`,
        isMet: failures.length === 0,
      },
      { what: `0 lost alerts behind ${name}`, measured: `${lost}`, isMet: lost === 0 },
      {
        what: `Every server behind ${name} ends within 10 s`,
        measured: seconds(Math.max(...stopMs)),
        isMet: Math.max(...stopMs) < 10_000,
      },
    ]),
    body: [
      markdownTable(
        [
          'proxy',
          'requests',
          'failed',
          'donations paid',
          'alerts lost',
          'a stop took (median, max)',
          'overlays were away (times: median, max)',
          'slowest answer',
        ],
        rows,
      ),
      ...(failures.length > 0 ? [failures.slice(0, 20).join('\n')] : []),
      `Two processes of the server on one PostgreSQL and one sandbox chain, behind the proxy with the example of \`deploy/\` ` +
        `(ports and TLS aside). Each is ended by SIGTERM and started again, one after the other, ${rounds} times, with 3 s between ` +
        `a start and the next end. Meanwhile, each second: ${rates.status} status calls, ${rates.donate} new donations that are paid at once, ${rates.page} ` +
        `pages; ${streamers} overlays are connected, each from an address of its own, and connect again as ours do (after 0.5 to ` +
        `1.5 s). A request counts as failed when it has no answer or another status than it should; nothing is tried ` +
        `again by the load. A stop holds the 3 s of STOP_GRACE_SECONDS. An alert is lost when its card never came to its overlay. ` +
        `Cards stand 0.15 s here instead of 7 s. The load, the chain and the proxy share the machine with the servers.`,
    ].join('\n\n'),
  };
}
