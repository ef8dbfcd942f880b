/** Preloaded by `--import` into the servers of `npm run cluster`: should what started them be killed, they end too. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
