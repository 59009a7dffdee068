import { Component } from '@toolwright/boot';
import { Tool, ToolParam, ToolUserError } from '@toolwright/tools';
import type { DateTime } from 'luxon';
import { requireRange } from '../input/requireRange.js';
import { Clock } from './Clock.js';
import { parseDate, type ParsedDate } from './parseDate.js';
import { resolveTimeZone } from './resolveTimeZone.js';

/** Units of a span of time. */
const TimeUnit = {
  Years: 'years',
  Months: 'months',
  Weeks: 'weeks',
  Days: 'days',
  Hours: 'hours',
  Minutes: 'minutes',
  Seconds: 'seconds',
} as const;
type TimeUnit = (typeof TimeUnit)[keyof typeof TimeUnit];

/** Units that move a date to another time of day. */
const TIME_UNITS: readonly TimeUnit[] = [TimeUnit.Hours, TimeUnit.Minutes, TimeUnit.Seconds];
/** Keeps every result within the years that dates can have. */
const MAX_AMOUNT = 1_000_000;

/** Calendar and clock arithmetic in the Gregorian calendar; texts without an offset are meant in UTC. */
@Component()
export class DateTimeTools {
  constructor(private readonly clock: Clock) {}

  @Tool({ description: 'Tells the current time and date: what time is it now, also in another city or time zone.' })
  currentTime(@ToolParam({ description: 'Time zone or city' }) timeZone: string = 'UTC'): {
    timeZone: string;
    dateTime: string;
    weekday: string;
  } {
    const zone = resolveTimeZone(timeZone);
    const { dateTime } = parseDate('now', zone, this.clock.now());
    return { timeZone: zone, dateTime: isoText(dateTime), weekday: nameOfDay(dateTime) };
  }

  @Tool({ description: 'Counts how many days, weeks, hours or years there are between two dates.' })
  dateDifference(
    @ToolParam({ description: 'Start date' }) from: string,
    @ToolParam({ description: 'End date' }) to: string,
    @ToolParam({ type: { enum: TimeUnit } }) unit: TimeUnit = TimeUnit.Days,
  ): { from: string; to: string; difference: number; unit: TimeUnit } {
    const start = this.#parse(from);
    const end = this.#parse(to);
    const difference = Math.round(end.dateTime.diff(start.dateTime, unit).as(unit) * 10_000) / 10_000;
    return { from: dateText(start), to: dateText(end), difference, unit };
  }

  @Tool({ description: 'Adds days, weeks, months or another span to a date: the date plus or minus an amount.' })
  addToDate(
    @ToolParam({ description: 'Date' }) date: string,
    @ToolParam({ description: 'Negative to subtract', type: 'integer' }) amount: number,
    @ToolParam({ type: { enum: TimeUnit } }) unit: TimeUnit = TimeUnit.Days,
  ): { date: string; weekday: string } {
    requireRange(amount, -MAX_AMOUNT, MAX_AMOUNT, 'amount');
    const start = this.#parse(date);
    const dateTime = start.dateTime.plus({ [unit]: amount });
    if (!dateTime.isValid) throw new ToolUserError('The result is out of range. Use a smaller amount.');
    const hasTime = start.hasTime || TIME_UNITS.includes(unit);
    return { date: dateText({ dateTime, hasTime }), weekday: nameOfDay(dateTime) };
  }

  @Tool({ description: 'Tells which day of the week a date is: Monday, Sunday, a weekend?' })
  dayOfWeek(@ToolParam({ description: 'Date' }) date: string): {
    date: string;
    weekday: string;
    weekend: boolean;
    dayOfYear: number;
  } {
    const parsed = this.#parse(date);
    const { dateTime } = parsed;
    return {
      date: dateText(parsed),
      weekday: nameOfDay(dateTime),
      weekend: dateTime.weekday > 5,
      dayOfYear: dateTime.ordinal,
    };
  }

  @Tool({ description: 'Converts a time from one time zone to another.' })
  convertTimeZone(
    @ToolParam({ description: 'Date and time' }) dateTime: string,
    @ToolParam({ description: 'Time zone or city it is given in' }) from: string,
    @ToolParam({ description: 'Time zone or city to convert to' }) to: string,
  ): { from: string; to: string; offsetHours: number } {
    const parsed = parseDate(dateTime, resolveTimeZone(from), this.clock.now());
    const source = parsed.dateTime.setZone(resolveTimeZone(from));
    const target = source.setZone(resolveTimeZone(to));
    return { from: isoText(source), to: isoText(target), offsetHours: (target.offset - source.offset) / 60 };
  }

  @Tool({ description: 'Tells the calendar week (ISO week number) of a date, with its Monday and Sunday.' })
  isoWeek(@ToolParam({ description: 'Date' }) date: string): {
    week: number;
    year: number;
    monday: string;
    sunday: string;
  } {
    const { dateTime } = this.#parse(date);
    return {
      week: dateTime.weekNumber,
      year: dateTime.weekYear,
      monday: isoDay(dateTime.startOf('week')),
      sunday: isoDay(dateTime.endOf('week')),
    };
  }

  #parse(text: string): ParsedDate {
    return parseDate(text, 'UTC', this.clock.now());
  }
}

function dateText({ dateTime, hasTime }: ParsedDate): string {
  return hasTime ? isoText(dateTime) : isoDay(dateTime);
}

function isoText(dateTime: DateTime): string {
  return dateTime.toISO({ suppressMilliseconds: true }) ?? '';
}

function isoDay(dateTime: DateTime): string {
  return dateTime.toISODate() ?? '';
}

function nameOfDay(dateTime: DateTime): string {
  return dateTime.setLocale('en').weekdayLong ?? '';
}
