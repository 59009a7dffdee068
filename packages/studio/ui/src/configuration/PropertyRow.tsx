import type { ConfigurationProperty, ConfigurationSetting, SettingOrigin } from '@toolwright/studio/protocol';
import { Badge } from '../app/Badge.js';
import { Untrusted } from '../text/Untrusted.js';

/** A key: what it is for, the value in effect, where it was written, and what that hides. */
export function PropertyRow({ property }: { property: ConfigurationProperty }) {
  const { key, type, description, defaultValue, secret, settings, validValues } = property;
  return (
    <tr>
      <td>
        <Untrusted text={key} max={200} mono />
        {secret && <Badge tone="warn">secret</Badge>}
        {description !== null && (
          <div className="dimmed property-description">
            <Untrusted text={description} max={400} />
          </div>
        )}
      </td>
      {settings.length === 0 ? (
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
      ) : (
        <>
          <td>
            {settings.map((setting) => (
              <div key={setting.key} className="setting">
                {setting.key !== key && (
                  <div className="dimmed property-description">
                    <Untrusted text={setting.key} max={200} mono />
                  </div>
                )}
                <Untrusted text={setting.value ?? '–'} max={400} mono />
              </div>
            ))}
          </td>
          <td>
            {settings.map((setting) => (
              <Origin key={setting.key} setting={setting} />
            ))}
          </td>
        </>
      )}
    </tr>
  );
}

function Origin({ setting: { origin, shadowed } }: { setting: ConfigurationSetting }) {
  return (
    <div className="setting">
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
    </div>
  );
}

function originText({ source, line }: SettingOrigin): string {
  return line === null ? source : `${source}:${line}`;
}

function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
