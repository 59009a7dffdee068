import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../connection/studioApi.js';
import { formatCount } from './format.js';
import { withoutInvisible } from './markInvisible.js';
import { Untrusted } from './Untrusted.js';
import './text.css';

/** UTF-16 units that are shown before anybody asks for more. */
const FIRST = 4_000;
/** UTF-16 units that each "Show more" adds: enough to read on, not so much that laying them out blocks the page. */
const STEP = 100_000;

interface LongTextProps {
  /** The text, or its beginning. */
  readonly text: string;
  /** What it is, for its accessible name and the name of a downloaded file, such as `Result of weather`. */
  readonly label: string;
  /** UTF-16 units of the whole text; default: there is no more than `text`. */
  readonly length?: number;
  /** UTF-16 units that can be had; default: all. */
  readonly stored?: number;
  /** Loads the part from an offset on, at most so long; needed if there is more than `text`. */
  readonly load?: (offset: number, length: number) => Promise<string>;
  readonly mono?: boolean;
}

/** A text of any size that others wrote: cut to a readable beginning, with its size and ways to see or save the rest. */
export function LongText({ text, label, length = text.length, stored = length, load, mono = true }: LongTextProps) {
  const [shown, setShown] = useState(FIRST);
  const [fetched, setFetched] = useState('');
  const [failure, setFailure] = useState<string>();
  const known = text + fetched;

  /** The text up to a position, from the server where it is not here yet. */
  const upTo = async (end: number): Promise<string> => {
    let all = known;
    while (load !== undefined && all.length < Math.min(end, stored)) {
      const part = await load(all.length, Math.min(end, stored) - all.length);
      if (part === '') break;
      all += part;
    }
    setFetched(all.slice(text.length));
    return all;
  };
  const attempt = (work: Promise<void>) => {
    setFailure(undefined);
    work.catch((error: unknown) => setFailure(messageOf(error)));
  };
  const visible = Math.min(shown, known.length);
  const showMore = async () => {
    await upTo(visible + STEP);
    setShown(visible + STEP);
  };
  return (
    <div className="long-text">
      <div
        className={mono ? 'long-text-body mono' : 'long-text-body'}
        role="group"
        aria-label={withoutInvisible(label)}
        tabIndex={0}
      >
        <Untrusted text={known.slice(0, visible)} max={Infinity} />
        {visible < length && <span className="dimmed">…</span>}
      </div>
      {visible < length && (
        <Group gap="xs" className="long-text-more">
          <span className="dimmed">
            {formatCount(visible)} of {formatCount(length)} characters
            {stored < length && `, ${formatCount(stored)} were kept`}
          </span>
          {visible < stored && (
            <Button size="compact-xs" variant="default" onClick={() => attempt(showMore())}>
              Show more
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => attempt(upTo(stored).then((all) => save(all, label)))}
          >
            Download
          </Button>
          {failure !== undefined && <span className="failed">{failure}</span>}
        </Group>
      )}
    </div>
  );
}

function save(text: string, label: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${label.replace(/[^\w-]+/g, '-')}.txt`;
  link.click();
  URL.revokeObjectURL(url);
}
