import { isAddress, isOffCurveAddress } from '@solana/kit';

/** Whether money can be sent there like to any wallet: well-formed base58 of 32 bytes, and a point on the curve. */
export function isPayableAddress(text: string): boolean {
  return isAddress(text) && !isOffCurveAddress(text);
}
