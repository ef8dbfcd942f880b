import House from 'lucide-react/icons/house';
import List from 'lucide-react/icons/list';
import LogOut from 'lucide-react/icons/log-out';
import ChartBar from 'lucide-react/icons/chart-bar-big';
import Settings from 'lucide-react/icons/settings';
import { Link, NavLink } from 'react-router';
import { useSession, useUser } from '#web/lib/session.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Wordmark } from '#web/ui/brand.tsx';
import { previewAddress } from '#web/ui/format.ts';

const places = [
  { to: '/app', label: 'Dashboard', Icon: House },
  { to: '/app/donations', label: 'Donations', Icon: List },
  { to: '/app/widgets', label: 'Widgets', Icon: ChartBar },
  { to: '/app/settings', label: 'Settings', Icon: Settings },
];

/** Navigation and who is signed in; stands in the sidebar and in the drawer. */
export function SidebarContent() {
  const user = useUser();
  const { signOut } = useSession();
  return (
    <>
      <Link className="brand" to="/app">
        <Wordmark />
      </Link>
      <nav aria-label="Main">
        <ul className="nav">
          {places.map(({ to, label, Icon }) => (
            <li key={to}>
              <NavLink to={to} end>
                <Icon className="i" />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="who stack" style={{ '--gap': '12px' }}>
        <div className="row">
          <Avatar name={user.username} small />
          <div className="grow">
            <div className="clip name">{user.username}</div>
            <div className="mono micro faint">{previewAddress(user.walletAddress)}</div>
          </div>
        </div>
        <button type="button" className="btn small quiet" onClick={() => void signOut()}>
          <LogOut className="i s" />
          Sign out
        </button>
      </div>
    </>
  );
}
