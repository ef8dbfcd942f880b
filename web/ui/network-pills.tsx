import { useConfig } from '#web/lib/use-config.ts';
import { NetworkLabel } from './network-label.tsx';

/** The network's name once it is known, and 'Sandbox' where no real wallet can reach it. */
export function NetworkPills() {
  const { networkLabel, sandbox } = useConfig();
  return <NetworkLabel label={networkLabel} sandbox={sandbox} />;
}
