import { CircularDependencyException } from '@toolwright/boot';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { BeanDefinition } from '../../dist/bean/BeanDefinition.js';
import { BeanDefinitionRegistry } from '../../dist/bean/BeanDefinitionRegistry.js';
import { BeanFactory } from '../../dist/injection/BeanFactory.js';

/** For each bean the beans it needs, by index. */
type Graph = readonly (readonly number[])[];

const graphs = (maximum: (index: number, size: number) => number): fc.Arbitrary<Graph> =>
  fc.integer({ min: 1, max: 9 }).chain((size) =>
    fc.tuple(
      ...Array.from({ length: size }, (_, index) => {
        const max = maximum(index, size);
        return max < 0 ? fc.constant([]) : fc.uniqueArray(fc.integer({ min: 0, max }), { maxLength: 3 });
      }),
    ),
  );

function build(
  graph: Graph,
  registration: readonly number[],
): { readonly factory: BeanFactory; readonly made: number[] } {
  const types = graph.map(() => class {});
  const made: number[] = [];
  const registry = new BeanDefinitionRegistry();
  for (const index of registration) {
    const definition: BeanDefinition = {
      id: Symbol(String(index)),
      name: String(index),
      declaredType: types[index],
      types: [types[index]!],
      elementTypes: [],
      qualifier: undefined,
      scope: 'singleton',
      primary: false,
      fallback: false,
      lazy: undefined,
      order: undefined,
      autowireCandidate: true,
      defaultCandidate: true,
      description: 'defined by the test',
      definedIn: 'the test',
      role: 'application',
      injectionPoints: graph[index]!.map((needed) => ({
        kind: 'single',
        type: types[needed],
        qualifier: undefined,
        optional: false,
        consumer: `Bean ${index}`,
      })),
      create: (args) => {
        graph[index]!.forEach((needed, position) => expect(args[position]).toBeInstanceOf(types[needed]!));
        made.push(index);
        const bean = new types[index]!();
        return index % 2 === 0 ? bean : Promise.resolve(bean);
      },
      init: undefined,
      destroy: undefined,
    };
    registry.register(definition);
  }
  return { factory: new BeanFactory(registry, () => []), made };
}

function isCyclic(graph: Graph): boolean {
  const reaches = (from: number, to: number, seen = new Set<number>()): boolean =>
    graph[from]!.some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))));
  return graph.some((_, index) => reaches(index, index));
}

describe('creation of singletons', () => {
  const shuffled = (graph: Graph): fc.Arbitrary<readonly [Graph, readonly number[]]> =>
    fc
      .shuffledSubarray([...graph.keys()], { minLength: graph.length })
      .map((registration) => [graph, registration] as const);

  it('makes each bean once, after all that it needs, whatever the order of registration', async () => {
    await fc.assert(
      fc.asyncProperty(graphs((index) => index - 1).chain(shuffled), async ([graph, registration]) => {
        const { factory, made } = build(graph, registration);
        await factory.createSingletons(() => false);
        expect([...made].sort((a, b) => a - b)).toEqual([...graph.keys()]);
        graph.forEach((needed, index) => {
          for (const other of needed) expect(made.indexOf(other)).toBeLessThan(made.indexOf(index));
        });
        expect(factory.takeCreated().map(({ definition }) => Number(definition.name))).toEqual(made);
      }),
    );
  });

  it('[BH-13] makes nothing if any cycle exists, and reports one that does', async () => {
    await fc.assert(
      fc.asyncProperty(graphs((_, size) => size - 1).chain(shuffled), async ([graph, registration]) => {
        const { factory, made } = build(graph, registration);
        const failure: unknown = await factory.createSingletons(() => false).catch((error: unknown) => error);
        expect(failure instanceof CircularDependencyException).toBe(isCyclic(graph));
        if (!(failure instanceof CircularDependencyException)) return;
        expect(made).toEqual([]);
        const cycle = failure.cycle.map(({ definition }) => Number(definition.name));
        cycle.forEach((index, position) => {
          expect(graph[index]).toContain(cycle[(position + 1) % cycle.length]);
        });
      }),
    );
  });
});
