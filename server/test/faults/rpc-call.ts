/** Asks a node directly, past the server under test. Throws what the node refuses; integers come as numbers. */
export async function rpcCall<T>(url: string, method: string, params: readonly unknown[] = []): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const answer = (await response.json()) as { result?: T; error?: { message: string } };
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result as T;
}

/** Lamports on an address. */
export async function lamportsOn(
  url: string,
  address: string,
  commitment: 'confirmed' | 'finalized' = 'confirmed',
): Promise<number> {
  return (await rpcCall<{ value: number }>(url, 'getBalance', [address, { commitment }])).value;
}

/** Sends SOL from the sandbox's faucet, as a donor's wallet would. */
export async function payFromFaucet(url: string, address: string, lamports: number): Promise<string> {
  return await rpcCall<string>(url, 'requestAirdrop', [address, lamports]);
}
