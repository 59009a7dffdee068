import type { ConfigurationReport, ReportedOrigin, ReportedProperty, ReportedSetting } from '@toolwright/boot';

/** `GET /api/configuration`: every key that the application knows, in the form of `toolwright config --json`. */
export type { ConfigurationReport, ReportedOrigin, ReportedProperty, ReportedSetting };

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
