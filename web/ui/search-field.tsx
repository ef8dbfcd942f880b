import Search from 'lucide-react/icons/search';
import { useId } from 'react';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onType: (text: string) => void;
}

/** Where a list is searched. */
export function SearchField({ label, placeholder, value, onType }: SearchFieldProps) {
  const id = useId();
  return (
    <div className="field grow">
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <span className="with-start">
        <Search className="i" aria-hidden="true" />
        <input
          className="input"
          id={id}
          type="search"
          maxLength={100}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      </span>
    </div>
  );
}
