import type { PublicDonation } from '#contract/donation.ts';

/**
 * Hears of a donation's changes at once. The socket is loaded after the page stands, because everything to pay with must
 * be there first; without it the polling still finds out. Returns the end.
 */
export function followDonation(id: string, onUpdated: (donation: PublicDonation) => void): () => void {
  let close: (() => void) | null = null;
  let ended = false;
  const open = async () => {
    try {
      const { openDonorSocket } = await import('#web/lib/socket.ts');
      if (!ended) close = openDonorSocket(id, onUpdated).close;
    } catch (error) {
      console.warn('The live connection could not be loaded.', error);
    }
  };
  void open();
  return () => {
    ended = true;
    close?.();
  };
}
