import type { ConfigurationProperty, ConfigurationSetting, SettingOrigin } from '@toolwright/studio/protocol';
import { Badge } from '../app/Badge.js';
import { Untrusted } from '../text/Untrusted.js';

/** A key: what it is for, and each value in effect with where it was written and what that hides. */
export function PropertyRow({ property }: { property: ConfigurationProperty }) {
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

function DefaultCells({ property: { defaultValue, secret, type, validValues } }: { property: ConfigurationProperty }) {
  return (
    <>
      <td className="dimmed">
        <Untrusted text={secret ? '–' : valueText(defaultValue)} max={200} mono />
        <div className="property-description">
          {type}
          {validValues.length > 0 && `: ${validValues.join(', ')}`}
        </div>
      </td>
      <td className="dimmed">default</td>
    </>
  );
}

function SettingCells({ owner, setting }: { owner: string; setting: ConfigurationSetting }) {
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

function originText({ source, line }: SettingOrigin): string {
  return line === null ? source : `${source}:${line}`;
}

function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
