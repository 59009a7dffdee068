import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import './list.css';

interface VirtualListProps {
  readonly label: string;
  readonly count: number;
  /** Height of a line in pixels. */
  readonly rowHeight: number;
  /** Index of the line whose content is shown elsewhere; -1 for none. */
  readonly selected: number;
  readonly renderRow: (index: number) => ReactNode;
  readonly onOpen: (index: number) => void;
  /** Told of the last line that is in view, so that more can be loaded. */
  readonly onReach?: (index: number) => void;
}

/**
 * A list of any length of which only the visible lines exist. It has one stop of the Tab key: arrows, Page Up and Down,
 * Home and End move the active line, Enter opens it.
 */
export function VirtualList({ label, count, rowHeight, selected, renderRow, onOpen, onReach }: VirtualListProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(Math.max(selected, 0));
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= 0) onReach?.(last);
  }, [last, count, onReach]);
  useEffect(() => {
    if (selected >= 0) setActive(selected);
  }, [selected]);

  const current = Math.min(active, count - 1);
  const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + page,
    PageUp: current - page,
    Home: 0,
    End: count - 1,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ' ') && current >= 0) {
      event.preventDefault();
      onOpen(current);
      return;
    }
    const target = moves[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(count - 1, target));
    setActive(index);
    virtualizer.scrollToIndex(index);
  };
  return (
    <div
      ref={scroller}
      className="virtual-list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={rows.some(({ index }) => index === current) ? `${id}-${current}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div className="virtual-list-space" style={{ height: virtualizer.getTotalSize() }} role="presentation">
        {rows.map(({ index, start, key }) => (
          <div
            key={key}
            id={`${id}-${index}`}
            className="virtual-row"
            role="option"
            aria-selected={index === selected}
            aria-setsize={count}
            aria-posinset={index + 1}
            data-active={index === current || undefined}
            style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            onClick={() => {
              setActive(index);
              onOpen(index);
            }}
          >
            {renderRow(index)}
          </div>
        ))}
      </div>
    </div>
  );
}
