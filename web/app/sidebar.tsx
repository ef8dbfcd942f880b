import BookOpen from 'lucide-react/icons/book-open';
import Gauge from 'lucide-react/icons/gauge';
import House from 'lucide-react/icons/house';
import List from 'lucide-react/icons/list';
import LogOut from 'lucide-react/icons/log-out';
import ChartBar from 'lucide-react/icons/chart-bar-big';
import Settings from 'lucide-react/icons/settings';
import Wallet from 'lucide-react/icons/wallet';
import { Link, NavLink, useLocation } from 'react-router';
import { useSession, useUser } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Wordmark } from '#web/ui/brand.tsx';
import { previewAddress } from '#web/ui/format.ts';

/** Pages that are reached from a place and stand below it. */
const below: Record<string, string> = {
  '/app/alerts': '/app/settings',
  '/app/webhooks': '/app/settings',
  '/app/posts': '/app/settings',
};

const places = [
  { to: '/app', name: 'dashboard', Icon: House },
  { to: '/app/donations', name: 'donations', Icon: List },
  { to: '/app/wallet', name: 'wallet', Icon: Wallet },
  { to: '/app/widgets', name: 'widgets', Icon: ChartBar },
  { to: '/app/settings', name: 'settings', Icon: Settings },
] as const;

/** Navigation and who is signed in; stands in the sidebar and in the drawer. */
export function SidebarContent() {
  const user = useUser();
  const { signOut } = useSession();
  const words = texts('common').shell;
  const { pathname } = useLocation();
  return (
    <>
      <Link className="brand" to="/app">
        <Wordmark />
      </Link>
      <nav aria-label={words.main}>
        <ul className="nav">
          {places.map(({ to, name, Icon }) => (
            <li key={to}>
              <NavLink to={to} end className={below[pathname] === to ? 'here' : ''}>
                <Icon className="i" />
                {words[name]}
              </NavLink>
            </li>
          ))}
          {user.isOperator === true && (
            <li>
              <NavLink to="/admin">
                <Gauge className="i" />
                {words.operator}
              </NavLink>
            </li>
          )}
          <li>
            <Link to="/guide">
              <BookOpen className="i" />
              {words.guide}
            </Link>
          </li>
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
        <button type="button" className="btn small quiet" onClick={signOut}>
          <LogOut className="i s" />
          {words.signOut}
        </button>
      </div>
    </>
  );
}
