import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface DenyFormProps {
  readonly sending: boolean;
  /** @param reason empty if none was given */
  readonly onDeny: (reason: string) => void;
  readonly children: ReactNode;
}

/** Denies a call, with a reason that the model is told. */
export function DenyForm({ sending, onDeny, children }: DenyFormProps) {
  const [reason, setReason] = useState('');
  return (
    <form
      className="deny-form"
      onSubmit={(event) => {
        event.preventDefault();
        onDeny(reason.trim());
      }}
    >
      <TextInput
        size="xs"
        label="Reason, which the model is told (optional)"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        autoFocus
        dir="auto"
      />
      <div className="pending-buttons">
        <Button type="submit" size="xs" color="red" loading={sending}>
          Deny the call
        </Button>
        {children}
      </div>
    </form>
  );
}
