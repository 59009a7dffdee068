import type { ToolInfo } from '@toolwright/studio/protocol';
import { Badge } from '../app/Badge.js';
import { formatCount } from '../text/format.js';
import { Untrusted } from '../text/Untrusted.js';

/** A line of the list of tools. */
export function ToolRow({ tool }: { tool: ToolInfo }) {
  return (
    <>
      <div className="row-title">
        <Untrusted text={tool.name} max={120} mono />
      </div>
      <div className="row-facts">
        <span className="row-description">
          <Untrusted text={tool.description} max={160} />
        </span>
        {tool.approval !== null && <Badge tone="warn">approval</Badge>}
        {tool.tokens !== null && <span className="push">{formatCount(tool.tokens)} tok</span>}
      </div>
    </>
  );
}
