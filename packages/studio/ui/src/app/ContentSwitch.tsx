import type { StudioStatus } from '@toolwright/studio/protocol';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { messageOf, postJson } from '../connection/studioApi.js';
import { useStudio } from '../connection/StudioContext.js';

/** Shows or hides the texts, arguments and results of turns, for everybody who looks at this studio. */
export function ContentSwitch() {
  const { status, reloadStatus } = useStudio();
  const [error, setError] = useState<string>();
  if (!status.contentSwitchable) return null;
  const change = (visible: boolean) => {
    setError(undefined);
    postJson<StudioStatus>('api/content', { visible })
      .then(reloadStatus)
      .catch((cause: unknown) => setError(messageOf(cause)));
  };
  return (
    <Switch
      size="xs"
      label="Content"
      checked={status.contentVisible}
      onChange={(event) => change(event.currentTarget.checked)}
      error={error}
    />
  );
}
