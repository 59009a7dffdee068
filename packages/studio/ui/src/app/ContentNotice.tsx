import { useStudio } from '../connection/StudioContext.js';

/** Says that content is hidden, and how it is switched on. */
export function ContentNotice() {
  const { status } = useStudio();
  if (status.contentVisible) return null;
  return (
    <div className="banner quiet">
      Content is hidden: texts, arguments and results are not sent to this page.{' '}
      {status.contentSwitchable
        ? 'The switch “Content” at the top shows them.'
        : 'This application does not allow to switch it on here.'}
    </div>
  );
}
