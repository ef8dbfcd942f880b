import Gauge from 'lucide-react/icons/gauge';
import ScrollText from 'lucide-react/icons/scroll-text';
import Users from 'lucide-react/icons/users';
import { NavLink } from 'react-router';
import { texts } from '#web/texts/texts.ts';

const places = [
  { to: '/admin', name: 'overview', Icon: Gauge },
  { to: '/admin/streamers', name: 'streamers', Icon: Users },
  { to: '/admin/log', name: 'log', Icon: ScrollText },
] as const;

/** The parts of the operator's page. */
export function AdminTabs() {
  const words = texts('admin');
  return (
    <nav aria-label={words.parts}>
      <ul className="seg admin-tabs">
        {places.map(({ to, name, Icon }) => (
          <li key={to}>
            <NavLink to={to} end={name === 'overview'}>
              <Icon className="i s" aria-hidden="true" />
              {words.tabs[name]}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
