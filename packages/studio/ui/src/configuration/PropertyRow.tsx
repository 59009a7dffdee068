import type { ReportedOrigin, ReportedProperty, ReportedSetting } from '@toolwright/studio/protocol';
import { Badge } from '../app/Badge.js';
import { Untrusted } from '../text/Untrusted.js';

/** A key: what it is for, and each value in effect with where it was written and what that hides. */
export function PropertyRow({ property }: { property: ReportedProperty }) {
  const { key, description, secret, settings } = property;
  const [first, ...others] = settings;
  return (
    <>
      <tr>
        <td rowSpan={Math.max(1, settings.length)}>
          <Untrusted text={key} max={200} mono />
          {secret && <Badge tone="warn">secret</Badge>}
          {description !== null && (
            <div className="dimmed property-description">
              <Untrusted text={description} max={400} />
            </div>
          )}
        </td>
        {first === undefined ? <DefaultCells property={property} /> : <SettingCells owner={key} setting={first} />}
      </tr>
      {others.map((setting) => (
        <tr key={setting.key} className="further">
          <SettingCells owner={key} setting={setting} />
        </tr>
      ))}
    </>
  );
}

function DefaultCells({ property: { defaultText, type, validValues } }: { property: ReportedProperty }) {
  return (
    <>
      <td className="dimmed">
        <Untrusted text={defaultText || '–'} max={200} mono />
        <div className="property-description">
          {type}
          {validValues.length > 0 && `: ${validValues.join(', ')}`}
        </div>
      </td>
      <td className="dimmed">default</td>
    </>
  );
}

function SettingCells({ owner, setting }: { owner: string; setting: ReportedSetting }) {
  const { key, value, origin, shadowed } = setting;
  return (
    <>
      <td>
        {key !== owner && (
          <div className="dimmed property-description">
            <Untrusted text={key.startsWith(owner) ? key.slice(owner.length) : key} max={200} mono />
          </div>
        )}
        <Untrusted text={value ?? '–'} max={400} mono />
      </td>
      <td>
        {origin === null ? (
          <span className="dimmed">unknown</span>
        ) : (
          <Untrusted text={originText(origin)} max={200} mono />
        )}
        {shadowed.map((hidden, index) => (
          <div key={index} className="dimmed property-description">
            hides <Untrusted text={hidden.value} max={80} mono /> from{' '}
            <Untrusted text={originText(hidden.origin)} max={160} mono />
          </div>
        ))}
      </td>
    </>
  );
}

function originText({ source, line }: ReportedOrigin): string {
  return line === null ? source : `${source}:${line}`;
}
