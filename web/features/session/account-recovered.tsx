import { texts } from '#web/texts/texts.ts';
import { ArrivalLayout } from './arrival-layout.tsx';
import type { Recovered } from './recover-account.ts';
import { RecoveryCodeBox } from './recovery-code-box.tsx';

/** Back in: the recovery code that takes the place of the one before, shown once. */
export function AccountRecovered({ recovered }: { recovered: Recovered }) {
  const words = texts('session').recovered;
  return (
    <ArrivalLayout username={recovered.user.username} words={words}>
      <RecoveryCodeBox
        heading={words.nextCode}
        note={words.nextCodeMore}
        username={recovered.user.username}
        code={recovered.recoveryCode}
      />
    </ArrivalLayout>
  );
}
