import { lazy, Suspense } from 'react';
import { Empty } from '../app/Empty.js';
import type { SchemaFormProps } from './SchemaForm.js';

// Forms made from schemas are half of the page's code: they come when somebody is about to fill one in.
const SchemaForm = lazy(async () => ({ default: (await import('./SchemaForm.js')).SchemaForm }));

/** A form for the arguments of a tool; see `SchemaForm`. */
export function ArgumentsForm(props: SchemaFormProps) {
  return (
    <Suspense fallback={<Empty title="Loading the form…" role="status" />}>
      <SchemaForm {...props} />
    </Suspense>
  );
}
