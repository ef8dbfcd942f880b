import { useDesk } from './desk-provider.tsx';
import { useNewItems } from './use-new-items.ts';

/** Tells of what newly wants approval, by ear and to screen readers. */
export function NewItems({ hasSound }: { hasSound: boolean }) {
  const { desk, countWithoutRow } = useDesk();
  const { words, times } = useNewItems(desk, countWithoutRow('toApprove'), hasSound);
  return (
    <p className="sr" role="status">
      {/* A region whose words stay the same is silent: each time it holds another element. */}
      <span key={times}>{words}</span>
    </p>
  );
}
