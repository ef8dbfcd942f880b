import ChevronDown from 'lucide-react/icons/chevron-down';
import EyeOff from 'lucide-react/icons/eye-off';
import { useId, useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { Switch } from '#web/ui/switch.tsx';
import type { DonorWishes } from './donor-wishes.ts';

interface StreamPrivacyProps {
  streamerName: string;
  wishes: DonorWishes;
  onWishes: (wishes: DonorWishes) => void;
}

/** What viewers are not shown: closed at first, open where something is hidden. */
export function StreamPrivacy({ streamerName, wishes, onWishes }: StreamPrivacyProps) {
  const { privacy } = texts('donate').form;
  const id = useId();
  const [isOpen, setOpen] = useState(wishes.hidesName || wishes.hidesAmount);
  return (
    <div className="privacy">
      <button
        type="button"
        className="disclose"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <EyeOff className="i" />
        <span>
          {privacy.open}
          <span className="hint">{privacy.summary(wishes.hidesName, wishes.hidesAmount)}</span>
        </span>
        <ChevronDown className="i" />
      </button>
      <div id={id}>
        {isOpen && (
          <div className="stack" style={{ '--gap': '16px' }}>
            <Switch
              label={privacy.hidesName}
              hint={privacy.hidesNameHint}
              checked={wishes.hidesName}
              onChange={(hidesName) => onWishes({ ...wishes, hidesName })}
            />
            <Switch
              label={privacy.hidesAmount}
              hint={privacy.hidesAmountHint}
              checked={wishes.hidesAmount}
              onChange={(hidesAmount) => onWishes({ ...wishes, hidesAmount })}
            />
            <p className="hint">{privacy.streamerSees(streamerName)}</p>
          </div>
        )}
      </div>
    </div>
  );
}
