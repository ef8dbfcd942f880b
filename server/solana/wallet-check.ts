import { address as toAddress, isAddress, isOffCurveAddress } from '@solana/kit';
import type { NodeAccess } from './rpc-client.ts';

const systemProgram = '11111111111111111111111111111111';

/**
 * Whether money can be sent to an address like to any wallet.
 *
 * Well-formed and on the curve is not enough: programs and the chain's own accounts are that as well, and what is sent
 * there is lost or refused. So the chain is asked: a wallet belongs to the system program and holds no data, or has
 * never been used. Throws `Transient` when no node answered.
 */
export async function isWallet({ rpc }: Pick<NodeAccess, 'rpc'>, text: string): Promise<boolean> {
  if (!isAddress(text) || isOffCurveAddress(text) || text === systemProgram) return false;
  const config = {
    commitment: 'confirmed',
    encoding: 'base64',
    dataSlice: { offset: 0, length: 0 },
  } as const;
  const { value } = await rpc.getAccountInfo(toAddress(text), config).send();
  return value === null || (value.owner === systemProgram && value.space === 0n && !value.executable);
}
