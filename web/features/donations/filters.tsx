import ChevronDown from 'lucide-react/icons/chevron-down';
import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { donationStatuses, statusLabels } from '#contract/donation.ts';
import { type DonationFilter, pageSizes } from './donation-list.ts';

interface FiltersProps {
  filter: DonationFilter;
  onFilter: (filter: DonationFilter) => void;
  size: number;
  onSize: (size: number) => void;
}

/** Search, status and page size. */
export function Filters({ filter, onFilter, size, onSize }: FiltersProps) {
  return (
    <div className="filters">
      <div className="field q">
        <label className="sr" htmlFor="search">
          Search donations
        </label>
        <span className="with-start">
          <Search className="i" />
          <input
            className="input"
            id="search"
            type="search"
            placeholder="Search donations..."
            value={filter.search}
            onChange={(event) => onFilter({ ...filter, search: event.currentTarget.value })}
          />
        </span>
      </div>
      <Choice
        id="status"
        label="Status"
        value={filter.status}
        onChange={(status) => onFilter({ ...filter, status: status as DonationFilter['status'] })}
      >
        <option value="ALL">All Status</option>
        {donationStatuses.map((status) => (
          <option key={status} value={status}>
            {statusLabels[status]}
          </option>
        ))}
      </Choice>
      <Choice id="per-page" label="Per page" value={size} onChange={(chosen) => onSize(Number(chosen))}>
        {pageSizes.map((option) => (
          <option key={option} value={option}>
            {option} per page
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
      <span className="with-end">
        <select
          className="input"
          id={id}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {children}
        </select>
        <span className="end">
          <ChevronDown className="i s" />
        </span>
      </span>
    </div>
  );
}
