import { routes } from '#contract/routes.ts';
import { readInput } from '#server/http/route-input.ts';

/** A link code from an address, by the rules of the calls. Throws `Problem('invalid_request')`. */
export function readLinkCode(linkCode: string | undefined): string {
  const { params } = readInput(routes.donationPage, {
    params: { linkCode },
    query: undefined,
    body: undefined,
  });
  return (params as { linkCode: string }).linkCode;
}
