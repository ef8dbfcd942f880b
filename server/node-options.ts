/**
 * What Node is started with (docs/decisions/045): by `npm start`, `npm run cluster`, the container and the service alike.
 *
 * Node may keep three times this many MB for what is new, and gives them back only when idle; its own choice grew a busy
 * server by more than all that it holds.
 */
export const nodeOptions: readonly string[] = ['--max-semi-space-size=16'];
