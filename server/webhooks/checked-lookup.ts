import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

/** Every address of a name, of both families. Rejects when there is none. */
export type Resolve = (host: string) => Promise<string[]>;

/** A name leads to an address that nothing is sent to. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

/** The name servers gave no address. */
export class NameNotFound extends Error {
  override readonly name = 'NameNotFound';
}

/**
 * Asks the machine's name servers, never the threads of the process: a name server that is silent on purpose must not
 * hold up hashing and files. What stands in the hosts file alone is not found.
 */
export function createResolve({ timeoutMs }: { timeoutMs: number }): Resolve {
  return async (host) => {
    const resolver = new Resolver({ timeout: timeoutMs / 2, tries: 1 });
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw new NameNotFound(`No address of ${host} was found.`);
    return addresses;
  };
}

/**
 * A lookup for one connection: it resolves once, judges every answer, and gives out what it judged. What the name leads
 * to a moment later changes nothing. One refused address among several refuses the name.
 */
export function checkedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  const judged = async (host: string): Promise<LookupAddress[]> => {
    const addresses = await resolve(host);
    if (addresses.length === 0) throw new NameNotFound(`No address of ${host} was found.`);
    if (!addresses.every(isAllowed)) throw new RefusedAddress(`${host} leads to an address that is refused.`);
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return (host, options, done) => {
    judged(host).then(
      (found) => {
        const [first] = found;
        if (options.all === true || first === undefined) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), ''),
    );
  };
}
