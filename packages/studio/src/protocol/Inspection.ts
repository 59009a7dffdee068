/** `GET /api/conditions`: what conditions and exclusions decided when the application started. */
export interface ConditionReport {
  readonly evaluations: readonly ConditionEvaluation[];
  readonly exclusions: readonly string[];
  readonly unconditionalClasses: readonly string[];
  readonly warnings: readonly string[];
}

/** All conditions of one class or method. */
export interface ConditionEvaluation {
  /** `ToolsAutoConfiguration`, or `ToolsAutoConfiguration#toolIndex`. */
  readonly source: string;
  readonly matched: boolean;
  readonly results: readonly ConditionResult[];
}

/** The outcome of one condition. */
export interface ConditionResult {
  readonly condition: string;
  readonly matched: boolean;
  readonly message: string;
}

/** `GET /api/configuration`: every key that the application knows, sorted, with what sets it. */
export interface ConfigurationReport {
  readonly profiles: readonly string[];
  readonly properties: readonly ConfigurationProperty[];
}

/** A key of the configuration. */
export interface ConfigurationProperty {
  readonly key: string;
  readonly type: string;
  readonly description: string | null;
  /** Null for a secret. */
  readonly defaultValue: unknown;
  readonly validValues: readonly string[];
  readonly secret: boolean;
  /** What sets it: one for a plain key, one per element of lists and maps; empty: the default is in effect. */
  readonly settings: readonly ConfigurationSetting[];
}

/** A value that is in effect, and those that it hides. */
export interface ConfigurationSetting {
  readonly key: string;
  /** `******` for a secret. */
  readonly value: string | null;
  readonly origin: SettingOrigin | null;
  readonly shadowed: readonly { readonly value: string; readonly origin: SettingOrigin }[];
}

/** Where a value was written. */
export interface SettingOrigin {
  /** `config/application.properties`, `environment variable TOOLS_X`, `command line`. */
  readonly source: string;
  /** From 1; null where the source is no file. */
  readonly line: number | null;
}
