import type { RouteReply } from '#contract/routes.ts';
import { donorCall } from '#web/lib/donor-call.ts';
import { readDonateAddress } from './donate-address.ts';

/** What a link's form has to know: who receives, the minimum, whether clips are taken. */
type PageFacts = RouteReply<'donationPage'>;

const opened = readDonateAddress(location.pathname);
const openedFor = opened?.donationId === null ? opened.linkCode : undefined;

/**
 * Asked for as soon as this code is there, while words and React still come: on a slow phone that is a round trip less
 * before the form stands. A failure tells nothing: the proper call says what is wrong, in the page's words.
 */
let early: Promise<PageFacts | null> | null =
  openedFor === undefined
    ? null
    : donorCall('donationPage', { params: { linkCode: openedFor } }).catch(() => null);

/** The facts of a link's form; those that were asked for early are used once. Throws `CallProblem`. */
export async function readPage(linkCode: string): Promise<PageFacts> {
  const asked = linkCode === openedFor ? early : null;
  early = null;
  return (await asked) ?? (await donorCall('donationPage', { params: { linkCode } }));
}
