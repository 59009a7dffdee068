import { type Advisor, type ChatClientRequest, isMemoryAdvisor } from '@toolwright/chat';
import type { Message } from '@toolwright/model';
import { chainOfTurn } from './chainOfTurn.js';

/**
 * What memories inside the loop will add to the messages of the first round, which the loop itself never sees (Spec SA-27).
 *
 * @param order of the loop
 */
export async function messagesInside(request: ChatClientRequest, order: number): Promise<readonly Message[]> {
  const chain = chainOfTurn(request);
  if (!chain) return [];
  const advisors: readonly Advisor[] = 'callAdvisors' in chain ? chain.callAdvisors : chain.streamAdvisors;
  const memories = advisors.filter(isMemoryAdvisor).filter((memory) => memory.order > order);
  return (await Promise.all(memories.map(async (memory) => memory.remembered?.(request) ?? []))).flat();
}
