import { Component } from '@toolwright/boot';
import { suggestName } from '@toolwright/core';
import { Tool, ToolParam, ToolUserError } from '@toolwright/tools';
import Papa from 'papaparse';
import { describeNumbers, type NumberSummary } from '../arithmetic/describeNumbers.js';
import { requireRange } from '../input/requireRange.js';
import { DataSource } from './DataSource.js';

/** How a cell is compared. */
const Comparison = {
  Equals: 'equals',
  Differs: 'differs',
  Contains: 'contains',
  Greater: 'greater',
  Less: 'less',
} as const;
type Comparison = (typeof Comparison)[keyof typeof Comparison];

type Row = Readonly<Record<string, string>>;

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

const MAX_ROWS = 500;
const MAX_TOP_VALUES = 5;

/** Reads tables in CSV; the first line names the columns, the delimiter is recognised. */
@Component()
export class CsvTools {
  constructor(private readonly source: DataSource) {}

  @Tool({ description: 'Converts CSV data or a .csv file to JSON rows.' })
  async csvToJson(
    @ToolParam({ description: 'Path of a .csv file, or CSV text' }) csvFile: string,
    @ToolParam({ description: 'Most rows', type: 'integer' }) limit: number = 100,
  ): Promise<{ rows: readonly Row[]; totalRows: number }> {
    requireRange(limit, 1, MAX_ROWS, 'limit');
    const { rows } = await this.#parse(csvFile);
    return { rows: rows.slice(0, limit), totalRows: rows.length };
  }

  @Tool({ description: 'Summarizes a CSV column: sum, average, minimum and maximum, or the most frequent values.' })
  async csvColumnStatistics(
    @ToolParam({ description: 'Path of a .csv file, or CSV text' }) csvFile: string,
    @ToolParam({ description: 'Column name' }) column: string,
  ): Promise<{
    column: string;
    empty: number;
    numbers?: NumberSummary;
    distinct?: number;
    topValues?: readonly { value: string; count: number }[];
  }> {
    const table = await this.#parse(csvFile);
    const name = findColumn(table, column);
    const cells = table.rows.map((row) => (row[name] ?? '').trim());
    const filled = cells.filter((cell) => cell !== '');
    const empty = cells.length - filled.length;
    const numbers = filled.map(toNumber).filter((value) => value !== null);
    if (numbers.length > 0 && numbers.length === filled.length) {
      return { column: name, empty, numbers: describeNumbers(numbers) };
    }
    const counts = new Map<string, number>();
    for (const cell of filled) counts.set(cell, (counts.get(cell) ?? 0) + 1);
    // Sorting is stable: equally frequent values stay in the order of the table.
    const topValues = [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_TOP_VALUES);
    return {
      column: name,
      empty,
      distinct: counts.size,
      topValues: topValues.map(([value, count]) => ({ value, count })),
    };
  }

  @Tool({ description: 'Filters the rows of CSV data or a .csv file by the value of a column.' })
  async csvFilter(
    @ToolParam({ description: 'Path of a .csv file, or CSV text' }) csvFile: string,
    @ToolParam({ description: 'Column name' }) column: string,
    @ToolParam({ description: 'Value to compare with' }) value: string,
    @ToolParam({ type: { enum: Comparison } }) comparison: Comparison = Comparison.Equals,
  ): Promise<{ rows: readonly Row[]; totalRows: number }> {
    const table = await this.#parse(csvFile);
    const name = findColumn(table, column);
    const rows = table.rows.filter((row) => matches((row[name] ?? '').trim(), value.trim(), comparison));
    return { rows: rows.slice(0, MAX_ROWS), totalRows: rows.length };
  }

  async #parse(csvFile: string): Promise<Table> {
    const text = await this.source.read(csvFile, '.csv');
    const { data, meta, errors } = Papa.parse<Record<string, string>>(text, {
      header: true,
      skipEmptyLines: 'greedy',
      transformHeader: (header) => header.trim(),
    });
    // Without a second column there is no delimiter to recognise, which is no fault.
    const fault = errors.find(({ type }) => type !== 'Delimiter');
    if (fault) {
      const line = fault.row === undefined ? '' : ` in line ${fault.row + 2}`;
      throw new ToolUserError(`The CSV is wrong${line}: ${fault.message}. The first line must name the columns.`);
    }
    if (data.length === 0) throw new ToolUserError('The CSV has no rows below the line with the column names.');
    return { columns: meta.fields ?? [], rows: data };
  }
}

function findColumn({ columns }: Table, wanted: string): string {
  const folded = wanted.trim().toLowerCase();
  const found = columns.find((column) => column.toLowerCase() === folded);
  if (found !== undefined) return found;
  const near = suggestName(folded.slice(0, 100), columns);
  const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
  throw new ToolUserError(`There is no column '${wanted}'.${hint} The columns are ${columns.join(', ')}.`);
}

function matches(cell: string, value: string, comparison: Comparison): boolean {
  const a = toNumber(cell);
  const b = toNumber(value);
  const order = a !== null && b !== null ? a - b : null;
  const text = cell.toLowerCase();
  const wanted = value.toLowerCase();
  switch (comparison) {
    case Comparison.Equals:
      return order === null ? text === wanted : order === 0;
    case Comparison.Differs:
      return order === null ? text !== wanted : order !== 0;
    case Comparison.Contains:
      return text.includes(wanted);
    case Comparison.Greater:
      return cell !== '' && (order === null ? text > wanted : order > 0);
    case Comparison.Less:
      return cell !== '' && (order === null ? text < wanted : order < 0);
  }
}

/** Null for anything that is not a plain decimal number. */
function toNumber(text: string): number | null {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : null;
}
