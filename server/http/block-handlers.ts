import type { blockRoutes } from '#contract/block-routes.ts';
import { deskOf } from '#server/app/desk/desk-caller.ts';
import type { Ports } from '#server/app/ports.ts';
import type { Handlers } from './handler.ts';

/** The calls of the block list. */
export function createBlockHandlers(ports: Ports): Pick<Handlers, keyof typeof blockRoutes> {
  return {
    listBlocks: async (_, { account }) => ({ data: await ports.blocks.list(account.userId) }),
    addBlock: async ({ body }, { session }) =>
      ports.blocks.add(await deskOf(ports, session), body, ports.clock.now()),
    blockDonor: async ({ params, body }, { session }) =>
      ports.blocks.add(
        await deskOf(ports, session),
        { kind: body.kind, donationId: params.id },
        ports.clock.now(),
      ),
    blockAlertDonor: ({ params, body }, { desk }) =>
      ports.blocks.add(desk, { kind: body.kind, alertId: params.id }, ports.clock.now()),
    removeBlock: async ({ params, body }, { desk }) => ({
      restored: await ports.blocks.remove(desk, params.id, {
        restore: body.restore === true,
        now: ports.clock.now(),
      }),
    }),
  };
}
