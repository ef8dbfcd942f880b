import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';

const looks = {
  good: { Icon: Check, className: 'pill st-received' },
  failing: { Icon: X, className: 'pill st-failed' },
  late: { Icon: Clock, className: 'pill st-pending' },
  unused: { Icon: Clock, className: 'pill' },
} as const;

interface PartRowProps {
  icon: ReactNode;
  name: string;
  more: string;
  state: keyof typeof looks;
  stateWords: string;
}

/** One part of the installation, what is known of it, and how it is: in colour, by icon and in a word. */
export function PartRow({ icon, name, more, state, stateWords }: PartRowProps) {
  const { Icon, className } = looks[state];
  return (
    <li className="row">
      {icon}
      <div className="grow">
        <p className="name clip">{name}</p>
        <p className="micro faint num">{more}</p>
      </div>
      <span className={className}>
        <Icon className="i" aria-hidden="true" />
        {stateWords}
      </span>
    </li>
  );
}
