const answerMs = 3000;

/** A sandbox; something that takes connections and says nothing, as one that hangs does; something else; nobody. */
export type SandboxState = 'answers' | 'silent' | 'another' | 'absent';

/** What is at the address of a sandbox. */
export async function askSandbox(url: string): Promise<SandboxState> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' });
  const headers = { 'content-type': 'application/json' };
  try {
    const reply = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(answerMs) });
    const answer: unknown = await reply.json();
    const isOurs =
      typeof answer === 'object' && answer !== null && 'result' in answer && answer.result === 'ok';
    return isOurs ? 'answers' : 'another';
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return 'silent';
    return error instanceof SyntaxError ? 'another' : 'absent';
  }
}
