import { describe, expect, it } from '@jest/globals';
import { Clock } from '../../dist/tools/datetime/Clock.js';
import { Toolbox } from './toolbox.js';

const toolbox = new Toolbox();

describe('Clock', () => {
  it('tells the time of the machine', () => {
    const before = Date.now();
    const now = new Clock().now();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });
});

describe('currentTime', () => {
  it('is UTC unless a zone is given', async () => {
    expect(await toolbox.call('currentTime')).toEqual({
      timeZone: 'UTC',
      dateTime: '2026-11-30T10:15:00Z',
      weekday: 'Monday',
    });
  });

  it.each([
    ['Asia/Tokyo', 'Asia/Tokyo', '2026-11-30T19:15:00+09:00'],
    ['tokyo', 'Asia/Tokyo', '2026-11-30T19:15:00+09:00'],
    ['new york', 'America/New_York', '2026-11-30T05:15:00-05:00'],
    ['gmt', 'UTC', '2026-11-30T10:15:00Z'],
  ])('knows the zone %s', async (timeZone, name, dateTime) => {
    expect(await toolbox.call('currentTime', { timeZone })).toMatchObject({ timeZone: name, dateTime });
  });

  it('names a zone that comes close to an unknown one', async () => {
    expect(await toolbox.failure('currentTime', { timeZone: 'Europe/Pariss' })).toBe(
      "Unknown time zone 'Europe/Pariss'. Did you mean Europe/Paris? Use a name such as Europe/Paris.",
    );
  });
});

describe('dateDifference', () => {
  it.each([
    ['2026-11-30', '2026-12-25', undefined, 25],
    ['2026-12-25', '2026-11-30', 'days', -25],
    ['2024-02-28', '2024-03-01', 'days', 2],
    ['2026-01-15', '2027-01-15', 'months', 12],
    ['2026-11-30T08:00', '2026-11-30T09:30', 'hours', 1.5],
    ['2026-11-30', '2026-12-14', 'weeks', 2],
    ['today', 'tomorrow', 'seconds', 86_400],
    ['2000-02-29', '2026-02-28', 'years', 26],
  ])('from %s to %s in %s', async (from, to, unit, difference) => {
    const answer = await toolbox.call('dateDifference', { from, to, ...(unit === undefined ? {} : { unit }) });
    expect(answer.difference).toBe(difference);
    expect(answer.unit).toBe(unit ?? 'days');
  });

  it('says what a date looks like', async () => {
    expect(await toolbox.failure('dateDifference', { from: 'someday', to: '2026-11-30' })).toBe(
      "'someday' is not a date. Use the form 2026-11-30 or 2026-11-30T14:00.",
    );
    expect(await toolbox.failure('dateDifference', { from: '2026-02-30', to: '2026-11-30' })).toMatch(/is not a date/);
    expect(await toolbox.failure('dateDifference', { from: '2026', to: '2026-11-30' })).toMatch(
      /^'2026' is not a date/,
    );
  });
});

describe('addToDate', () => {
  it.each([
    ['2026-11-30', 45, undefined, '2027-01-14', 'Thursday'],
    ['the 30th of November 2026', 45, 'days', '2027-01-14', 'Thursday'],
    ['Nov 30, 2026', 1, 'weeks', '2026-12-07', 'Monday'],
    ['2024-01-31', 1, 'months', '2024-02-29', 'Thursday'],
    ['2024-02-29', -1, 'years', '2023-02-28', 'Tuesday'],
    ['2026-11-30', 36, 'hours', '2026-12-01T12:00:00Z', 'Tuesday'],
    ['2026-11-30T22:30+02:00', 2, 'hours', '2026-12-01T00:30:00+02:00', 'Tuesday'],
    ['tomorrow', -1, 'days', '2026-11-30', 'Monday'],
  ])('%s plus %d %s', async (date, amount, unit, result, weekday) => {
    const args = { date, amount, ...(unit === undefined ? {} : { unit }) };
    expect(await toolbox.call('addToDate', args)).toEqual({ date: result, weekday });
  });

  it('refuses what no date can hold', async () => {
    expect(await toolbox.failure('addToDate', { date: '2026-11-30', amount: 1_000_001 })).toBe(
      "'amount' must be from -1000000 to 1000000, but was 1000001.",
    );
    expect(await toolbox.failure('addToDate', { date: '2026-11-30', amount: 999_999, unit: 'years' })).toBe(
      'The result is out of range. Use a smaller amount.',
    );
  });
});

describe('dayOfWeek', () => {
  it('names the day', async () => {
    expect(await toolbox.call('dayOfWeek', { date: '2000-02-29' })).toEqual({
      date: '2000-02-29',
      weekday: 'Tuesday',
      weekend: false,
      dayOfYear: 60,
    });
    expect(await toolbox.call('dayOfWeek', { date: '2026-12-06' })).toMatchObject({ weekday: 'Sunday', weekend: true });
  });
});

describe('convertTimeZone', () => {
  it('converts across a change of the clocks', async () => {
    const winter = { dateTime: '2026-11-30 14:00', from: 'Berlin', to: 'America/New_York' };
    expect(await toolbox.call('convertTimeZone', winter)).toEqual({
      from: '2026-11-30T14:00:00+01:00',
      to: '2026-11-30T08:00:00-05:00',
      offsetHours: -6,
    });
    // Between the changes in America and in Europe.
    const march = { dateTime: '2026-03-20T14:00', from: 'Europe/Berlin', to: 'America/New_York' };
    expect((await toolbox.call('convertTimeZone', march)).offsetHours).toBe(-5);
    const india = { dateTime: '2026-11-30T00:00', from: 'UTC', to: 'Asia/Kolkata' };
    expect((await toolbox.call('convertTimeZone', india)).offsetHours).toBe(5.5);
  });
});

describe('isoWeek', () => {
  it.each([
    ['2026-11-30', 49, 2026, '2026-11-30', '2026-12-06'],
    ['2027-01-01', 53, 2026, '2026-12-28', '2027-01-03'],
    ['2024-12-30', 1, 2025, '2024-12-30', '2025-01-05'],
  ])('of %s', async (date, week, year, monday, sunday) => {
    expect(await toolbox.call('isoWeek', { date })).toEqual({ week, year, monday, sunday });
  });
});
