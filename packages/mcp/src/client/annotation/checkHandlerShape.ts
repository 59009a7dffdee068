import { InvalidMcpHandlerException } from './InvalidMcpHandlerException.js';
import type { HandlerKind } from './handlerDecorators.js';

/**
 * Makes sure that a method takes what its decorator gives (MA-12, MA-15). Types are checked as far as the compiler
 * recorded them.
 *
 * @throws {InvalidMcpHandlerException} with the shapes that are possible
 */
export function checkHandlerShape(kind: HandlerKind, prototype: object, key: string, className: string): void {
  const method = (prototype as Record<string, unknown>)[key];
  if (typeof method !== 'function') throw invalid(`'${key}' of ${className} is no method`);
  const types = (Reflect.getMetadata('design:paramtypes', prototype, key) ?? []) as readonly unknown[];
  const count = Math.max(types.length, method.length);
  switch (kind) {
    case 'logging':
      check(
        count === 1 ? isObject(types[0]) : count === 3 && isText(types[0]) && isText(types[1]),
        'Method must have either 1 parameter (LoggingMessageNotification) or 3 parameters (LoggingLevel, String, String)',
        key,
        className,
        count,
      );
      break;
    case 'progress':
      check(
        count === 1 ? isObject(types[0]) : count === 3 && isNumber(types[0]) && isToken(types[1]) && isText(types[2]),
        'Method must have either 1 parameter (ProgressNotification) or 3 parameters (Double, String, String)',
        key,
        className,
        count,
      );
      break;
    default:
      check(
        count === 1 && isObject(types[0]),
        `Method must have exactly 1 parameter (${EXPECTED[kind]})`,
        key,
        className,
        count,
      );
      break;
  }
}

const EXPECTED: Readonly<Record<Exclude<HandlerKind, 'logging' | 'progress'>, string>> = {
  sampling: 'CreateMessageRequest',
  elicitation: 'ElicitRequest',
  toolListChanged: 'list of tools',
  resourceListChanged: 'list of resources',
  promptListChanged: 'list of prompts',
  resourceUpdated: 'ResourceUpdatedNotification',
};

function check(holds: boolean, message: string, key: string, className: string, count: number): void {
  if (!holds) throw invalid(`${message}: ${key} in ${className} has ${count} parameter${count === 1 ? '' : 's'}`);
}

function invalid(message: string): InvalidMcpHandlerException {
  return new InvalidMcpHandlerException(message);
}

// An interface, a union and a missing record all come as Object or undefined.
const isOpen = (type: unknown): boolean => type === undefined || type === Object;
const isObject = (type: unknown): boolean => type !== String && type !== Number && type !== Boolean;
const isText = (type: unknown): boolean => isOpen(type) || type === String;
const isNumber = (type: unknown): boolean => isOpen(type) || type === Number;
const isToken = (type: unknown): boolean => isText(type) || type === Number;
