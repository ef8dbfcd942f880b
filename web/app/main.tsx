import { preloadPage, Router } from './router.tsx';
import { startPage } from './start-page.tsx';

// The first page's code and words come side by side with what every page needs.
// Not awaited: the first page's own script imports from this file, and each would wait for the other.
void startPage(<Router />, preloadPage(location.pathname), 'refusals');
