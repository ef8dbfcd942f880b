import type { ReactNode } from 'react';
import {
  BrowserRouter,
  matchPath,
  NavigationType,
  Route,
  Routes,
  useLocation,
  useNavigationType,
} from 'react-router';
import { Leave } from './leave.tsx';
import { page } from './page.ts';
import { PageFrame } from './page-frame.tsx';

const WithQueries = page([], async () => (await import('./with-queries.tsx')).WithQueries);
const WithSession = page([], async () => (await import('./with-session.tsx')).WithSession);
const SignedIn = page([], async () => (await import('./with-session.tsx')).SignedIn);
const LoginPage = page(
  ['session'],
  async () => (await import('#web/features/session/login-page.tsx')).LoginPage,
);
const RegisterPage = page(
  ['session'],
  async () => (await import('#web/features/session/register-page.tsx')).RegisterPage,
);
const RecoverPage = page(
  ['session'],
  async () => (await import('#web/features/session/recover-page.tsx')).RecoverPage,
);
const AppShell = page([], async () => (await import('./app-shell.tsx')).AppShell);
const DashboardPage = page(
  ['dashboard', 'desk', 'blocking', 'donations'],
  async () => (await import('#web/features/dashboard/dashboard-page.tsx')).DashboardPage,
);
const DonationsPage = page(
  ['donations', 'blocking', 'desk'],
  async () => (await import('#web/features/donations/donations-page.tsx')).DonationsPage,
);
const WalletPage = page(
  ['wallet', 'settings'],
  async () => (await import('#web/features/wallet/wallet-page.tsx')).WalletPage,
);
const WidgetsPage = page(
  ['widgets', 'stream'],
  async () => (await import('#web/features/widgets/widgets-page.tsx')).WidgetsPage,
);
const SettingsPage = page(
  ['settings', 'blocking'],
  async () => (await import('#web/features/settings/settings-page.tsx')).SettingsPage,
);
const AlertsPage = page(
  ['settings', 'alertRules'],
  async () => (await import('#web/features/settings/amount-rules/alerts-page.tsx')).AlertsPage,
);
const WebhooksPage = page(
  ['settings', 'webhooks'],
  async () => (await import('#web/features/settings/webhooks/webhooks-page.tsx')).WebhooksPage,
);
const PostsPage = page(
  ['settings', 'posts'],
  async () => (await import('#web/features/settings/posts/posts-page.tsx')).PostsPage,
);
const OperatorShell = page([], async () => (await import('./operator-shell.tsx')).OperatorShell);
const AdminPage = page(['admin'], async () => (await import('#web/features/admin/admin-page.tsx')).AdminPage);
const AdminOverview = page(
  ['admin'],
  async () => (await import('#web/features/admin/overview.tsx')).Overview,
);
const AdminStreamers = page(
  ['admin'],
  async () => (await import('#web/features/admin/streamers.tsx')).Streamers,
);
const AdminStreamer = page(
  ['admin'],
  async () => (await import('#web/features/admin/streamer-page.tsx')).StreamerPage,
);
const AdminLog = page(['admin'], async () => (await import('#web/features/admin/audit-log.tsx')).AuditLog);
const DockPage = page(
  ['desk', 'blocking'],
  async () => (await import('#web/features/desk/dock-page.tsx')).DockPage,
);
const PrivacyPage = page(
  ['legal'],
  async () => (await import('#web/features/legal/legal-page.tsx')).PrivacyPage,
);
const TermsPage = page(['legal'], async () => (await import('#web/features/legal/legal-page.tsx')).TermsPage);
const DocsPage = page([], async () => (await import('#web/features/docs/docs-page.tsx')).DocsPage);
const GuidePage = page(['guide'], async () => (await import('#web/features/guide/guide-page.tsx')).GuidePage);
const NotFoundPage = page([], async () => (await import('./not-found-page.tsx')).NotFoundPage);

/** What an address needs from the outside in, so that its parts need not wait for each other. */
const firstPages: [pattern: string, pages: { preload: () => Promise<void> }[]][] = [
  ['/login', [WithQueries, WithSession, LoginPage]],
  ['/register', [WithQueries, WithSession, RegisterPage]],
  ['/recover', [WithQueries, WithSession, RecoverPage]],
  ['/app', [WithQueries, WithSession, SignedIn, AppShell, DashboardPage]],
  ['/app/donations', [WithQueries, WithSession, SignedIn, AppShell, DonationsPage]],
  ['/app/wallet', [WithQueries, WithSession, SignedIn, AppShell, WalletPage]],
  ['/app/widgets', [WithQueries, WithSession, SignedIn, AppShell, WidgetsPage]],
  ['/app/settings', [WithQueries, WithSession, SignedIn, AppShell, SettingsPage]],
  ['/app/alerts', [WithQueries, WithSession, SignedIn, AppShell, AlertsPage]],
  ['/app/webhooks', [WithQueries, WithSession, SignedIn, AppShell, WebhooksPage]],
  ['/app/posts', [WithQueries, WithSession, SignedIn, AppShell, PostsPage]],
  ['/admin', [WithQueries, WithSession, SignedIn, OperatorShell, AdminPage, AdminOverview]],
  ['/admin/streamers', [WithQueries, WithSession, SignedIn, OperatorShell, AdminPage, AdminStreamers]],
  ['/admin/streamers/:id', [WithQueries, WithSession, SignedIn, OperatorShell, AdminPage, AdminStreamer]],
  ['/admin/log', [WithQueries, WithSession, SignedIn, OperatorShell, AdminPage, AdminLog]],
  ['/dock', [WithQueries, DockPage]],
  ['/guide/*', [GuidePage]],
  ['/privacy', [WithQueries, PrivacyPage]],
  ['/terms', [WithQueries, TermsPage]],
];

/** Loads what the address needs, whether that succeeds or fails; one that is not listed loads its parts one after the other. */
export async function preloadPage(pathname: string): Promise<void> {
  const [, pages] = firstPages.find(([pattern]) => matchPath(pattern, pathname) !== null) ?? [];
  await Promise.all((pages ?? []).map(({ preload }) => preload()));
}

/** Every address of this document. The guide and the dock stand outside the session: nothing there needs an account. */
export function Router() {
  return (
    <BrowserRouter useTransitions={false}>
      <RoutedFrame>
        <Routes>
          <Route index element={<Leave />} />
          <Route path="/donate/:linkCode/*" element={<Leave />} />
          <Route path="/guide" element={<GuidePage />} />
          <Route path="/guide/:chapter" element={<GuidePage />} />
          <Route element={<WithQueries />}>
            <Route path="/privacy" element={<PrivacyPage />} />
            <Route path="/terms" element={<TermsPage />} />
            <Route path="/dock" element={<DockPage />} />
            <Route path="/api/docs" element={<DocsPage />} />
            <Route element={<WithSession />}>
              <Route path="/login" element={<LoginPage />} />
              <Route path="/register" element={<RegisterPage />} />
              <Route path="/recover" element={<RecoverPage />} />
              <Route element={<SignedIn />}>
                <Route path="/app" element={<AppShell />}>
                  <Route index element={<DashboardPage />} />
                  <Route path="donations" element={<DonationsPage />} />
                  <Route path="wallet" element={<WalletPage />} />
                  <Route path="widgets" element={<WidgetsPage />} />
                  <Route path="settings" element={<SettingsPage />} />
                  <Route path="alerts" element={<AlertsPage />} />
                  <Route path="webhooks" element={<WebhooksPage />} />
                  <Route path="posts" element={<PostsPage />} />
                </Route>
                <Route path="/admin" element={<OperatorShell />}>
                  <Route element={<AdminPage />}>
                    <Route index element={<AdminOverview />} />
                    <Route path="streamers" element={<AdminStreamers />} />
                    <Route path="streamers/:id" element={<AdminStreamer />} />
                    <Route path="log" element={<AdminLog />} />
                  </Route>
                </Route>
              </Route>
            </Route>
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </RoutedFrame>
    </BrowserRouter>
  );
}

function RoutedFrame({ children }: { children: ReactNode }) {
  const { pathname, hash, key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  return <PageFrame place={{ pathname, hash, key, isBack }}>{children}</PageFrame>;
}
