import type { Page } from '@playwright/test';

/** What looks at the elements of a page from inside it. */
interface Eyes {
  /** An element in words. */
  nameOf(element: Element): string;
  /** Whether a person sees it, by itself or by what stands for it. */
  isSeen(element: Element): boolean;
  /** Width and height of what is pressed: a box or a radio button by its label. */
  pressedSize(element: Element): { width: number; height: number };
  /** How it looks as far as focus may show: on itself, around it, or on what stands for it. */
  look(element: Element): string;
}

/** A window with eyes. */
export type SeeingWindow = typeof window & { eyes: Eyes };

/** Gives the page eyes; once for every document. */
export async function openEyes(page: Page): Promise<void> {
  await page.evaluate(install);
}

/** Runs in the page. */
function install(): void {
  const eyes: Eyes = {
    nameOf(element) {
      const words = element.getAttribute('aria-label') ?? element.textContent;
      const kind = [element.tagName.toLowerCase(), ...element.classList].join('.');
      return `${kind} ‘${words.trim().slice(0, 30)}’`;
    },
    isSeen(element) {
      const isDrawn = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      return isDrawn && element.closest('.sr, .skip, [inert]') === null;
    },
    pressedSize(element) {
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
      return { width, height };
    },
    look(element) {
      const places = [element, element.parentElement, element.nextElementSibling, element.closest('label')];
      const looks = places.map((place) => {
        if (place === null) return '';
        const { outlineStyle, outlineWidth, outlineColor, borderColor, boxShadow } = getComputedStyle(place);
        return [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, borderColor, boxShadow].join(' ');
      });
      return looks.join(' / ');
    },
  };
  Object.assign(window, { eyes });
}
