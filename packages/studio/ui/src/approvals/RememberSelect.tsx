import type { Decision } from '@toolwright/studio/protocol';
import { NativeSelect } from '@mantine/core';

/** For which later calls of the conversation a decision holds too; undefined: for none. */
export type Remember = Extract<Decision, { readonly type: 'approve' }>['remember'];

const CHOICES = [
  { value: '', label: 'for this call only' },
  { value: 'arguments', label: 'also for calls with the same arguments' },
  { value: 'tool', label: 'also for all calls of this tool' },
];

/** Asks for which later calls of the conversation a decision holds too. */
export function RememberSelect({ value, onChange }: { value: Remember; onChange: (value: Remember) => void }) {
  return (
    <NativeSelect
      size="xs"
      aria-label="The decision holds"
      data={CHOICES}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? undefined : (currentTarget.value as NonNullable<Remember>))
      }
    />
  );
}
