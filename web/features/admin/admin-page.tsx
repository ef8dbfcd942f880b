import './admin.css';
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { texts } from '#web/texts/texts.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { AdminTabs } from './admin-tabs.tsx';

/** /admin: what the operator of the installation sees and does. */
export function AdminPage() {
  const words = texts('admin');
  useTitle(words.title);
  return (
    <div className="admin">
      <div className="pagehead">
        <div>
          <h1 className="title">{words.title}</h1>
          <p className="muted">{words.subtitle}</p>
        </div>
        <AdminTabs />
      </div>
      <Suspense fallback={<PageSpinner />}>
        <Outlet />
      </Suspense>
    </div>
  );
}
