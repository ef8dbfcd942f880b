/**
 * What Node is started with: by `npm start`, `npm run cluster`, the container and the service alike.
 *
 * Node may keep three times so many MB for what is new, and gives them back only when idle; its own choice grew a busy
 * server by more than all that it holds (docs/decisions/045). And V8 has one thread that helps it: with its usual four, a
 * collection takes both cores of a small machine, and cards wait for it (docs/decisions/050).
 */
export const nodeOptions: readonly string[] = ['--max-semi-space-size=4', '--v8-pool-size=1'];

/**
 * With what the container and the service start it besides (docs/decisions/047): jemalloc gives back what is freed, where
 * glibc keeps it. A system that has no such library goes on with its own, and says so.
 */
export const allocatorSettings: Readonly<Record<string, string>> = {
  LD_PRELOAD: 'libjemalloc.so.2',
  MALLOC_CONF: 'background_thread:true',
};
