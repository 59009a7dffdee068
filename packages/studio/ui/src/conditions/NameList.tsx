import { formatCount } from '../text/format.js';
import { Untrusted } from '../text/Untrusted.js';

/** A list of class names that opens on demand; nothing if there are none. */
export function NameList({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <details className="name-list">
      <summary>
        {title} ({formatCount(names.length)})
      </summary>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <Untrusted text={name} max={160} mono />
          </li>
        ))}
      </ul>
    </details>
  );
}
