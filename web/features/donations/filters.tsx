import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { donationStatuses } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { Select } from '#web/ui/select.tsx';
import { type DonationFilter, pageSizes } from './donation-list.ts';
import { longestSearch, type ListView } from './list-view.ts';

interface FiltersProps {
  view: ListView;
  onFilter: (filter: DonationFilter) => void;
  onSize: (size: number) => void;
}

/** Search, status and page size. */
export function Filters({ view, onFilter, onSize }: FiltersProps) {
  const { search, status, size } = view;
  const words = texts('donations');
  return (
    <div className="filters">
      <div className="field q">
        <label className="sr" htmlFor="search">
          {words.search.label}
        </label>
        <span className="with-start">
          <Search className="i" />
          <input
            className="input"
            id="search"
            type="search"
            maxLength={longestSearch}
            placeholder={words.search.placeholder}
            value={search}
            onChange={(event) => onFilter({ status, search: event.currentTarget.value })}
          />
        </span>
      </div>
      <Choice
        id="status"
        label={words.status.label}
        value={status}
        onChange={(chosen) => onFilter({ search, status: chosen as DonationFilter['status'] })}
      >
        <option value="ALL">{words.status.all}</option>
        {donationStatuses.map((offered) => (
          <option key={offered} value={offered}>
            {texts('common').statuses[offered]}
          </option>
        ))}
      </Choice>
      <Choice
        id="per-page"
        label={words.perPage.label}
        value={size}
        onChange={(chosen) => onSize(Number(chosen))}
      >
        {pageSizes.map((option) => (
          <option key={option} value={option}>
            {words.perPage.size(option)}
          </option>
        ))}
      </Choice>
    </div>
  );
}

interface ChoiceProps {
  id: string;
  label: string;
  value: string | number;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Choice({ id, label, value, onChange, children }: ChoiceProps) {
  return (
    <div className="field">
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <Select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {children}
      </Select>
    </div>
  );
}
