import { language } from '#web/texts/language.ts';
import sizes from './pictures/sizes.json' with { type: 'json' };

const taken: Record<string, number[]> = sizes;
const files = import.meta.glob<string>('./pictures/*.webp', {
  eager: true,
  import: 'default',
  query: '?url',
});

/**
 * A picture taken from the running product by `scripts/guide-pictures.ts`, in the reader's language and theme where it
 * was taken in them, else in English and dark. Its place is kept free. Throws for a name that nothing was taken under.
 */
export function GuidePicture({ name, alt }: { name: string; alt: string }) {
  const { dark, light, width, height } = findPicture(name);
  return (
    <figure className="guide-picture">
      <picture>
        {light !== undefined && <source media="(prefers-color-scheme: light)" srcSet={light} />}
        <img
          src={dark}
          alt={alt}
          width={width}
          height={height}
          style={{ borderRadius: cornersOf(width, height) }}
          loading="lazy"
          decoding="async"
        />
      </picture>
    </figure>
  );
}

/** The corners of cards and of panels, cut at the size that the picture is shown in. */
function cornersOf(width: number, height: number): string {
  const radius = width < 500 ? 25 : 16;
  return `${(radius / width) * 100}% / ${(radius / height) * 100}%`;
}

function findPicture(name: string) {
  for (const variant of [`${name}-${language()}`, `${name}-en`]) {
    const [width, height] = taken[variant] ?? [];
    const dark = files[`./pictures/${variant}-dark.webp`];
    if (width !== undefined && height !== undefined && dark !== undefined)
      return { dark, light: files[`./pictures/${variant}-light.webp`], width, height };
  }
  throw new Error(`There is no picture ${name}.`);
}
