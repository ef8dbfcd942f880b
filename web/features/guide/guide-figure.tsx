import type { ReactNode } from 'react';
import { KeyTree } from './key-tree.tsx';
import { MoneyPath } from './money-path.tsx';
import { ObsFields } from './obs-fields.tsx';

const figures: Record<string, () => ReactNode> = {
  'obs-fields': ObsFields,
  'money-path': MoneyPath,
  'key-tree': KeyTree,
};

/** A figure that the page draws itself. */
export function GuideFigure({ name }: { name: string }) {
  const Figure = figures[name];
  if (Figure === undefined) throw new Error(`There is no figure ${name}.`);
  return <Figure />;
}
