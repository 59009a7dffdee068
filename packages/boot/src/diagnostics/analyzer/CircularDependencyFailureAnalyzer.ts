import { CircularDependencyException, type DependencyEdge } from '../../bean/CircularDependencyException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Draws beans that need each other (spec BR-07, BH-13). */
export class CircularDependencyFailureAnalyzer extends AbstractFailureAnalyzer<CircularDependencyException> {
  protected override readonly failureType = CircularDependencyException;
  protected override readonly failureCode = 'CIRCULAR_DEPENDENCY';

  protected override analyzeCause(_failure: Error, cause: CircularDependencyException): FailureAnalysis {
    const description = [
      'The dependencies of some of the beans in the application context form a cycle:',
      '',
      ...cause.leading.flatMap((edge) => [`   ${describe(edge)}`, '      ↓']),
      ...(cause.cycle.length === 1 ? single(cause.cycle) : several(cause.cycle)),
    ].join('\n');
    const action =
      'Remove the dependency cycle between the beans, for example by moving what they share into a third bean, or by ' +
      'injecting an ObjectProvider (@InjectProvider) that is asked after the start.';
    return { description, action, cause };
  }
}

function single(cycle: readonly DependencyEdge[]): readonly string[] {
  return ['┌──->──┐', ...cycle.map((edge) => `|  ${describe(edge)}`), '└──<-──┘'];
}

function several(cycle: readonly DependencyEdge[]): readonly string[] {
  const beans = cycle.flatMap((edge, index) => [...(index > 0 ? ['↑     ↓'] : []), `|  ${describe(edge)}`]);
  return ['┌─────┐', ...beans, '└─────┘'];
}

function describe({ definition, point }: DependencyEdge): string {
  const place = point ? `, by ${point.consumer.charAt(0).toLowerCase()}${point.consumer.slice(1)}` : ', by a provider';
  return `${definition.name} ${definition.description}${place}`;
}
