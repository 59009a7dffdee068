export { type DurationUnit, parseDuration } from './duration/parseDuration.js';
export { IllegalArgumentException } from './exception/IllegalArgumentException.js';
export { IllegalStateException } from './exception/IllegalStateException.js';
export { StoreException } from './exception/StoreException.js';
export { isToolwrightException, ToolwrightException } from './exception/ToolwrightException.js';
export { UnsupportedOperationException } from './exception/UnsupportedOperationException.js';
export {
  hasText,
  requireArgument,
  requireNonNull,
  requireNonNullElements,
  requireState,
  requireText,
} from './exception/assertions.js';
export { hostnameOf, isLoopback, LOCAL_HOSTS } from './http/localHosts.js';
export { lazyPackage } from './loading/lazyPackage.js';
export { ConsoleLogProvider } from './logging/ConsoleLogProvider.js';
export type { LogFields, Logger, LogLevel } from './logging/Logger.js';
export { LoggerFactory, type LogProvider } from './logging/LoggerFactory.js';
export { type LogEntry, RecordingLogProvider } from './logging/RecordingLogProvider.js';
export type { AbstractClassType, ClassType, MaybePromise } from './metadata/ClassType.js';
export { DecoratorMetadata } from './metadata/DecoratorMetadata.js';
export { nameClass } from './metadata/nameClass.js';
export { CompositeObservationConvention } from './observation/CompositeObservationConvention.js';
export { errorTypeOf } from './observation/errorTypeOf.js';
export type { Observation } from './observation/Observation.js';
export { ObservationContext } from './observation/ObservationContext.js';
export type { ObservationConvention } from './observation/ObservationConvention.js';
export type { ObservationConventionName } from './observation/ObservationConventionName.js';
export { ObservationFilter, ObservationHandler } from './observation/ObservationHandler.js';
export { ObservationRegistry } from './observation/ObservationRegistry.js';
export { onOneLine } from './text/onOneLine.js';
export { ownTextOf } from './text/ownTextOf.js';
export { shorten } from './text/shorten.js';
export { nearestNames, suggestName } from './suggestion/nearestNames.js';
