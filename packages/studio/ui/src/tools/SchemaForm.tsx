import { Button, JsonInput, SegmentedControl } from '@mantine/core';
import Form from '@rjsf/mantine';
import type { IChangeEvent } from '@rjsf/core';
import { type SyntheticEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { readableSchema } from './readableSchema.js';
import { schemaValidator } from './schemaValidator.js';
import { Untrusted } from '../text/Untrusted.js';
import { FormBoundary } from './FormBoundary.js';
import { ObjectFields } from './ObjectFields.js';
import './tools.css';

/** Arguments of a tool by name. */
export type Arguments = Readonly<Record<string, unknown>>;

/** What a form needs to know. */
export interface SchemaFormProps {
  /** The tool's input schema; anything that is no schema of an object leaves JSON as the only way. */
  readonly schema: unknown;
  readonly initial: Arguments;
  readonly submitLabel: string;
  readonly busy: boolean;
  readonly onSubmit: (values: Arguments) => void;
  /** More buttons beside the one that submits. */
  readonly children?: ReactNode;
}

const MODES = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
];

/** A form for the arguments of a tool, made from its schema; the same arguments can be written as JSON. */
export function SchemaForm({ schema, initial, submitLabel, busy, onSubmit, children }: SchemaFormProps) {
  const formSchema = useMemo(() => readableSchema(schema), [schema]);
  const [mode, setMode] = useState(formSchema === null ? 'json' : 'form');
  const [values, setValues] = useState<Arguments>(initial);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  /** What is wrong, also with lists and objects, which have no input to show it at. */
  const [problems, setProblems] = useState<readonly string[]>([]);
  const id = useId();

  const switchTo = (next: string) => {
    if (next === 'json') setText(JSON.stringify(values, null, 2));
    else if (!take(text, setValues, setError)) return;
    setMode(next);
  };
  const submitJson = (event: SyntheticEvent) => {
    event.preventDefault();
    take(text === '' ? JSON.stringify(values) : text, onSubmit, setError);
  };
  const buttons = (
    <div className="schema-form-buttons">
      <Button type="submit" size="xs" loading={busy}>
        {submitLabel}
      </Button>
      {children}
    </div>
  );
  return (
    <div className="schema-form">
      {formSchema !== null && (
        <SegmentedControl size="xs" data={MODES} value={mode} onChange={switchTo} aria-label="Write the arguments as" />
      )}
      {mode === 'form' && formSchema !== null ? (
        <FormBoundary onFailure={() => switchTo('json')}>
          <Form
            schema={formSchema}
            formData={values}
            validator={schemaValidator}
            templates={{ ObjectFieldTemplate: ObjectFields }}
            idPrefix={id}
            noHtml5Validate
            showErrorList={false}
            focusOnFirstError
            onChange={({ formData }: IChangeEvent) => setValues((formData ?? {}) as Arguments)}
            onError={(errors) => setProblems(errors.map(({ stack }) => stack))}
            onSubmit={({ formData }: IChangeEvent) => {
              setProblems([]);
              onSubmit((formData ?? {}) as Arguments);
            }}
          >
            {problems.length > 0 && (
              <ul className="failed" role="alert" aria-label="To be corrected">
                {problems.map((problem, index) => (
                  <li key={index}>
                    <Untrusted text={problem} />
                  </li>
                ))}
              </ul>
            )}
            {buttons}
          </Form>
        </FormBoundary>
      ) : (
        <form onSubmit={submitJson}>
          <JsonInput
            label="Arguments as JSON"
            autosize
            minRows={4}
            maxRows={20}
            value={text === '' ? JSON.stringify(values, null, 2) : text}
            onChange={setText}
            error={error}
            className="schema-form-json"
          />
          {buttons}
        </form>
      )}
    </div>
  );
}

/** Reads the arguments, or says why it cannot. */
function take(text: string, use: (values: Arguments) => void, report: (error: string | undefined) => void): boolean {
  try {
    const values: unknown = JSON.parse(text);
    if (typeof values !== 'object' || values === null || Array.isArray(values)) {
      report('Arguments are a JSON object, such as {"city": "Paris"}');
      return false;
    }
    report(undefined);
    use(values as Arguments);
    return true;
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
    return false;
  }
}
