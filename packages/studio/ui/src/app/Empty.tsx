import type { ReactNode } from 'react';

/** What a panel shows in place of its content: that there is none yet, or why it cannot be shown, and what to do. */
export function Empty({ title, children, role }: { title: string; children?: ReactNode; role?: 'alert' | 'status' }) {
  return (
    <div className="empty" role={role}>
      <strong>{title}</strong>
      {children}
    </div>
  );
}
