import type { ToolCost } from '@toolwright/studio/protocol';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../text/format.js';
import { Untrusted } from '../text/Untrusted.js';

/** Tools that are shown before anybody asks for the rest. */
const FIRST = 40;

/** Tools with what each definition costs in tokens, the dearest first. */
export function ToolCosts({
  title,
  tools,
  withheld = false,
}: {
  title: string;
  tools: readonly ToolCost[];
  withheld?: boolean;
}) {
  const [all, setAll] = useState(false);
  const sorted = [...tools].sort((a, b) => (b.tokens ?? 0) - (a.tokens ?? 0));
  const shown = all ? sorted : sorted.slice(0, FIRST);
  return (
    <div className="tool-costs">
      <h4>{title}</h4>
      <ul className={withheld ? 'chips withheld' : 'chips'}>
        {shown.map(({ name, tokens }) => (
          <li key={name} className="chip">
            <Untrusted text={name} max={80} mono />
            {tokens !== null && <span className="num dimmed">{formatCount(tokens)}</span>}
          </li>
        ))}
        {shown.length < sorted.length && (
          <li>
            <Button size="compact-xs" variant="default" onClick={() => setAll(true)}>
              {formatCount(sorted.length - shown.length)} more
            </Button>
          </li>
        )}
      </ul>
    </div>
  );
}
