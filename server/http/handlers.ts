import type { RouteReply } from '#contract/routes.ts';
import { changeAccount } from '#server/app/accounts/change-account.ts';
import { changeSettings } from '#server/app/accounts/change-settings.ts';
import { confirmPassword } from '#server/app/accounts/confirm-password.ts';
import { createDonation } from '#server/app/donations/create-donation.ts';
import { donationLink } from '#server/app/donations/donation-link.ts';
import { donationPage } from '#server/app/donations/donation-page.ts';
import { donationStats } from '#server/app/donations/donation-stats.ts';
import { exportKey } from '#server/app/accounts/export-key.ts';
import { solPrice } from '#server/app/fiat/sol-price.ts';
import { listDonations } from '#server/app/donations/list-donations.ts';
import { lookForPayment } from '#server/app/donations/look-for-payment.ts';
import { readDonationHistory } from '#server/app/donations/donation-history.ts';
import { markShown } from '#server/app/donations/mark-shown.ts';
import type { Ports } from '#server/app/ports.ts';
import { getSignedIn, presentUser } from '#server/app/accounts/present-user.ts';
import { rememberedDonation } from '#server/app/donations/public-donation.ts';
import { readStatus } from '#server/app/donations/read-status.ts';
import { register } from '#server/app/accounts/register.ts';
import { sandboxPay } from '#server/app/donations/sandbox-pay.ts';
import type { CurrentSession } from '#server/app/accounts/session-token.ts';
import { signIn } from '#server/app/accounts/sign-in.ts';
import { signOut } from '#server/app/accounts/sign-out.ts';
import { uploadClip } from '#server/app/donations/upload-clip.ts';
import { createAccountHandlers } from './account-handlers.ts';
import { createAdminHandlers } from './admin-handlers.ts';
import { createAlertHandlers } from './alert-handlers.ts';
import { createBlockHandlers } from './block-handlers.ts';
import { createAlertRuleHandlers } from './alert-rule-handlers.ts';
import { createDonationListHandlers } from './donation-list-handlers.ts';
import type { Handlers } from './handler.ts';
import { createOwnAccountHandlers } from './own-account-handlers.ts';
import { createPostHandlers } from './post-handlers.ts';
import { createRecoveryHandlers } from './recovery-handlers.ts';
import { createSecondFactorHandlers } from './second-factor-handlers.ts';
import { createSpeechHandlers } from './speech-handlers.ts';
import { createTokenHandlers } from './token-handlers.ts';
import { createWalletPaymentHandlers } from './wallet-payment-handlers.ts';
import { createWalletHandlers } from './wallet-handlers.ts';
import { createWebhookHandlers } from './webhook-handlers.ts';
import { createWidgetHandlers } from './widget-handlers.ts';

/** Connects every call to its use case. Nothing is decided here. */
export function createHandlers(ports: Ports): Handlers {
  const me = async (session: CurrentSession) => presentUser(await getSignedIn(ports, session.userId));
  return {
    register: ({ body }, { device }) => register(ports, body, device),
    login: ({ body }, { device }) => signIn(ports, body, device),
    logout: (_, { session }) => signOut(ports, session),
    confirmPassword: ({ body }, { session }) => confirmPassword(ports, session, body),
    usersMe: (_, { session }) => me(session),
    authMe: (_, { session }) => me(session),
    exportKey: (_, { session }) => exportKey(ports, session),
    changeAccount: ({ body }, { session }) => changeAccount(ports, session, body),
    donationStats: (_, { account }) => donationStats(ports, account.userId),
    donationLink: (_, { session }) => donationLink(ports, session.userId),
    myDonations: ({ query }, { account }) => listDonations(ports, account.userId, query),
    donationHistory: ({ params }, { session }) =>
      readDonationHistory(ports, { userId: session.userId, donationId: params.id }),
    markShown: ({ params }, { session }) =>
      markShown(ports, { userId: session.userId, donationId: params.id }),
    changeSettings: ({ body }, { session }) => changeSettings(ports, session.userId, body),
    donationPage: ({ params }) => donationPage(ports, params.linkCode),
    createDonation: ({ body }, { clientAddress, isFromHere }) =>
      createDonation(ports, { body, clientAddress, isFromHere }),
    donationStatus: ({ params }) => readStatus(ports, params.id),
    lookForPayment: ({ params }) => lookForPayment(ports, params.id),
    publicDonation: ({ params }) => rememberedDonation(ports, params.id),
    uploadAudio: (_, { upload, clientAddress, isFromHere }) =>
      uploadClip(ports, { upload, clientAddress, isFromHere }),
    ...createAccountHandlers(ports),
    ...createRecoveryHandlers(ports),
    ...createOwnAccountHandlers(ports),
    ...createSecondFactorHandlers(ports),
    ...createDonationListHandlers(ports),
    ...createWalletPaymentHandlers(ports),
    ...createWalletHandlers(ports),
    ...createTokenHandlers(ports),
    ...createAlertHandlers(ports),
    ...createBlockHandlers(ports),
    ...createAlertRuleHandlers(ports),
    ...createSpeechHandlers(ports),
    ...createWidgetHandlers(ports),
    ...createWebhookHandlers(ports),
    ...createPostHandlers(ports),
    ...createAdminHandlers(ports),
    config: () => Promise.resolve(publicConfig(ports)),
    solPrice: () => solPrice(ports),
    sandboxPay: ({ body }) => sandboxPay(ports, body),
  };
}

function publicConfig({
  settings,
  faucet,
  fiat,
}: Pick<Ports, 'settings' | 'faucet' | 'fiat'>): RouteReply<'config'> {
  return {
    network: settings.network,
    networkLabel: settings.networkLabel,
    sandbox: faucet !== null,
    explorerUrl: settings.explorerUrl,
    socialUrl: settings.socialUrl,
    publicUrl: settings.publicUrl,
    fiatCurrency: fiat?.settings.currency ?? null,
    operator: settings.operator,
  };
}
