import type { AbstractClassType } from './ClassType.js';

/**
 * Gives a class that is nested in another one its full name, such as `ChatClient.Builder`, which messages and reports
 * then show instead of `Builder`.
 */
export function nameClass(type: AbstractClassType, name: string): void {
  Object.defineProperty(type, 'name', { value: name, configurable: true });
}
