import { isFailing } from '#server/app/operator/judge-operation.ts';
import type { RpcClient } from '#server/solana/rpc-client.ts';
import type { CommandContext } from './command.ts';

const lookEveryMs = 1000;

/**
 * Says once, as soon as none of a command's nodes answers, what it waits for: it asks them again for minutes.
 * `setting` is where their addresses were given; of these no more than the hosts is told.
 */
export function tellOfSilence(
  { terminal, cleanUp }: CommandContext,
  client: Pick<RpcClient, 'nodes'>,
  { urls, setting }: { urls: readonly string[]; setting: string },
): void {
  const timer = setInterval(() => {
    if (!client.nodes().every(isFailing)) return;
    clearInterval(timer);
    const hosts = urls.map((url) => new URL(url).host).join(', ');
    terminal.tell(
      `No answer yet from ${hosts} (${setting}). It is asked again for some minutes; Ctrl+C ends that.`,
    );
  }, lookEveryMs);
  cleanUp.defer(() => clearInterval(timer));
}
