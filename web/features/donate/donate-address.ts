/** What a donor's address names: a link, and on a donation's own page the donation. */
interface DonateAddress {
  linkCode: string;
  donationId: string | null;
}

/** Reads an address; null where it is none of a donor's. */
export function readDonateAddress(pathname: string): DonateAddress | null {
  const [, linkCode, donationId] = /^\/donate\/([^/]+)(?:\/([^/]+))?\/?$/.exec(pathname) ?? [];
  if (linkCode === undefined) return null;
  return { linkCode: decoded(linkCode), donationId: donationId === undefined ? null : decoded(donationId) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    console.info('A part of the address cannot be read.', error);
    return part;
  }
}
