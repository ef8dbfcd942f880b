import { buildPayment } from '#server/app/donations/build-payment.ts';
import type { Ports } from '#server/app/ports.ts';
import { sendPayment } from '#server/app/donations/send-payment.ts';
import type { Handlers } from './handler.ts';

/** Paying from a wallet in the browser. */
export function createWalletPaymentHandlers(ports: Ports): Pick<Handlers, 'buildPayment' | 'sendPayment'> {
  return {
    buildPayment: ({ params, body }, { clientAddress }) =>
      buildPayment(ports, { donationId: params.id, ...body, client: clientAddress }),
    sendPayment: ({ params, body }, { clientAddress }) =>
      sendPayment(ports, { donationId: params.id, ...body, client: clientAddress }),
  };
}
