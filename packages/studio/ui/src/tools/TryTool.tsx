import type { ToolCallRequest, ToolCallResult, ToolInfo } from '@toolwright/studio/protocol';
import { useState } from 'react';
import { Badge } from '../app/Badge.js';
import { messageOf, postJson } from '../connection/studioApi.js';
import { formatCount, formatDuration } from '../text/format.js';
import { LongText } from '../text/LongText.js';
import { prettyJson } from '../text/prettyJson.js';
import { Untrusted } from '../text/Untrusted.js';
import { ArgumentsForm } from './ArgumentsForm.js';

/** Runs a tool once, without a model, with arguments from a form. It is the real tool: what it does is done. */
export function TryTool({ tool }: { tool: ToolInfo }) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<ToolCallResult>();
  const [error, setError] = useState<string>();
  const run = (values: Readonly<Record<string, unknown>>) => {
    const request: ToolCallRequest = { arguments: values };
    setBusy(true);
    setError(undefined);
    postJson<ToolCallResult>(`api/tools/${encodeURIComponent(tool.name)}/call`, request)
      .then(setResult)
      .catch((cause: unknown) => {
        setResult(undefined);
        setError(messageOf(cause));
      })
      .finally(() => setBusy(false));
  };
  return (
    <>
      {tool.approval !== null && (
        <p className="dimmed">The call runs at once: whoever presses the button is the one who approves it.</p>
      )}
      <ArgumentsForm schema={tool.inputSchema} initial={{}} submitLabel="Run the tool" busy={busy} onSubmit={run} />
      <div aria-live="polite">
        {error !== undefined && (
          <p className="failed" role="alert">
            {error}
          </p>
        )}
        {result !== undefined && <TryResult toolName={tool.name} result={result} />}
      </div>
    </>
  );
}

function TryResult({ toolName, result }: { toolName: string; result: ToolCallResult }) {
  const { status, duration, errorType, length } = result;
  return (
    <section className="try-result" aria-label="Result of the try">
      <div className="call-head">
        <Badge tone={status === 'succeeded' ? 'ok' : 'bad'}>{status === 'succeeded' ? 'Succeeded' : 'Failed'}</Badge>
        {errorType !== null && <Untrusted text={errorType} max={80} mono />}
        <span className="num dimmed push">{formatDuration(duration)}</span>
      </div>
      <LongText key={result.result} text={prettyJson(result.result)} label={`Result of trying ${toolName}`} />
      {length > result.result.length && (
        <p className="dimmed">The result has {formatCount(length)} characters; only its beginning was sent.</p>
      )}
    </section>
  );
}
