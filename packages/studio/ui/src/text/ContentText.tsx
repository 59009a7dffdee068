import type { TextContent, TextPart } from '@toolwright/studio/protocol';
import { useCallback, useMemo } from 'react';
import { getJson, withQuery } from '../connection/studioApi.js';
import { HiddenContent } from './HiddenContent.js';
import { LongText } from './LongText.js';
import { prettyJson } from './prettyJson.js';

interface ContentTextProps {
  readonly turnId: string;
  readonly content: TextContent;
  /** What it is, such as `Arguments of weather`. */
  readonly label: string;
  /** Whether it is text for people; the rest is shown as code, and indented if it is JSON. */
  readonly prose?: boolean;
}

/** A text of a turn, whole or cut; while content is hidden, only that there is one and how long it is. */
export function ContentText({ turnId, content, label, prose = false }: ContentTextProps) {
  const { text, length, ref, stored = length } = content;
  const shown = useMemo(
    () => (text === null || prose || text.length < length ? text : prettyJson(text)),
    [text, length, prose],
  );
  const load = useCallback(
    async (offset: number, size: number) => {
      const path = withQuery(`api/turns/${encodeURIComponent(turnId)}/text`, { ref: ref ?? '', offset, length: size });
      return (await getJson<TextPart>(path)).text;
    },
    [turnId, ref],
  );
  if (shown === null) return <HiddenContent length={length} />;
  if (length === 0) return <span className="dimmed">empty</span>;
  if (text === null || text.length >= length) return <LongText text={shown} label={label} mono={!prose} />;
  return <LongText text={shown} label={label} mono={!prose} length={length} stored={stored} load={load} />;
}
