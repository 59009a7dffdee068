import type { ToolInfo } from '@toolwright/studio/protocol';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Badge } from '../app/Badge.js';
import { navigate } from '../app/useRoute.js';
import { formatNumberOf } from '../text/format.js';
import { LongText } from '../text/LongText.js';
import { prettyJson } from '../text/prettyJson.js';
import { Untrusted } from '../text/Untrusted.js';
import { TryTool } from './TryTool.js';

/** One tool: what the model is told of it, and a form to try it. */
export function ToolDetail({ tool }: { tool: ToolInfo }) {
  const { name, description, inputSchema, source, tokens, approval, returnDirect, attributes } = tool;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <article className="tool" aria-label="Tool">
      <Button className="split-back" variant="subtle" size="compact-sm" onClick={() => navigate('tools')}>
        ← All tools
      </Button>
      <header>
        <div className="tool-title">
          <h2 ref={heading} tabIndex={-1}>
            <Untrusted text={name} max={200} mono />
          </h2>
          {approval !== null && (
            <Badge tone="warn">{approval === 'required' ? 'needs approval' : 'may need approval'}</Badge>
          )}
          {returnDirect && <Badge>answers directly</Badge>}
        </div>
        <p className="dimmed tool-facts">
          <span>
            offered by <Untrusted text={source} max={120} mono />
          </span>
          {tokens !== null && <span>{formatNumberOf(tokens, 'token')} per request</span>}
        </p>
        <p className="tool-description">
          <Untrusted text={description} max={4000} />
        </p>
      </header>
      <div className="tool-columns">
        <section aria-label="Try the tool">
          <h3>Try it</h3>
          <TryTool tool={tool} />
        </section>
        <section aria-label="Input schema">
          <h3>Input schema</h3>
          <LongText text={prettyJson(inputSchema)} label={`Input schema of ${name}`} />
          {Object.keys(attributes).length > 0 && (
            <>
              <h3>Attributes</h3>
              <LongText text={prettyJson(attributes)} label={`Attributes of ${name}`} />
            </>
          )}
        </section>
      </div>
    </article>
  );
}
