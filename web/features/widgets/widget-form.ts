import { solToLamports, lamportsToSol } from '#contract/lamports.ts';
import { type WidgetSettings, widgetSettings, type WidgetState } from '#contract/widgets.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { pointForComma } from '#web/lib/point-for-comma.ts';
import { texts } from '#web/texts/texts.ts';

/** The form of the goal: amounts as they were typed. */
export interface GoalForm {
  title: string;
  target: string;
  offset: string;
}

/** What the form starts with. */
export function goalFormOf({ title, target, offset }: WidgetSettings['goal']): GoalForm {
  return { title, target: plain(target), offset: plain(offset) };
}

/** What is sent for the form. Whatever is no amount the schema refuses. */
export function goalOf({ title, target, offset }: GoalForm): WidgetSettings['goal'] {
  return { title, target: readSol(target), offset: readSol(offset || '0') };
}

/** The goal that was typed, or for each field the words that refuse it. */
export function readGoal(
  form: GoalForm,
): { goal: WidgetSettings['goal'] } | { errors: Partial<Record<keyof GoalForm, string>> } {
  const candidate = goalOf(form);
  const parsed = widgetSettings.shape.goal.safeParse(candidate);
  if (parsed.success) return { goal: parsed.data };
  const errors: Partial<Record<keyof GoalForm, string>> = fieldErrors(widgetSettings.shape.goal, candidate);
  const words = texts('widgets').goal;
  if (errors.target !== undefined) errors.target = words.badTarget;
  if (errors.offset !== undefined) errors.offset = words.badOffset;
  return { errors };
}

/** The bar as it will be with what was typed; what cannot be read yet stays as it is stored. */
export function previewGoal(
  form: GoalForm,
  stored: WidgetSettings['goal'],
  state: WidgetState['goal'],
): Pick<WidgetState['goal'], 'title' | 'target' | 'raised'> {
  const read = readGoal(form);
  if (!('goal' in read)) return { ...state, title: form.title };
  const donated = solToLamports(state.raised) - solToLamports(stored.offset);
  return { ...read.goal, raised: lamportsToSol(donated + solToLamports(read.goal.offset)) };
}

function readSol(typed: string): number {
  const text = pointForComma(typed);
  return text === '' ? Number.NaN : Number(text);
}

/** Never 1e-7: a person would not read that as an amount. */
function plain(sol: number): string {
  return sol.toFixed(9).replace(/\.?0+$/, '');
}
