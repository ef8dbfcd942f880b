import { lazy, Suspense } from 'react';
import { BrowserRouter, Outlet, Route, Routes, useLocation } from 'react-router';
import { SessionProvider } from '#web/lib/session.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { Toaster } from '#web/ui/toaster.tsx';

const LandingPage = lazy(async () => ({
  default: (await import('#web/features/landing/landing-page.tsx')).LandingPage,
}));
const LoginPage = lazy(async () => ({
  default: (await import('#web/features/session/login-page.tsx')).LoginPage,
}));
const RegisterPage = lazy(async () => ({
  default: (await import('#web/features/session/register-page.tsx')).RegisterPage,
}));
const DonatePage = lazy(async () => ({
  default: (await import('#web/features/donate/donate-page.tsx')).DonatePage,
}));
const DonationPage = lazy(async () => ({
  default: (await import('#web/features/donate/donation-page.tsx')).DonationPage,
}));
const AppShell = lazy(async () => ({ default: (await import('./app-shell.tsx')).AppShell }));
const DashboardPage = lazy(async () => ({
  default: (await import('#web/features/dashboard/dashboard-page.tsx')).DashboardPage,
}));
const DonationsPage = lazy(async () => ({
  default: (await import('#web/features/donations/donations-page.tsx')).DonationsPage,
}));
const WidgetsPage = lazy(async () => ({
  default: (await import('#web/features/widgets/widgets-page.tsx')).WidgetsPage,
}));
const SettingsPage = lazy(async () => ({
  default: (await import('#web/features/settings/settings-page.tsx')).SettingsPage,
}));
const DockPage = lazy(async () => ({
  default: (await import('#web/features/desk/dock-page.tsx')).DockPage,
}));
const DocsPage = lazy(async () => ({
  default: (await import('#web/features/docs/docs-page.tsx')).DocsPage,
}));
const NotFoundPage = lazy(async () => ({ default: (await import('./not-found-page.tsx')).NotFoundPage }));

/** Every address of the app. A donor's pages and the dock stand outside the session: nothing there needs an account. */
export function Router() {
  return (
    <BrowserRouter>
      <Suspense fallback={<PageSpinner />}>
        <Routes>
          <Route path="/donate/:linkCode" element={<DonatePage />} />
          <Route path="/donate/:linkCode/:donationId" element={<DonationPage />} />
          <Route path="/dock" element={<DockPage />} />
          <Route element={<WithSession />}>
            <Route index element={<LandingPage />} />
            <Route path="/login" element={<LoginPage />} />
            <Route path="/register" element={<RegisterPage />} />
            <Route path="/app" element={<AppShell />}>
              <Route index element={<DashboardPage />} />
              <Route path="donations" element={<DonationsPage />} />
              <Route path="widgets" element={<WidgetsPage />} />
              <Route path="settings" element={<SettingsPage />} />
            </Route>
            <Route path="/api/docs" element={<DocsPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Routes>
      </Suspense>
      <PlacedToaster />
    </BrowserRouter>
  );
}

function WithSession() {
  return (
    <SessionProvider>
      <Outlet />
    </SessionProvider>
  );
}

/** Toasts stand top center in general, top right in the donation flow (spec §9). */
function PlacedToaster() {
  const donating = useLocation().pathname.startsWith('/donate/');
  return <Toaster place={donating ? 'top-right' : 'top-center'} />;
}
