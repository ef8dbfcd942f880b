import '@fontsource-variable/archivo/wdth.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '#web/ui/styles/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '#web/lib/query.ts';
import { ErrorScreen } from './error-screen.tsx';
import { Router } from './router.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id root.');
createRoot(root).render(
  <StrictMode>
    <ErrorScreen>
      <QueryClientProvider client={createQueryClient()}>
        <Router />
      </QueryClientProvider>
    </ErrorScreen>
  </StrictMode>,
);
