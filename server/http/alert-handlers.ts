import type { AlertDesk } from '#contract/alerts.ts';
import type { alertRoutes } from '#contract/alert-routes.ts';
import { solToLamports } from '#contract/lamports.ts';
import { createAccessToken } from '#server/app/accounts/access-token.ts';
import {
  approveAlert,
  blockDonation,
  dismissAlert,
  playAlert,
  rejectAlert,
  unblockDonation,
} from '#server/app/desk/desk-actions.ts';
import { type DeskCaller, deskOf } from '#server/app/desk/desk-caller.ts';
import { readDesk } from '#server/app/desk/desk-view.ts';
import { newWidgetCode } from '#server/app/donations/link-codes.ts';
import type { Ports } from '#server/app/ports.ts';
import type { Handlers } from './handler.ts';

const logLength = 200;

/** The calls of the desk. Whatever changes it answers with all that it shows afterwards. */
export function createAlertHandlers(ports: Ports): Pick<Handlers, keyof typeof alertRoutes> {
  const after = async (by: DeskCaller, act: Promise<void>): Promise<AlertDesk> => {
    await act;
    return await readDesk(ports, by);
  };
  return {
    alertDesk: (_, { desk }) => readDesk(ports, desk),
    testAlert: ({ body: { amount } }, { desk }) =>
      after(desk, ports.desk.addTest(desk, amount === undefined ? null : solToLamports(amount))),
    pauseAlerts: (_, { desk }) => after(desk, ports.desk.setPaused(desk, true)),
    resumeAlerts: (_, { desk }) => after(desk, ports.desk.setPaused(desk, false)),
    playNextAlert: ({ body }, { desk }) => after(desk, ports.desk.releaseNext(desk, body, ports.clock.now())),
    clearAlerts: (_, { desk }) => after(desk, ports.desk.clear(desk)),
    putBackAlerts: (_, { desk }) => after(desk, ports.desk.putBack(desk)),
    skipAlert: ({ body }, { desk }) => after(desk, ports.desk.skip(desk, body, ports.clock.now())),
    replayAlert: ({ body }, { desk }) => after(desk, ports.desk.replay(desk, body, ports.clock.now())),
    changeSound: ({ body }, { desk }) => after(desk, ports.desk.changeSound(desk, body)),
    playAlert: ({ params }, { desk }) => after(desk, playAlert(ports, desk, params.id)),
    dismissAlert: ({ params }, { desk }) => after(desk, dismissAlert(ports, desk, params.id)),
    approveAlert: ({ params, body }, { desk }) =>
      after(desk, approveAlert(ports, desk, { alertId: params.id, mask: body.mask })),
    rejectAlert: ({ params }, { desk }) => after(desk, rejectAlert(ports, desk, params.id)),
    blockDonation: async ({ params }, { session }) =>
      blockDonation(ports, await deskOf(ports, session), params.id),
    unblockDonation: async ({ params, body }, { session }) =>
      unblockDonation(ports, await deskOf(ports, session), {
        donationId: params.id,
        show: body.show === true,
      }),
    alertSettings: (_, { session }) => ports.alertSettings.find(session.userId),
    changeAlertSettings: async ({ body }, { session }) => {
      await ports.alertSettings.change(await deskOf(ports, session), body);
      // Names on the widgets are masked by the same lists.
      await ports.widgets.tell(session.userId);
      return await ports.alertSettings.find(session.userId);
    },
    alertLog: async (_, { session }) => ({ data: await ports.desk.listLog(session.userId, logLength) }),
    accessTokens: async (_, { session }) => ({ data: await ports.accessTokens.list(session.userId) }),
    createAccessToken: async ({ body }, { session }) =>
      createAccessToken(ports, await deskOf(ports, session), body),
    revokeAccessToken: async ({ params }, { session }) => {
      await ports.accessTokens.revoke(await deskOf(ports, session), params.id);
      return { ok: true };
    },
    replaceWidgetCode: async (_, { session }) => {
      const linkCode = newWidgetCode();
      await ports.accessTokens.replaceWidgetCode(await deskOf(ports, session), linkCode);
      return { linkCode };
    },
  };
}
