import type { ConditionReport } from '@toolwright/studio/protocol';
import { SegmentedControl, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Empty } from '../app/Empty.js';
import { useResource } from '../connection/useResource.js';
import { formatCount } from '../text/format.js';
import { Untrusted } from '../text/Untrusted.js';
import { EvaluationRow } from './EvaluationRow.js';
import { NameList } from './NameList.js';
import './conditions.css';

type Shown = 'all' | 'matched' | 'not-matched';

/** What the conditions of the auto-configurations decided at start, and why. */
export function ConditionsPanel() {
  const { data, error } = useResource<ConditionReport>('api/conditions');
  const [shown, setShown] = useState<Shown>('all');
  const [filter, setFilter] = useState('');
  const evaluations = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return (data?.evaluations ?? []).filter(
      ({ source, matched, results }) =>
        (shown === 'all' || matched === (shown === 'matched')) &&
        [source, ...results.map(({ message }) => message)].join('\n').toLowerCase().includes(wanted),
    );
  }, [data, shown, filter]);
  if (data === undefined) {
    return error === undefined ? (
      <Empty title="Loading the condition report…" role="status" />
    ) : (
      <Empty title="The condition report cannot be shown" role="alert">
        {error}
      </Empty>
    );
  }
  const matched = data.evaluations.filter((evaluation) => evaluation.matched).length;
  const choices = [
    { value: 'all', label: `All ${formatCount(data.evaluations.length)}` },
    { value: 'matched', label: `Matched ${formatCount(matched)}` },
    { value: 'not-matched', label: `Not matched ${formatCount(data.evaluations.length - matched)}` },
  ];
  return (
    <div className="page">
      <div className="page-head">
        <h2>Condition report</h2>
        <SegmentedControl
          size="xs"
          data={choices}
          value={shown}
          onChange={(value) => setShown(value as Shown)}
          aria-label="Outcome"
        />
        <TextInput
          size="xs"
          type="search"
          aria-label="Filter conditions"
          placeholder="Filter by class or reason"
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      </div>
      {data.warnings.length > 0 && (
        <ul className="card warnings" aria-label="Warnings">
          {data.warnings.map((warning) => (
            <li key={warning}>
              <Untrusted text={warning} max={600} />
            </li>
          ))}
        </ul>
      )}
      {evaluations.length === 0 ? (
        <Empty title="No condition matches the filter" />
      ) : (
        <ul className="card evaluations" aria-label="Conditions">
          {evaluations.map((evaluation) => (
            <EvaluationRow key={evaluation.source} evaluation={evaluation} />
          ))}
        </ul>
      )}
      <NameList title="Excluded" names={data.exclusions} />
      <NameList title="Without conditions" names={data.unconditionalClasses} />
    </div>
  );
}
