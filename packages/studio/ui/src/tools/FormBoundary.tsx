import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';

interface FormBoundaryProps {
  readonly children: ReactNode;
  /** What to do instead of the form. */
  readonly onFailure: () => void;
}

/** Keeps a schema that no form can be made of from taking the page down. */
export class FormBoundary extends Component<FormBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <p role="alert">
        No form can be made from this schema.{' '}
        <Button size="compact-xs" variant="default" onClick={this.props.onFailure}>
          Write the arguments as JSON
        </Button>
      </p>
    );
  }
}
