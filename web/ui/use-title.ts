import { useEffect } from 'react';

/** Sets the tab's title: 'Dashboard – Brava'. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Brava`;
  }, [title]);
}
