import { describe, expect, it } from '@jest/globals';
import { Toolbox } from './toolbox.js';

const toolbox = new Toolbox();

describe('convertUnit', () => {
  it.each([
    [12, 'miles', 'km', 19.312128, 'miles', 'km'],
    [37, 'celsius', 'fahrenheit', 98.6, 'celsius', 'fahrenheit'],
    [-40, '°F', '°C', -40, 'fahrenheit', 'celsius'],
    [10, 'pounds', 'kg', 4.5359237, 'lbm', 'kg'],
    [60, 'mph', 'km/h', 96.56064, 'mi / h', 'km / h'],
    [1, 'knot', 'km/h', 1.852, 'nauticalMile / h', 'km / h'],
    [2, 'Liters', 'gallons', 0.5283441047, 'liters', 'gallons'],
    [100, 'square feet', 'm^2', 9.290304, 'sqft', 'm^2'],
    [1, 'GiB', 'MB', 1073.741824, 'GiB', 'MB'],
    [90, 'minutes', 'hours', 1.5, 'minutes', 'hours'],
    [180, 'deg', 'rad', 3.141592654, 'deg', 'rad'],
    [1, 'kWh', 'calories', 860420.6501, 'kWh', 'calorie'],
  ])('%d %s in %s', async (value, from, to, result, fromName, toName) => {
    expect(await toolbox.call('convertUnit', { value, from, to })).toEqual({
      value,
      from: fromName,
      result,
      to: toName,
    });
  });

  it('explains what does not fit', async () => {
    expect(await toolbox.failure('convertUnit', { value: 1, from: 'km', to: 'kg' })).toBe(
      "'km' cannot be converted to 'kg': they do not measure the same thing.",
    );
    expect(await toolbox.failure('convertUnit', { value: 1, from: 'galons', to: 'l' })).toBe(
      "Unknown unit 'galons'. Did you mean 'gallons'?",
    );
    expect(await toolbox.failure('convertUnit', { value: 1, from: '5 km', to: 'm' })).toMatch(/^Unknown unit '5 km'/);
    expect(await toolbox.failure('convertUnit', { value: 1, from: 'x'.repeat(41), to: 'm' })).toMatch(/^'unit' has 41/);
  });
});

describe('listUnits', () => {
  it('lists what can be converted', async () => {
    const { dimension, units } = await toolbox.call('listUnits', { dimension: 'length' });
    expect(dimension).toBe('length');
    expect(units).toEqual(expect.arrayContaining(['foot', 'inch', 'meter', 'mile', 'nauticalMile', 'yard']));
    expect(units).toEqual([...units].sort());
    expect(units).not.toContain('gram');
    expect((await toolbox.call('listUnits', { dimension: 'temperature' })).units).toContain('celsius');
  });
});
