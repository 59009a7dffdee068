import type { ConfigurationReport } from '@toolwright/studio/protocol';
import { SegmentedControl, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Badge } from '../app/Badge.js';
import { Empty } from '../app/Empty.js';
import { useResource } from '../connection/useResource.js';
import { formatCount } from '../text/format.js';
import { Untrusted } from '../text/Untrusted.js';
import { PropertyRow } from './PropertyRow.js';
import './configuration.css';

/** Every key that the application knows: the value in effect and where it was written. */
export function ConfigurationPanel() {
  const { data, error } = useResource<ConfigurationReport>('api/configuration');
  const [shown, setShown] = useState('set');
  const [filter, setFilter] = useState('');
  const properties = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return (data?.properties ?? []).filter(
      ({ key, description, settings }) =>
        (shown === 'all' || settings.length > 0) &&
        [key, description, ...settings.map((setting) => `${setting.key} ${setting.origin?.source ?? ''}`)]
          .join('\n')
          .toLowerCase()
          .includes(wanted),
    );
  }, [data, shown, filter]);
  if (data === undefined) {
    return error === undefined ? (
      <Empty title="Loading the configuration…" role="status" />
    ) : (
      <Empty title="The configuration cannot be shown" role="alert">
        {error}
      </Empty>
    );
  }
  const set = data.properties.filter(({ settings }) => settings.length > 0).length;
  const choices = [
    { value: 'set', label: `Set ${formatCount(set)}` },
    { value: 'all', label: `All ${formatCount(data.properties.length)}` },
  ];
  return (
    <div className="page">
      <div className="page-head">
        <h2>Configuration</h2>
        {data.profiles.map((profile) => (
          <Badge key={profile} tone="info">
            profile <Untrusted text={profile} max={40} />
          </Badge>
        ))}
        <SegmentedControl size="xs" data={choices} value={shown} onChange={setShown} aria-label="Keys" />
        <TextInput
          size="xs"
          type="search"
          aria-label="Filter keys"
          placeholder="Filter by key, text or origin"
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      </div>
      {properties.length === 0 ? (
        <Empty title="No key to show">
          {shown === 'set'
            ? 'Nothing that matches is set; “All” shows the keys with their defaults too.'
            : 'Change the filter.'}
        </Empty>
      ) : (
        <table className="card configuration" aria-label="Configuration">
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Value</th>
              <th scope="col">Origin</th>
            </tr>
          </thead>
          <tbody>
            {properties.map((property) => (
              <PropertyRow key={property.key} property={property} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
