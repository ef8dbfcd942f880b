import { join } from 'node:path';
import { type ServerProcess, startServerProcess } from '#server/test/faults/server-process.ts';
import { type ProxyName, type RunningProxy, startProxy } from './start-proxy.ts';
import { freePort } from '#server/test/free-port.ts';

/** Two server processes on one database, behind a proxy. */
export interface RollingServers {
  proxy: RunningProxy;
  /** Ends one server by SIGTERM and starts it again on its port. Returns how long the end took, in milliseconds. */
  restart(which: 0 | 1): Promise<number>;
  stop(): Promise<void>;
}

/** Where database, chain and files of the two are. */
export interface RollingPlace {
  folder: string;
  connectionString: string;
  node: { rpcUrl: string; wsUrl: string };
}

/** Whoever asks here comes from one address, and asks like a crowd. */
const forACrowd = {
  LIMIT_REGISTER: 'address=1000/1h',
  LIMIT_CREATE_DONATION: 'address=100000/1m',
  LIMIT_READ: 'address=1000000/1m',
  OPEN_DONATIONS_PER_ADDRESS: '100000',
  OPEN_DONATIONS_PER_LINK: '100000',
};

/** Starts the proxy with its example and both servers, set up as `docs/operate/proxy.md` says. */
export async function startRollingServers(name: ProxyName, place: RollingPlace): Promise<RollingServers> {
  const ports = [await freePort(), await freePort()] as const;
  const proxyPort = await freePort();
  const launch = async (which: 0 | 1): Promise<ServerProcess> => {
    const server = startServerProcess({
      port: ports[which],
      environment: {
        PUBLIC_URL: `http://127.0.0.1:${proxyPort}`,
        TRUST_PROXY: '127.0.0.1',
        STOP_GRACE_SECONDS: '3',
        DATABASE_URL: place.connectionString,
        DATA_DIR: join(place.folder, `data-${which}`),
        SEED_FILE: join(place.folder, 'seed'),
        SOLANA_RPC_URL: place.node.rpcUrl,
        SOLANA_WS_URL: place.node.wsUrl,
        SOLANA_REQUESTS_PER_10S: '1000000',
        SOLANA_REQUESTS_PER_METHOD_PER_10S: '1000000',
        ...forACrowd,
      },
    });
    await server.ready;
    return server;
  };
  const servers = [await launch(0), await launch(1)];
  const proxy = await startProxy(name, proxyPort, ports);
  return {
    proxy,
    async restart(which) {
      const startedAt = performance.now();
      servers[which]?.signal('SIGTERM');
      const ended = await servers[which]?.exited;
      if (ended?.code !== 0) throw new Error(`The server ended with ${ended?.code ?? ended?.signal}.`);
      const tookMs = performance.now() - startedAt;
      servers[which] = await launch(which);
      return tookMs;
    },
    async stop() {
      await proxy.stop();
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}
