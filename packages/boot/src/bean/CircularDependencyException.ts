import { ToolwrightException } from '@toolwright/core';
import type { InjectionPoint } from '../injection/InjectionPoint.js';
import type { BeanDefinition } from './BeanDefinition.js';

/** A bean, and where it asks for the next one. */
export interface DependencyEdge {
  readonly definition: BeanDefinition;
  /** Undefined where the next one was asked for through an `ObjectProvider`. */
  readonly point: InjectionPoint | undefined;
}

/** Beans that need each other, found before any of them was created, unless a provider hid it. */
export class CircularDependencyException extends ToolwrightException {
  override readonly code = 'CIRCULAR_DEPENDENCY';

  /**
   * @param leading beans that lead into the cycle, outermost first
   * @param cycle the beans of the cycle, each once; the last one needs the first
   */
  constructor(
    readonly leading: readonly DependencyEdge[],
    readonly cycle: readonly DependencyEdge[],
  ) {
    const names = cycle.map(({ definition }) => definition.name);
    super(`The dependencies of some of the beans form a cycle: ${[...names, names[0] ?? ''].join(' -> ')}`);
  }
}
