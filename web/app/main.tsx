import { preloadPage, Router } from './router.tsx';
import { startPage } from './start-page.tsx';

// The first page's code and words come side by side with what every page needs.
preloadPage(location.pathname);
await startPage(<Router />);
