import type { BeanDescription } from '@toolwright/boot';

const ARROWS = { single: '-->', all: '==>', provider: '-.->' } as const;

/**
 * Beans and what they need as a flowchart for Mermaid: `-->` a bean that is injected as a value, `==>` one of a list,
 * `-.->` one that is asked for later, through a provider.
 */
export function formatBeanGraph(beans: readonly BeanDescription[]): string {
  const ids = new Map(beans.map(({ name }, index) => [name, `b${index}`]));
  const nodes = beans.map(({ name, type }) => {
    const label = type === null || type === name ? escape(name) : `${escape(name)}<br/>${escape(type)}`;
    return `  ${ids.get(name) ?? ''}["${label}"]`;
  });
  const edges = beans.flatMap(({ name, dependencies }) =>
    dependencies.map((needed) => `  ${ids.get(name) ?? ''} ${ARROWS[needed.kind]} ${ids.get(needed.name) ?? ''}`),
  );
  return `${['flowchart LR', ...nodes, ...new Set(edges)].join('\n')}\n`;
}

/** Texts of labels are HTML in Mermaid, in which quotes and signs of its own have names. */
function escape(text: string): string {
  return text.replace(/[#&<>"]/g, (sign) => `#${sign.charCodeAt(0)};`);
}
