import { Component } from '@toolwright/boot';
import { suggestName } from '@toolwright/core';
import { Tool, ToolParam, ToolUserError } from '@toolwright/tools';
import type { MathJsInstance, Unit } from 'mathjs';
import { MathEngine } from '../arithmetic/MathEngine.js';
import { requireMaxLength } from '../input/requireMaxLength.js';

/** Kinds of quantities, as mathjs names them in lower case. */
const Dimension = {
  Length: 'length',
  Surface: 'surface',
  Volume: 'volume',
  Mass: 'mass',
  Time: 'time',
  Temperature: 'temperature',
  Angle: 'angle',
  Force: 'force',
  Energy: 'energy',
  Power: 'power',
  Pressure: 'pressure',
  Frequency: 'frequency',
  Bit: 'bit',
} as const;
type Dimension = (typeof Dimension)[keyof typeof Dimension];

/** Everyday names that mathjs does not know, or that mean something else to it. */
const SPELLINGS: Readonly<Record<string, string>> = {
  '°c': 'celsius',
  '°f': 'fahrenheit',
  c: 'celsius',
  f: 'fahrenheit',
  mph: 'mi/h',
  kph: 'km/h',
  kmh: 'km/h',
  knot: 'nauticalMile/h',
  knots: 'nauticalMile/h',
  pound: 'lbm',
  pounds: 'lbm',
  'nautical mile': 'nauticalMile',
  'nautical miles': 'nauticalMile',
  horsepower: 'hp',
  'square meters': 'm2',
  'square metres': 'm2',
  'square feet': 'sqft',
  'square miles': 'sqmi',
  'cubic meters': 'm3',
  'cubic metres': 'm3',
  'fluid ounces': 'fluidounce',
  cal: 'calorie',
  calories: 'calorie',
  kcal: 'kilocalorie',
  kilocalories: 'kilocalorie',
  tbsp: 'tablespoon',
  tsp: 'teaspoon',
};
/** Not among mathjs's units; exact by definition. */
const DEFINED: Readonly<Record<string, string>> = { nauticalMile: '1852 m', calorie: '4.184 J', kilocalorie: '4184 J' };
const MAX_UNIT_LENGTH = 40;

/** What the declarations of mathjs leave out of its Unit class. */
interface UnitClass {
  readonly UNITS: Readonly<Record<string, { readonly name: string; readonly base: { readonly key: string } }>>;
}

/** Converts quantities between units of measurement. */
@Component()
export class UnitTools {
  #prepared: Promise<MathJsInstance> | undefined;

  constructor(private readonly engine: MathEngine) {}

  @Tool({
    description:
      'Converts a quantity from one unit of measurement to another: length, weight, temperature, volume, speed, data.',
  })
  async convertUnit(
    @ToolParam({ description: 'Amount' }) value: number,
    @ToolParam({ description: 'Unit it is in' }) from: string,
    @ToolParam({ description: 'Wanted unit' }) to: string,
  ): Promise<{ value: number; from: string; result: number; to: string }> {
    const math = await this.#math();
    const source = parseUnit(math, from);
    const target = parseUnit(math, to);
    if (!source.equalBase(target)) {
      throw new ToolUserError(`'${from}' cannot be converted to '${to}': they do not measure the same thing.`);
    }
    const result = math.unit(value, source.formatUnits()).toNumber(target.formatUnits());
    return { value, from: source.formatUnits(), result: Number(result.toPrecision(10)), to: target.formatUnits() };
  }

  @Tool({ description: 'Lists the units of measurement that are known for a dimension.' })
  async listUnits(
    @ToolParam({ type: { enum: Dimension } }) dimension: Dimension,
  ): Promise<{ dimension: Dimension; units: readonly string[] }> {
    const known = unitsOf(await this.#math());
    const units = Object.entries(known).filter(([, { base }]) => base.key === dimension.toUpperCase());
    return { dimension, units: units.map(([name]) => name).sort() };
  }

  #math(): Promise<MathJsInstance> {
    this.#prepared ??= this.engine.load().then(({ math }) => {
      // Own units come through the class, because the function is disabled for expressions.
      const unitClass = math.Unit as unknown as { createUnitSingle(name: string, definition: string): unknown };
      for (const [name, definition] of Object.entries(DEFINED)) unitClass.createUnitSingle(name, definition);
      return math;
    });
    return this.#prepared;
  }
}

function unitsOf(math: MathJsInstance): UnitClass['UNITS'] {
  return (math.Unit as unknown as UnitClass).UNITS;
}

function parseUnit(math: MathJsInstance, name: string): Unit {
  const text = requireMaxLength(name, MAX_UNIT_LENGTH, 'unit').trim();
  const spelled = SPELLINGS[text.toLowerCase()] ?? text;
  for (const spelling of [spelled, spelled.toLowerCase()]) {
    try {
      const unit = math.unit(spelling);
      // Text with an amount, such as `5 km`, is a quantity and no unit.
      if (unit.toJSON().value === null) return unit;
    } catch {
      // Tried in lower case next, then reported.
    }
  }
  const near = suggestName(text, [...Object.keys(unitsOf(math)), ...Object.keys(SPELLINGS)]);
  const hint = near === undefined ? 'Use listUnits to see the known ones.' : `Did you mean '${near}'?`;
  throw new ToolUserError(`Unknown unit '${text}'. ${hint}`);
}
