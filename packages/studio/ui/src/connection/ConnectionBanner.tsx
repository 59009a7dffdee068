import { Button } from '@mantine/core';
import { useStreamState, useStudio } from './StudioContext.js';

/** Says that the application cannot be reached, for as long as that is so. */
export function ConnectionBanner() {
  const { stream } = useStudio();
  const lost = useStreamState(stream) === 'lost';
  return (
    <div role="status">
      {lost && (
        <div className="banner warn">
          <span>The connection to the application is lost. Reconnecting… What is shown may be out of date.</span>
          <Button size="compact-xs" variant="default" onClick={() => stream.retryNow()}>
            Try now
          </Button>
        </div>
      )}
    </div>
  );
}
