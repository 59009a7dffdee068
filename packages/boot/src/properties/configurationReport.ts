import type { ClassType } from '@toolwright/core';
import type { Environment, PropertyExplanation } from '../env/Environment.js';
import type { Origin } from '../env/Origin.js';
import { type ConfiguredProperty, describeConfiguration } from './describeConfiguration.js';
import { describeDefault } from './describeDefault.js';

/** Every key that an application knows, sorted, with what sets it; plain JSON, secrets masked. */
export interface ConfigurationReport {
  /** The profiles in effect. */
  readonly profiles: readonly string[];
  readonly properties: readonly ReportedProperty[];
}

/** A key of the configuration. Plain JSON. */
export interface ReportedProperty {
  readonly key: string;
  /** `int`, `duration`, `list of string`, … */
  readonly type: string;
  readonly description: string | null;
  /** As the application has it: milliseconds, bytes, lists and objects; null for a secret, and where there is none. */
  readonly defaultValue: unknown;
  /** As it would be written in a file: `30s`, `4MB`, `red, green`; empty for a secret, and where there is none. */
  readonly defaultText: string;
  /** What may be written, in words. */
  readonly allowed: string;
  /** The only values that are accepted; empty where others are. */
  readonly validValues: readonly string[];
  readonly secret: boolean;
  /** What sets it: one for a plain key, one per element of lists and maps; empty: the default is in effect. */
  readonly settings: readonly ReportedSetting[];
}

/** A value that is in effect, and those that it hides. Plain JSON. */
export interface ReportedSetting {
  readonly key: string;
  /** `******` for a secret. */
  readonly value: string | null;
  readonly origin: ReportedOrigin | null;
  /** What sources of lower precedence say, highest first. */
  readonly shadowed: readonly { readonly value: string; readonly origin: ReportedOrigin }[];
}

/** Where a value was written. Plain JSON. */
export interface ReportedOrigin {
  /** `config/application.properties`, `environment variable TOOLS_X`, `command line`. */
  readonly source: string;
  /** From 1; null where the source is no file. */
  readonly line: number | null;
}

/** Whose configuration is reported; an `ApplicationContext` has this form. */
export interface ConfiguredApplication {
  readonly environment: Environment;
  /** Classes with `@ConfigurationProperties`. */
  readonly propertiesClasses: readonly ClassType<object>[];
  /** Keys of any type that something else reads, such as conditions. */
  readonly otherKeys: readonly string[];
}

/** The configuration of an application for people and programs outside of it. */
export function configurationReport({
  environment,
  propertiesClasses,
  otherKeys,
}: ConfiguredApplication): ConfigurationReport {
  return {
    profiles: environment.acceptedProfiles,
    properties: describeConfiguration(environment, propertiesClasses, otherKeys).map(reportedProperty),
  };
}

function reportedProperty(property: ConfiguredProperty): ReportedProperty {
  const { key, type, description, defaultValue, allowed, validValues, secret, settings } = property;
  return {
    key,
    type,
    description,
    defaultValue: secret ? null : plain(defaultValue),
    defaultText: describeDefault(property),
    allowed,
    validValues,
    secret,
    settings: settings.map(reportedSetting),
  };
}

function reportedSetting({ key, value, origin, shadowed }: PropertyExplanation): ReportedSetting {
  return {
    key,
    value: value ?? null,
    origin: origin ? reportedOrigin(origin) : null,
    shadowed: shadowed.map((each) => ({ value: each.value, origin: reportedOrigin(each.origin) })),
  };
}

function reportedOrigin({ source, line }: Origin): ReportedOrigin {
  return { source, line: line ?? null };
}

function plain(value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value as Map<string, unknown>) : (value ?? null);
}
